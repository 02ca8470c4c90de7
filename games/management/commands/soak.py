"""Long runs of checks: the rules on random games, and a whole site under hostile requests and crashes."""

import json
import secrets
import signal
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.devtools.crash import Report as CrashReport
from games.devtools.crash import crash
from games.devtools.fuzz import Report as FuzzReport
from games.devtools.fuzz import fuzz
from games.devtools.fuzz_targets import make_targets
from games.devtools.mutants import Report as MutantReport
from games.devtools.mutants import TestsFail, hunt
from games.devtools.progress import Progress
from games.devtools.soak import soak
from games.models import Entry


class Command(BaseCommand):
    help = (
        "`soak engine --games 100000 --jobs 2` plays random games under random rules with every check on. "
        "`soak site --requests 100000` sends hostile requests to every route of a site of its own. "
        "`soak crash --kills 50` kills such a site again and again while people play on it. "
        "`soak mutants --count 50` changes the rules a little and reports changes that no test notices."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        kinds = parser.add_subparsers(dest="what", required=True)
        engine = kinds.add_parser("engine")
        engine.add_argument("--games", type=int, default=1000)
        engine.add_argument("--first", type=int, default=0, help="the number of the first game")
        engine.add_argument("--jobs", type=int, default=1)
        site = kinds.add_parser("site")
        site.add_argument("--requests", type=int, default=100_000)
        crash = kinds.add_parser("crash")
        crash.add_argument("--kills", type=int, default=50)
        crash.add_argument("--restart-postgres", metavar="CMD", help="a command that restarts the PostgreSQL server")
        crash.add_argument("--restart-redis", metavar="CMD", help="a command that restarts the Redis server")
        mutants = kinds.add_parser("mutants")
        mutants.add_argument("--count", type=int, default=50)
        for kind in (site, crash, mutants):
            kind.add_argument("--seed", type=int, help="what is done follows from it; random without one, and printed")
            kind.add_argument("--json", action="store_true", help="print the report as JSON")
        kinds.add_parser("keys", help="used by `soak crash` itself")
        targets = kinds.add_parser("targets", help="used by `soak site` itself")
        targets.add_argument("--seed", type=int, required=True)

    def handle(self, *args: Any, **options: Any) -> None:
        if options["what"] in ("site", "crash"):
            # Stopped from outside, the processes and the database of its own have to go as well.
            signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
        getattr(self, options["what"])(options)

    def engine(self, options: dict[str, Any]) -> None:
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

    def site(self, options: dict[str, Any]) -> None:
        from config.sockets import sockets

        if options["requests"] < 1:
            raise CommandError("Give at least one request.")
        progress = Progress(options["requests"], "requests")
        report = fuzz(options["requests"], seed_of(options), sockets.routes, progress.update)
        progress.end()
        self.tell(report, options)

    def crash(self, options: dict[str, Any]) -> None:
        if options["kills"] < 1:
            raise CommandError("Give at least one kill.")
        restarts = [command for name in ("postgres", "redis") if (command := options[f"restart_{name}"])]
        progress = Progress(options["kills"], "kills")
        report = crash(options["kills"], seed_of(options), restarts, progress.update)
        progress.end()
        self.tell(report, options)

    def mutants(self, options: dict[str, Any]) -> None:
        if options["count"] < 1:
            raise CommandError("Give at least one mutant.")
        progress = Progress(options["count"], "mutants")
        try:
            report = hunt(options["count"], seed_of(options), progress.update)
        except TestsFail:
            raise CommandError("The tests of the engine fail without any change.") from None
        progress.end()
        self.write(report, options)

    def tell(self, report: FuzzReport | CrashReport, options: dict[str, Any]) -> None:
        self.write(report, options)
        sys.exit(1 if report.failed else 0)

    def write(self, report: FuzzReport | CrashReport | MutantReport, options: dict[str, Any]) -> None:
        self.stdout.write(json.dumps(report.as_dict(), indent=2) if options["json"] else report.text())

    def keys(self, options: dict[str, Any]) -> None:
        for key in Entry.objects.exclude(key=None).values_list("key", flat=True):
            self.stdout.write(str(key).partition(" ")[2])

    def targets(self, options: dict[str, Any]) -> None:
        for line in sys.stdin:
            self.stdout.write(make_targets(options["seed"], int(line)))
            self.stdout.flush()


def seed_of(options: dict[str, Any]) -> int:
    return secrets.randbelow(1_000_000) if options["seed"] is None else int(options["seed"])
