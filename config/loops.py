"""Work that goes on beside the requests: endless coroutines, named in the setting LOOPS.

`manage.py play` runs them inside the server, `manage.py clock` runs them alone. Each is written so that a second runner
does no harm, because with several processes there may be one.
"""

import asyncio
import logging

from django.conf import settings
from django.utils.module_loading import import_string

from games import metrics

log = logging.getLogger("site.loops")
PAUSE_SECONDS = 5.0


async def keep_running(name: str, pause: float = PAUSE_SECONDS) -> None:
    while True:
        try:
            await import_string(name)()
            log.error("%s has ended and is started again", name)
        except Exception:  # Whatever went wrong once, the next round may go well; without it no game would go on.
            log.exception("%s has failed and is started again", name)
        await asyncio.sleep(pause)


async def run_all(pause: float = PAUSE_SECONDS) -> None:
    metrics.begin()
    async with asyncio.TaskGroup() as group:
        for name in settings.LOOPS:
            group.create_task(keep_running(name, pause), name=name)
