"""Measurements."""

import json
import os
import signal
import sys
from typing import Any, Protocol

from django.core.management.base import BaseCommand, CommandError, CommandParser

from config import gc_tuning
from games.devtools import bench_engine, bench_frames, bench_idle, bench_replay, bench_scale, bench_server, screenshots
from games.devtools.bench_figures import Load
from games.devtools.bench_processes import Services
from games.devtools.progress import Progress
from games.engine import WrongRules
from games.management.browsers import launched_browser
from games.wording.refusals import sentence


class Figures(Protocol):
    """What a measurement has found."""

    def table(self) -> str: ...

    def _asdict(self) -> dict[str, Any]: ...


NO_SERVICES = (
    "Several processes need PostgreSQL and Redis: give --database and --redis, or set DATABASE_URL and REDIS_URL."
)
WRONG = (
    "The viewers have not received what is stored. Lost moves: {lost_moves}, moves applied twice: "
    "{moves_applied_twice}, viewers at another version: {viewers_at_another_version}, cards of others: "
    "{cards_of_others}."
)


class Command(BaseCommand):
    help = (
        "Measures how fast the engine plays (`bench engine --rules Official --seats 4`), or how fast server processes "
        "serve tables (`bench table --tables 25 --viewers 4 --seconds 20`), and checks that nothing is lost or leaked. "
        "`bench idle --sockets 1000` measures the memory of open sockets, "
        "`bench scale` how far one server process, one PostgreSQL and one Redis go, "
        "`bench replay` what the positions of a long game cost, "
        "and `bench frames` how smoothly cards move in a browser whose processor is throttled."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        kinds = parser.add_subparsers(dest="what", required=True)
        engine, table, seat, stored = (kinds.add_parser(name) for name in ("engine", "table", "seat", "stored"))
        idle = kinds.add_parser("idle")
        idle.add_argument("--sockets", type=int, default=1000)
        idle.add_argument("--viewers", type=int, default=4, help="at each table")
        engine.add_argument("--rules", default="Official", help="a preset")
        engine.add_argument("--seats", type=int, default=4)
        engine.add_argument("--games", type=int, default=2000)
        table.add_argument("--seconds", type=float, default=20.0)
        table.add_argument("--pace", type=float, default=0.0, help="seconds between a table's moves; 0: no pause")
        scale = kinds.add_parser("scale")
        scale.add_argument("--tables", type=int, default=25)
        scale.add_argument("--seconds", type=float, default=20.0)
        scale.add_argument("--moves", type=int, default=1000, help="that the writer stores with each size of batch")
        scale.add_argument("--hints", type=int, default=5000)
        for kind in (table, scale):
            kind.add_argument("--processes", type=int, help="servers on PostgreSQL and Redis, and one clock")
            kind.add_argument("--database", help="a PostgreSQL server, in place of DATABASE_URL")
            kind.add_argument("--redis", help="a Redis server, in place of REDIS_URL")
        replay, positions = (kinds.add_parser(name) for name in ("replay", "positions"))  # `replay` calls `positions`
        for kind in (replay, positions):
            kind.add_argument("--entries", type=int, default=600)
            kind.add_argument("--positions", type=int, default=100)
        frames = kinds.add_parser("frames")
        frames.add_argument("--screen", default="phone", choices=screenshots.SCREENS)
        frames.add_argument("--only", nargs="*", default=[], choices=[*bench_frames.SCENES, bench_frames.DEAL])
        frames.add_argument("--throttling", type=float, default=4.0, help="how many times slower the processor is")
        kinds.add_parser("writer").add_argument("--moves", type=int, required=True)  # what `scale` calls
        kinds.add_parser("hints").add_argument("--number", type=int, required=True)
        for kind in (table, seat):  # `seat` is what `table` calls to fill the database of the server it starts
            kind.add_argument("--tables", type=int, default=25)
            kind.add_argument("--viewers", type=int, default=4)
            kind.add_argument("--spectators", type=int, default=0)
            kind.add_argument("--idle", type=int, default=0, help="more tables with viewers, at which nothing happens")
            kind.add_argument("--api", action="store_true", help="programs and their streams, in place of browsers")
        stored.add_argument("--tables", type=int, required=True)  # what `table` calls to check the games
        for kind in (engine, table, idle, scale, replay, frames):
            kind.add_argument("--json", action="store_true")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["what"] in ("table", "idle", "scale"):
            # When it is stopped from outside, the server processes and the database are removed too.
            signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
        getattr(self, options["what"])(**options)

    def write(self, found: Figures, as_json: bool) -> None:
        self.stdout.write(json.dumps(found._asdict()) if as_json else found.table())

    def engine(self, rules: str, seats: int, games: int, **options: Any) -> None:
        if games < 1:
            raise CommandError("Give at least one game.")
        progress = Progress(bench_engine.RUNS, "runs")
        gc_tuning.freeze_startup()  # as the server does it
        try:
            found = bench_engine.measure(rules, seats, games, progress.update)
        except WrongRules as wrong:
            raise CommandError(sentence(wrong)) from wrong
        finally:
            progress.end()
        self.write(found, options["json"])

    def table(self, **options: Any) -> None:
        load = bench_server.measure(plan_of(options))
        self.write(load, options["json"])
        check(load)

    def idle(self, sockets: int, viewers: int, **options: Any) -> None:
        if sockets < 1 or not 2 <= viewers <= 10:
            raise CommandError("Give at least one socket, and 2 to 10 viewers.")
        try:
            self.write(bench_idle.measure(sockets, viewers), options["json"])
        except bench_idle.TooManySockets as refusal:
            raise CommandError(str(refusal)) from refusal

    def scale(self, tables: int, seconds: float, moves: int, hints: int, **options: Any) -> None:
        if seconds <= 0 or min(tables, moves, hints) < 1:
            raise CommandError("Give some seconds, at least one table, one move and one hint.")
        processes, services = servers_of(options)
        plan = bench_server.Plan(tables=tables, seconds=seconds, processes=processes, services=services)
        scale = bench_scale.measure(plan, moves, hints)
        self.stdout.write(json.dumps(scale.as_dict()) if options["json"] else scale.text())
        check(scale.load)

    def replay(self, entries: int, positions: int, **options: Any) -> None:
        if min(entries, positions) < 1:
            raise CommandError("Give at least one entry and one position.")
        self.write(bench_replay.measure(entries, positions), options["json"])

    def frames(self, screen: str, throttling: float, only: list[str], **options: Any) -> None:
        if throttling < 1:
            raise CommandError("A processor can only be throttled: give at least 1.")
        with launched_browser() as chromium:
            self.write(bench_frames.measure(chromium, screen, throttling, only), options["json"])

    def positions(self, entries: int, positions: int, **_: Any) -> None:
        gc_tuning.freeze_startup()
        self.stdout.write(json.dumps(bench_replay.measure_here(entries, positions)._asdict()))

    def seat(self, tables: int, viewers: int, spectators: int, idle: int, api: bool, **_: Any) -> None:
        from games.devtools.bench_tables import seat, session_of, token_of

        for words in seat(tables, viewers, spectators, bench_server.RULES, token_of if api else session_of, idle):
            self.stdout.write(" ".join(words))

    def writer(self, moves: int, **_: Any) -> None:
        from games.devtools.bench_writer import measure

        for found in measure(bench_server.RULES, moves):
            self.stdout.write(json.dumps(found._asdict()))

    def hints(self, number: int, **_: Any) -> None:
        from games.devtools.bench_hints import measure

        self.stdout.write(json.dumps(measure(number)._asdict()))

    def stored(self, tables: int, **_: Any) -> None:
        from games.devtools.bench_stored import stored_games

        for game in stored_games(tables):
            self.stdout.write(game.to_json())


def plan_of(options: dict[str, Any]) -> bench_server.Plan:
    plan = bench_server.Plan(
        **{name: options[name] for name in ("tables", "viewers", "spectators", "idle", "seconds", "pace", "api")}
    )
    if plan.tables < 1 or not 2 <= plan.viewers <= 10 or plan.seconds <= 0:
        raise CommandError("Give at least one table, 2 to 10 viewers, and some seconds.")
    if min(plan.pace, plan.spectators, plan.idle) < 0:
        raise CommandError("Give numbers that are not negative.")
    processes, services = servers_of(options)
    return plan._replace(processes=processes, services=services)


def servers_of(options: dict[str, Any]) -> tuple[int, Services]:
    """Return how many server processes to start, and the addresses of PostgreSQL and Redis in the options or in the
    environment. Without --processes, it is one process on SQLite."""
    processes = options["processes"]
    if processes is None:
        return 1, Services()
    if processes < 1:
        raise CommandError("Give at least one process.")
    database = options["database"] or os.environ.get("DATABASE_URL", "")
    redis = options["redis"] or os.environ.get("REDIS_URL", "")
    if not (database.startswith("postgres") and redis):
        raise CommandError(NO_SERVICES)
    return processes, Services(database, redis)


def check(load: Load) -> None:
    """Fail if the viewers have not received what is stored."""
    if any(load.faults):
        raise CommandError(WRONG.format(**load.faults._asdict()))
