"""Counts the windows that people have open in this process. A person leaves a table with their last window on it."""

import asyncio
import logging
from collections import Counter

from games.live import round_trips
from games.presence import services as presence
from games.threads import in_thread

log = logging.getLogger("site.presence")
CONFIRM_EVERY = 10.0
# Reloading a page closes its socket and opens a new one; the person has not left.
RELOAD_SECONDS = 1.5
NO_TABLE = ""
_windows: Counter[tuple[str, int]] = Counter()
# Strong references, because the event loop keeps only weak ones.
_departures: set["asyncio.Task[None]"] = set()
_keepers: dict[asyncio.AbstractEventLoop, "asyncio.Task[None]"] = {}


async def arrive(code: str, person: int, at_game: bool = False) -> None:
    """Count a window that a person has opened on a table."""
    _count(code, person)
    await in_thread(presence.arrive_at_game if at_game else presence.arrive, code, person)


async def arrive_on_site(person: int) -> None:
    """Count a window that a person has opened on a page without a table."""
    _count(NO_TABLE, person)
    await in_thread(presence.note_online, [person])


def leave_site(person: int) -> None:
    _windows[NO_TABLE, person] -= 1
    if _windows[NO_TABLE, person] <= 0:
        del _windows[NO_TABLE, person]


def _count(code: str, person: int) -> None:
    _windows[code, person] += 1
    loop = asyncio.get_running_loop()
    if loop not in _keepers or _keepers[loop].done():
        _keepers[loop] = asyncio.create_task(_keep())


async def depart(code: str, person: int) -> None:
    _windows[code, person] -= 1
    if _windows[code, person] <= 0:
        del _windows[code, person]
        task = asyncio.create_task(_depart_unless_back(code, person))
        _departures.add(task)
        task.add_done_callback(_departures.discard)


async def _depart_unless_back(code: str, person: int) -> None:
    await asyncio.sleep(RELOAD_SECONDS)
    if (code, person) not in _windows:
        await in_thread(presence.depart, code, person)


async def _keep() -> None:
    while _windows:
        await asyncio.sleep(CONFIRM_EVERY)
        try:
            await in_thread(presence.keep, list(_windows))
            if delays := round_trips.delays():
                await in_thread(presence.store_delays, delays)
        except Exception:  # The next round tries again; until then they may seem to be gone.
            log.exception("Presence could not be stored")
    _keepers.pop(asyncio.get_running_loop(), None)
