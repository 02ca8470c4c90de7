"""Measurements."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from config import gc_tuning
from games.devtools import bench_engine, bench_server
from games.devtools.progress import Progress
from games.engine import WrongRules
from games.wording.refusals import sentence


class Command(BaseCommand):
    help = (
        "Measures how fast the engine plays (`bench engine --rules Official --seats 4`), or how fast a server process "
        "serves tables (`bench table --tables 25 --viewers 4 --seconds 20`)."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        kinds = parser.add_subparsers(dest="what", required=True)
        engine, table, seat = (kinds.add_parser(name) for name in ("engine", "table", "seat"))
        engine.add_argument("--rules", default="Official", help="a preset")
        engine.add_argument("--seats", type=int, default=4)
        engine.add_argument("--games", type=int, default=2000)
        table.add_argument("--seconds", type=float, default=20.0)
        table.add_argument("--pace", type=float, default=0.0, help="seconds between a table's moves; 0: no pause")
        for kind in (table, seat):  # `seat` is what `table` calls to fill the database of the server it starts
            kind.add_argument("--tables", type=int, default=25)
            kind.add_argument("--viewers", type=int, default=4)
            kind.add_argument("--spectators", type=int, default=0)
            kind.add_argument("--api", action="store_true", help="programs and their streams, in place of browsers")
        for kind in (engine, table):
            kind.add_argument("--json", action="store_true")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["what"] == "seat":
            self.seat(**options)
            return
        found = self.engine(**options) if options["what"] == "engine" else self.table(**options)
        self.stdout.write(json.dumps(found._asdict()) if options["json"] else found.table())

    def engine(self, rules: str, seats: int, games: int, **_: Any) -> bench_engine.Speed:
        if games < 1:
            raise CommandError("Give at least one game.")
        progress = Progress(bench_engine.RUNS, "runs")
        gc_tuning.freeze_startup()  # as the server does it
        try:
            return bench_engine.measure(rules, seats, games, progress.update)
        except WrongRules as wrong:
            raise CommandError(sentence(wrong)) from wrong
        finally:
            progress.end()

    def table(
        self, tables: int, viewers: int, seconds: float, pace: float, spectators: int, api: bool, **_: Any
    ) -> bench_server.Load:
        if tables < 1 or not 2 <= viewers <= 10 or seconds <= 0 or pace < 0 or spectators < 0:
            raise CommandError("Give at least one table, 2 to 10 viewers, and times that are not negative.")
        return bench_server.measure(tables, viewers, seconds, pace, spectators, api)

    def seat(self, tables: int, viewers: int, spectators: int, api: bool, **_: Any) -> None:
        from games.devtools.bench_tables import seat, session_of, token_of

        for words in seat(tables, viewers, spectators, bench_server.RULES, token_of if api else session_of):
            self.stdout.write(" ".join(words))
