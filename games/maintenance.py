"""Periodic cleanup, so that no cron job is needed."""

import asyncio
import logging
from io import StringIO

from django.core.management import call_command, get_commands

from games.threads import in_thread

log = logging.getLogger("site.maintenance")
EVERY_SECONDS = 60 * 60
TASKS = ("clearsessions", "delete_idle_guests")


def run_tasks() -> list[str]:
    """Run the cleanup commands once, and return their names."""
    done = [task for task in TASKS if task in get_commands()]
    for task in done:
        call_command(task, stdout=StringIO())
    return done


async def run() -> None:
    """Run the cleanup commands every hour."""
    while True:
        done = await in_thread(run_tasks)
        log.info("Cleaned up: %s", ", ".join(done))
        await asyncio.sleep(EVERY_SECONDS)
