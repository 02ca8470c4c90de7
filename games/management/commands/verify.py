"""Replay all games and compare them with their stored states."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.devtools.progress import Progress
from games.models import Game
from games.staff.services import verify_all


class Command(BaseCommand):
    help = "Replays the log of every game and compares the result with the stored state: `verify games`."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("what", choices=["games"])
        parser.add_argument("--after", type=int, default=0, help="start after the game with this number")

    def handle(self, *args: Any, **options: Any) -> None:
        total = Game.objects.filter(pk__gt=options["after"]).count()
        progress, different, done = Progress(total, "games"), 0, 0
        for done, (game, sentence) in enumerate(verify_all(options["after"]), start=1):
            progress.update(done)
            if sentence:
                different += 1
                progress.end()
                self.stdout.write(f"Game {game}: {sentence}")
        progress.end()
        self.stdout.write(f"Games replayed: {done:,}. Different from their stored state: {different:,}.")
        if different:
            sys.exit(1)
