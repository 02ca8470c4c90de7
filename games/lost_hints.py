"""Repeats hints that were lost on their way to this process.

Channel layers lose messages, and a Redis that restarts loses all of them. A game that was missed shows by its versions;
a change of rights would not, and a socket would go on showing what its viewer may not see any more. So the versions of
all tables with an open socket are compared with what this process keeps, every few seconds and in one query.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Collection

from games import access
from games.models import Table
from games.storage import trouble
from games.table import live
from games.threads import in_thread

log = logging.getLogger("site.socket")
EVERY_SECONDS = 5.0
_tables: Counter[str] = Counter()
_loops: dict[asyncio.AbstractEventLoop, "asyncio.Task[None]"] = {}


def look_out_for(code: str) -> None:
    """A socket at this table is open from now on."""
    _tables[code] += 1
    loop = asyncio.get_running_loop()
    if loop not in _loops or _loops[loop].done():
        _loops[loop] = asyncio.create_task(_compare_for_ever())


def forget(code: str) -> None:
    _tables[code] -= 1
    if _tables[code] <= 0:
        del _tables[code]


async def _compare_for_ever() -> None:
    while _tables:
        await asyncio.sleep(EVERY_SECONDS)
        try:
            await in_thread(repeat, list(_tables))
        except Exception as error:  # the next comparison may succeed
            if not trouble(error):
                log.exception("Tables could not be compared with what this process keeps")
    _loops.pop(asyncio.get_running_loop(), None)


def repeat(codes: Collection[str]) -> None:
    """Hint again at each of these tables of which this process does not keep the newest rights."""
    for code, version in Table.objects.filter(code__in=codes).values_list("code", "version"):
        if access.kept(code, version) is None:
            live.announce(code, live.LOBBY, version)
