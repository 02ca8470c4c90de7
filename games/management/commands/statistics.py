"""Count the statistics of players."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.devtools.progress import Progress
from games.history import counting
from games.models import Game


class Command(BaseCommand):
    help = "Counts the games that ended and were not counted yet; with --rebuild, counts all games again."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--rebuild", action="store_true", help="forget all statistics first")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["rebuild"]:
            counting.forget_all()
        progress, done = Progress(Game.objects.filter(ended_at__isnull=False, counted_at=None).count(), "games"), 0
        while counted := counting.count_pending(counting.MANY):
            done += counted
            progress.update(done)
        progress.end()
        self.stdout.write(f"Counted. Games: {done:,}.")
