"""Replay and compare: does the log of a game lead to what is stored of it?"""

from collections import defaultdict
from collections.abc import Iterator

from games.engine import Diverged, Rules, State, problems, replay
from games.engine import Entry as Told
from games.engine.notation import read_events
from games.engine.stored import load_state
from games.models import Entry, Game
from games.wording.refusals import sentence

AT_ONCE = 200


def differs(game: Game) -> str:
    """What is wrong with a game, in a sentence; nothing when its log leads to its stored state."""
    log = Entry.objects.filter(game=game, number__lte=game.version).order_by("number")
    return _compare(game.state, list(log.values_list("seat", "move", "now", "events")))


def verify_all(first: int = 0) -> Iterator[tuple[int, str]]:
    """Every game by number, with what is wrong with it. Games that begin meanwhile are left out."""
    last = Game.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
    while True:
        games = list(Game.objects.filter(pk__gt=first, pk__lte=last).order_by("pk")[:AT_ONCE].values_list(*GAME))
        if not games:
            return
        first = games[-1][0]
        logs = _logs([number for number, _, _ in games])
        for number, version, state in games:
            log = [entry for own, entry in logs[number] if own <= version]
            yield number, _compare(state, log)


GAME = ("pk", "version", "state")
Row = tuple[int | None, str, float, str]


def _logs(games: list[int]) -> dict[int, list[tuple[int, Row]]]:
    logs: dict[int, list[tuple[int, Row]]] = defaultdict(list)
    rows = Entry.objects.filter(game__in=games).order_by("game", "number")
    for game, number, *entry in rows.values_list("game", "number", "seat", "move", "now", "events"):
        logs[game].append((number, tuple(entry)))  # type: ignore[arg-type]
    return logs


def _compare(text: str, rows: list[Row]) -> str:
    try:
        stored = State(Rules(), 2)
        load_state(stored, text)
        log = [Told(seat, move, now, read_events(events)) for seat, move, now, events in rows]
        again = replay(log, check=True)
    except Diverged as diverged:
        return sentence(diverged)
    except Exception as broken:  # whatever a damaged log or state makes of the engine, it is a game that is not right
        return f"It cannot be replayed: {type(broken).__name__}: {broken}."
    if again != stored:
        return f"The log leads to another state: {', '.join(_parts(again, stored))} differ."
    return " ".join(problems(stored))


def _parts(one: State, other: State) -> list[str]:
    return [part for part in State.PARTS if getattr(one, part) != getattr(other, part)]
