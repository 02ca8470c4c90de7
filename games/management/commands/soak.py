"""Longer runs of the checks that the tests make on a few games."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.proving.progress import Progress
from games.proving.soak import soak


class Command(BaseCommand):
    help = "Plays random games under random rules with every check on: `soak engine --games 100000 --jobs 2`."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("what", choices=["engine"])
        parser.add_argument("--games", type=int, default=1000)
        parser.add_argument("--first", type=int, default=0, help="the number of the first game")
        parser.add_argument("--jobs", type=int, default=1)

    def handle(self, *args: Any, **options: Any) -> None:
        games, jobs = options["games"], options["jobs"]
        if games < 1 or jobs < 1:
            raise CommandError("Give at least one game and one job.")
        progress, moves = Progress(games, "games"), 0
        for done, (_, length, failure) in enumerate(soak(options["first"], games, jobs), start=1):
            moves += length
            progress.update(done)
            if failure:
                progress.end()
                self.stdout.write(failure)
                sys.exit(1)
        progress.end()
        self.stdout.write(f"{games:,} games, {moves:,} moves, nothing wrong.")
