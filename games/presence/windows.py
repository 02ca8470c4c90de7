"""Who has a table open in this process, and what is said there. Sockets come and go; a person with two windows goes
with the last one."""

import asyncio
import logging
from collections import Counter

from games.presence import services as presence
from games.threads import in_thread

log = logging.getLogger("site.presence")
SAY_SO_EVERY = 10.0
# A page that is loaded again closes its socket and opens a new one: nobody has gone by that.
RELOADING = 1.5
_windows: Counter[tuple[str, int]] = Counter()
_at_work: set["asyncio.Task[None]"] = set()
_keepers: dict[asyncio.AbstractEventLoop, "asyncio.Task[None]"] = {}


async def arrive(code: str, person: int, at_game: bool = False) -> None:
    """Somebody has opened a window on a table."""
    _windows[code, person] += 1
    loop = asyncio.get_running_loop()
    if loop not in _keepers or _keepers[loop].done():
        _keepers[loop] = asyncio.create_task(_keep())
    await in_thread(presence.arrive_at_game if at_game else presence.arrive, code, person)


async def depart(code: str, person: int) -> None:
    _windows[code, person] -= 1
    if _windows[code, person] <= 0:
        del _windows[code, person]
        task = asyncio.create_task(_gone(code, person))
        _at_work.add(task)
        task.add_done_callback(_at_work.discard)


async def _gone(code: str, person: int) -> None:
    await asyncio.sleep(RELOADING)
    if (code, person) not in _windows:
        await in_thread(presence.depart, code, person)


async def _keep() -> None:
    while _windows:
        await asyncio.sleep(SAY_SO_EVERY)
        try:
            await in_thread(presence.keep, list(_windows))
        except Exception:  # The next round may go well; until then they may seem to be gone.
            log.exception("Who is here could not be written down")
    _keepers.pop(asyncio.get_running_loop(), None)
