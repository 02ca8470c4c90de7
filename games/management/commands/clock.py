"""The work beside the requests, in a process of its own."""

import asyncio
import signal
from contextlib import suppress
from typing import Any

from django.core.management.base import BaseCommand

from config import background_tasks


class Command(BaseCommand):
    help = "Runs what goes on beside the requests. `manage.py play` has it inside; several processes share one."

    def handle(self, **options: Any) -> None:
        with suppress(KeyboardInterrupt, asyncio.CancelledError):
            asyncio.run(self.until_told())
        self.stdout.write("\nStopped.")

    async def until_told(self) -> None:
        work = asyncio.ensure_future(background_tasks.run_all())
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, work.cancel)
        self.stdout.write("The clock is running. Stop it with Ctrl-C.")
        self.stdout.flush()
        await work
