"""Replay games and compare: does the log of a game lead to its stored state?"""

from collections import defaultdict
from collections.abc import Iterator

from games.engine import Diverged, Rules, State, problems, replay
from games.engine import Entry as LoggedMove
from games.engine.notation import read_events
from games.engine.stored import load_state
from games.models import Entry, Game
from games.table.commitments import StoredSource
from games.wording import staff as wording
from games.wording.refusals import sentence

BATCH = 200
GAME = ("pk", "version", "state")
Row = tuple[int | None, str, float, str]


def difference(game: Game) -> str:
    """Return what is wrong with a game, as a sentence; empty when its log leads to its stored state."""
    log = Entry.objects.filter(game=game, number__lte=game.version).order_by("number")
    return _compare(game.pk, game.state, list(log.values_list("seat", "move", "now", "events")))


def verify_all(first: int = 0) -> Iterator[tuple[int, str]]:
    """Yield the number and the problem, if any, of each game after `first`. Skip games created in the meantime."""
    last = Game.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
    while True:
        games = list(Game.objects.filter(pk__gt=first, pk__lte=last).order_by("pk")[:BATCH].values_list(*GAME))
        if not games:
            return
        first = games[-1][0]
        logs = _logs([number for number, _, _ in games])
        for number, version, state in games:
            log = [entry for own, entry in logs[number] if own <= version]
            yield number, _compare(number, state, log)


def _logs(games: list[int]) -> dict[int, list[tuple[int, Row]]]:
    logs: dict[int, list[tuple[int, Row]]] = defaultdict(list)
    rows = Entry.objects.filter(game__in=games).order_by("game", "number")
    for game, number, *entry in rows.values_list("game", "number", "seat", "move", "now", "events"):
        logs[game].append((number, tuple(entry)))  # type: ignore[arg-type]
    return logs


def _compare(game: int, text: str, rows: list[Row]) -> str:
    try:
        stored = State(Rules(), 2)
        load_state(stored, text)
        log = [LoggedMove(seat, move, now, read_events(events)) for seat, move, now, events in rows]
        replayed = replay(log, check=True, source=StoredSource(game))
    except Diverged as diverged:
        return sentence(diverged)
    except Exception as error:  # a damaged log or state can make the engine raise anything
        return wording.note("not_replayable", error=type(error).__name__, details=error)
    if replayed != stored:
        return wording.note("other_state", parts=", ".join(_different_parts(replayed, stored)))
    return " ".join(problems(stored))


def _different_parts(one: State, other: State) -> list[str]:
    return [part for part in State.PARTS if getattr(one, part) != getattr(other, part)]
