"""Bots against bots, and how sure the result is."""

import json
import shlex
import sys
from argparse import ArgumentParser
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.bots import BOTS
from games.bots.search import Budget
from games.devtools.arena.contest import Contest, Outcome, WrongContest, contest, hold
from games.devtools.arena.report import report
from games.devtools.arena.scoreboard import scoreboard
from games.devtools.arena.stats import as_json
from games.devtools.progress import Progress
from games.engine import OPTIONS, PRESETS, Rules, WrongRules
from games.wording.options import label, value
from games.wording.refusals import sentence

NOT_INSTALLED = "The arena needs the package openskill. Install it with “pip install -r tests/requirements.txt”."


class Command(BaseCommand):
    help = (
        "Lets bots play against each other, each deal with every seating so that luck cancels, and says who won how "
        f"often and how sure that is. There are {', '.join(BOTS)}."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("bots", nargs="+", metavar="BOT", help="two or more; with two bots and more seats, "
                            "the first has one seat and the second all others")  # fmt: skip
        parser.add_argument("--rules", default="Official", help=f"{', '.join(PRESETS)}")
        parser.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE", help="change a rule")
        parser.add_argument("--seats", type=int, default=2)
        parser.add_argument("--games", type=int, default=1000, help="how many; every deal begun is played to its end")
        parser.add_argument("--rounds", action="store_true", help="a game is one round, not a match to the score limit")
        parser.add_argument("--seed", type=int, default=1, help="the same seed, the same games")
        parser.add_argument("--jobs", type=int, default=1, help="how many processes play")
        parser.add_argument("--playouts", type=int, default=Budget().playouts, help="how much Expert thinks")
        parser.add_argument("--open-hands", action="store_true", help="the first bot sees all hands; Expert uses it")
        parser.add_argument("--json", action="store_true", help="print the result for programs")
        parser.add_argument("--report", type=Path, metavar="FILE.html", help="also write a page with charts")
        parser.add_argument(
            "--save", type=Path, metavar="FILE.json", help="also write the result with date and command"
        )

    def handle(self, *args: Any, **given: Any) -> None:
        if find_spec("openskill") is None:
            raise CommandError(NOT_INSTALLED)
        rules, held = self.contest(given)
        outcomes = self.play(held, given["jobs"], given["verbosity"] > 1)
        if not outcomes:
            raise CommandError("Stopped before the first game was over.")
        result = as_json(held, outcomes, rules)
        day, command = f"{datetime.now(UTC):%Y-%m-%d}", shlex.join(["manage.py", *sys.argv[1:]])
        self.stdout.write(json.dumps(result) if given["json"] else scoreboard(held, outcomes, rules))
        if given["report"]:
            self.write(given["report"], report(held, outcomes, rules, command, day))
        if given["save"]:
            self.write(given["save"], json.dumps({"made": day, "command": command} | result, indent=1) + "\n")

    def contest(self, given: dict[str, Any]) -> tuple[str, Contest]:
        """What the rules are called, and the contest; or the sentence that says why not."""
        changes = [*given["set"], *["score_limit=one_round"] * given["rounds"]]
        try:
            unreadable = next((change for change in changes if "=" not in change), None)
            if unreadable:
                raise CommandError(f"Set a rule as OPTION=VALUE, not as {unreadable}.")
            rules = Rules.preset(given["rules"], **dict(change.split("=", 1) for change in changes))
            budget = Budget(max(1, given["playouts"]))
            seats, games, seed = given["seats"], given["games"], given["seed"]
            held = contest(given["bots"], rules, seats, games, seed, budget, given["open_hands"])
        except WrongRules as wrong:
            raise CommandError(sentence(wrong)) from None
        except WrongContest as wrong:
            raise CommandError(str(wrong)) from None
        return in_words(rules, Rules.preset(given["rules"])), held

    def play(self, held: Contest, jobs: int, talks: bool) -> list[Outcome]:
        """The games; after Ctrl-C those that are over."""
        outcomes: list[Outcome] = []
        progress = Progress(held.deals * len(held.seatings), "games")
        try:
            for finished in hold(held, jobs):
                outcomes += finished
                progress.update(len(outcomes))
                if talks:
                    self.stderr.write(f"{len(outcomes):,} games")
                    self.stderr.flush()
        except KeyboardInterrupt:
            progress.end()
            self.stderr.write(f"Stopped after {len(outcomes):,} games.")
        progress.end()
        return outcomes

    def write(self, path: Path, words: str) -> None:
        try:
            path.write_text(words)
        except OSError as problem:
            raise CommandError(f"{path} cannot be written: {problem.strerror}.") from None
        self.stderr.write(f"Wrote {path}.")


def in_words(rules: Rules, preset: Rules) -> str:
    """What these rules are called: the preset and what was changed in it."""
    changed = [name for name in OPTIONS if getattr(rules, name) != getattr(preset, name)]
    told = [f"{label(name).lower()} {value(name, getattr(rules, name))}" for name in changed]
    return ", ".join([str(preset.preset_name), *told])
