"""The clock: it looks which games are due and lets happen what is due there.

It holds nothing that matters. What is due stands in the database, what happens goes through the same services as a
player's move, and a version that has passed is left alone; so a second clock does no harm, and a new one goes on where
an old one was stopped.
"""

import asyncio
import logging
from dataclasses import replace

from django.db.models import Max
from django.utils import timezone

from games import metrics
from games.models import Game
from games.table import schedule, services, snapshot
from games.table.schedule import DueAction
from games.table.snapshot import Snapshot
from games.table.thinking import think_apart
from games.threads import in_thread

log = logging.getLogger("site.clock")
LOOK_SECONDS = 0.1
AT_ONCE = 64


async def run() -> None:
    """Look again and again; each game that is due is dealt with beside the others."""
    busy: dict[int, asyncio.Task[None]] = {}
    wall = WallClock()
    while True:
        if wall.was_set_back():
            await in_thread(follow_wall_clock)
        for game, code in await in_thread(due_games):
            if game not in busy:
                task = asyncio.create_task(_deal_with(game, code))
                busy[game] = task
                task.add_done_callback(lambda _, game=game: busy.pop(game, None))  # type: ignore[misc]
        await asyncio.sleep(LOOK_SECONDS)


class WallClock:
    """Notices when the system's time has gone back since the last look. While this process was not running, nobody
    looked: so the first look counts as well."""

    def __init__(self) -> None:
        self.latest = float("inf")

    def was_set_back(self) -> bool:
        before, self.latest = self.latest, timezone.now().timestamp()
        return self.latest < before


def follow_wall_clock() -> None:
    """Every running game whose log is ahead of the system's time goes on from where it is."""
    running = Game.objects.filter(ended_at=None).annotate(latest=Max("entries__now"))
    now = timezone.now().timestamp()
    for code, started_at, latest in running.values_list("table__code", "started_at", "latest"):
        if latest is not None and started_at.timestamp() + latest > now and services.set_back(code):
            log.warning("The system's time has gone back; the game at table %s goes on from where it was", code)


def due_games() -> list[tuple[int, str]]:
    now = timezone.now()
    due = Game.objects.filter(ended_at=None, due_at__lte=now).order_by("due_at")
    found = list(due.values_list("pk", "table__code", "due_at")[:AT_ONCE])
    metrics.is_now("clock", now.timestamp())
    metrics.is_now("clock lag", max(((now - due_at).total_seconds() for _, _, due_at in found if due_at), default=0.0))
    return [(game, code) for game, code, _ in found]


async def _deal_with(game: int, code: str) -> None:
    try:
        table = await in_thread(snapshot.latest, code)
        if table and table.game == game:
            await _let_happen(table)
    except Exception:  # One game that cannot go on must not stop the others.
        log.exception("What was due in game %s could not be done", game)


async def _let_happen(table: Snapshot) -> None:
    """The first deed that is due and still possible: a call may have come too late."""
    now, later = services.seconds(table), None
    for deed in schedule.due_actions(table):
        if deed.due > now:
            later = deed.due
            break
        if await in_thread(services.tick, table.code, table.version, await _decided(table, deed)):
            return
    await in_thread(services.wait, table, later)


async def _decided(table: Snapshot, deed: DueAction) -> DueAction:
    """The deed with the bot's decision in it, where a bot has to decide."""
    if not deed.decides:
        return deed
    return replace(deed, move=str(await think_apart(*schedule.question(table, deed))))
