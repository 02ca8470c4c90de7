"""Fill the database with demo data."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.devtools import demo_data
from games.devtools.progress import Progress
from games.models import Game

NOT_EMPTY = "This database has games, with which made-up ones would be mixed. Set DATABASE_URL to an empty one."


class Command(BaseCommand):
    help = "Fills an empty database with games played by bots: `seed demo --games 100000 --live 50`."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("what", choices=["demo"])
        parser.add_argument("--games", type=int, default=1000, help="finished games of the last thirty days")
        parser.add_argument("--live", type=int, default=10, help="tables with a running game")

    def handle(self, *args: Any, **options: Any) -> None:
        games, live = options["games"], options["live"]
        if games < 0 or live < 0:
            raise CommandError("The numbers must not be negative.")
        if Game.objects.exists():
            raise CommandError(NOT_EMPTY)
        progress = Progress(games + live, "games")
        for done in demo_data.seed(games, live):
            progress.update(done)
        progress.end()
        self.stdout.write(f"Created. Finished games: {games:,}. Live tables: {live:,}.")
