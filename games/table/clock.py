"""The clock: finds games with a due action and carries it out.

It keeps no state of its own. Due times are stored with the games, actions go through the same services as a player's
move, and nothing happens to a game that has moved on. So several clocks do no harm, and a new one continues where an
old one was stopped.
"""

import asyncio
import logging
from collections.abc import Set
from dataclasses import replace
from datetime import datetime

from django.db.models import Max, QuerySet
from django.utils import timezone

from games import metrics
from games.models import Game
from games.storage import trouble
from games.table import schedule, services, snapshot
from games.table.schedule import DueAction
from games.table.snapshot import Snapshot
from games.table.thinking import think_apart
from games.threads import in_thread

log = logging.getLogger("site.clock")
POLL_SECONDS = 0.1
AT_ONCE = 64
AFTER_TROUBLE, AFTER_AN_ERROR = 1.0, 30.0
"""After how many seconds a game is tried again if the database did not answer, and after another error."""


async def run() -> None:
    """Poll for due games, and handle each in a task of its own."""
    busy: dict[int, asyncio.Task[None]] = {}
    wall = WallClock()
    while True:
        if wall.was_set_back():
            await in_thread(follow_wall_clock)
        for game, code in await in_thread(due_games, frozenset(busy)):
            task = asyncio.create_task(_handle(game, code))
            busy[game] = task
            task.add_done_callback(lambda _, game=game: busy.pop(game, None))  # type: ignore[misc]
        await asyncio.sleep(POLL_SECONDS)


class WallClock:
    """Notices when the system's time has gone back since the last poll. The first poll counts as well, because the time
    may have changed while no process was running."""

    def __init__(self) -> None:
        self.latest = float("inf")

    def was_set_back(self) -> bool:
        before, self.latest = self.latest, timezone.now().timestamp()
        return self.latest < before


def follow_wall_clock() -> None:
    """Let every running game whose log is ahead of the system's time go on from where it is."""
    running = Game.objects.filter(ended_at=None).annotate(latest=Max("entries__now"))
    now = timezone.now().timestamp()
    for code, started_at, latest in running.values_list("table__code", "started_at", "latest"):
        if latest is not None and started_at.timestamp() + latest > now and services.set_back(code):
            log.warning("The system's time has gone back; the game at table %s goes on from where it was", code)


def due_before(moment: datetime) -> QuerySet[Game]:
    return Game.objects.filter(ended_at=None, due_at__lte=moment).order_by("due_at")


def due_games(busy: Set[int] = frozenset()) -> list[tuple[int, str]]:
    """Return the games that are due, without those that are being handled: however many these are, and however long
    their bots think, they hold up no other."""
    now = timezone.now()
    found = list(due_before(now).values_list("pk", "table__code", "due_at")[: AT_ONCE + len(busy)])
    metrics.set_gauge("clock", now.timestamp())
    metrics.set_gauge(
        "clock lag", max(((now - due_at).total_seconds() for _, _, due_at in found if due_at), default=0.0)
    )
    return [(game, code) for game, code, _ in found if game not in busy]


async def _handle(game: int, code: str) -> None:
    try:
        table = await in_thread(snapshot.latest, code)
        if table and table.game == game:
            await _carry_out(table)
    except Exception as error:  # an error in one game must not stop the others
        if sentence := trouble(error):
            log.warning("What was due in game %s waits: %s", game, sentence)
            await asyncio.sleep(AFTER_TROUBLE)
        else:
            log.exception("What was due in game %s could not be done", game)
            await asyncio.sleep(AFTER_AN_ERROR)


async def _carry_out(table: Snapshot) -> None:
    """Carry out the first due action that is still possible: a call may come too late."""
    now, later = services.seconds(table), None
    for action in schedule.due_actions(table):
        if action.due > now:
            later = action.due
            break
        if await in_thread(services.tick, table.code, table.version, await _decided(table, action)):
            return
    await in_thread(services.wait, table, later)


async def _decided(table: Snapshot, action: DueAction) -> DueAction:
    """The action, with the move that the bot decides on if it has to decide."""
    if not action.decides:
        return action
    return replace(action, move=str(await think_apart(*schedule.question(table, action))))
