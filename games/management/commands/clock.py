"""Run the background tasks in a process of their own."""

import asyncio
import signal
from contextlib import suppress
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from config import background_tasks, health
from games.storage import trouble


class Command(BaseCommand):
    help = "Runs the background tasks. `manage.py play` includes them; several server processes need one clock."

    def handle(self, **options: Any) -> None:
        if (found := self.find_migrations()) != "ok":
            raise CommandError(f"The database lacks migrations: {found}.")
        with suppress(KeyboardInterrupt, asyncio.CancelledError):
            asyncio.run(self.run_until_stopped())
        self.stdout.write("\nStopped.")

    def find_migrations(self) -> str:
        """Look for what the database lacks. If it does not answer, the clock starts all the same, and waits for it."""
        try:
            return health.migrations()
        except Exception as error:
            if not trouble(error):
                raise
            return "ok"

    async def run_until_stopped(self) -> None:
        tasks = asyncio.ensure_future(background_tasks.run_all())
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, tasks.cancel)
        self.stdout.write("The clock is running. Stop it with Ctrl-C.")
        self.stdout.flush()
        await tasks
