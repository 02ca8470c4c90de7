"""What has to be swept now and then, so that nobody needs a timer of the operating system for it."""

import asyncio
import logging
from io import StringIO

from django.core.management import call_command, get_commands

from games.threads import in_thread

log = logging.getLogger("site.house")
EVERY_SECONDS = 60 * 60
TASKS = ("clearsessions", "delete_idle_guests")


def run_tasks() -> list[str]:
    done = [chore for chore in TASKS if chore in get_commands()]
    for chore in done:
        call_command(chore, stdout=StringIO())
    return done


async def run() -> None:
    while True:
        done = await in_thread(run_tasks)
        log.info("Swept: %s", ", ".join(done))
        await asyncio.sleep(EVERY_SECONDS)
