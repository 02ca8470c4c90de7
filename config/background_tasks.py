"""Endless coroutines that run beside the requests, named in the setting BACKGROUND_TASKS.

`manage.py play` runs them in the server process, `manage.py clock` runs only them. Several processes may run them at
the same time; each task is written to tolerate that.
"""

import asyncio
import logging

from django.conf import settings
from django.utils.module_loading import import_string

from games import metrics

log = logging.getLogger("site.tasks")
RESTART_SECONDS = 5.0


async def keep_running(name: str, pause: float = RESTART_SECONDS) -> None:
    """Run a task, and restart it whenever it ends or raises."""
    while True:
        try:
            await import_string(name)()
            log.error("The background task %s ended and is restarted", name)
        except Exception:  # whatever failed once may work the next time, and without this task no game would go on
            log.exception("The background task %s failed and is restarted", name)
        await asyncio.sleep(pause)


async def run_all(pause: float = RESTART_SECONDS) -> None:
    metrics.start_reporting()
    async with asyncio.TaskGroup() as group:
        for name in settings.BACKGROUND_TASKS:
            group.create_task(keep_running(name, pause), name=name)
