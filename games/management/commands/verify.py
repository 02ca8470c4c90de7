"""Replay all games, compare them with their stored states, and check their deals."""

import sys
from collections import Counter
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.devtools.progress import Progress
from games.history.verification import deal_problem
from games.models import Game
from games.staff.services import verify_all


class Command(BaseCommand):
    help = (
        "Replays the log of every game, compares the result with the stored state, and checks that all shuffles follow "
        "from what was committed to: `verify games`."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("what", choices=["games"])
        parser.add_argument("--after", type=int, default=0, help="start after the game with this number")

    def handle(self, *args: Any, **options: Any) -> None:
        total = Game.objects.filter(pk__gt=options["after"]).count()
        progress, found = Progress(total, "games"), Counter[str]()
        for done, (game, difference) in enumerate(verify_all(options["after"]), start=1):
            progress.update(done)
            problem = deal_problem(game)
            found.update(games=1, different=bool(difference), deals=problem is not None, wrong=bool(problem))
            if sentence := " ".join(filter(None, (problem, difference))):
                progress.end()
                self.stdout.write(f"Game {game}: {sentence}")
        progress.end()
        self.stdout.write(
            f"Deals checked: {found['deals']:,}. Wrong: {found['wrong']:,}. "
            f"From before there were commitments: {found['games'] - found['deals']:,}.\n"
            f"Games replayed: {found['games']:,}. Different from their stored state: {found['different']:,}."
        )
        if found["different"] or found["wrong"]:
            sys.exit(1)
