"""Replay and compare, for all games."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.devtools.progress import Progress
from games.models import Game
from games.staff.services import verify_all


class Command(BaseCommand):
    help = "Plays the log of every game again and compares where it leads with what is stored: `verify games`."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("what", choices=["games"])
        parser.add_argument("--after", type=int, default=0, help="begin after the game with this number")

    def handle(self, *args: Any, **options: Any) -> None:
        total = Game.objects.filter(pk__gt=options["after"]).count()
        progress, wrong, done = Progress(total, "games"), 0, 0
        for done, (game, sentence) in enumerate(verify_all(options["after"]), start=1):
            progress.update(done)
            if sentence:
                wrong += 1
                progress.end()
                self.stdout.write(f"Game {game}: {sentence}")
        progress.end()
        self.stdout.write(f"{done:,} games replayed, {wrong:,} of them differ from what is stored.")
        if wrong:
            sys.exit(1)
