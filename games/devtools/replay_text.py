"""A position of a game as text, for the terminal."""

from collections.abc import Iterator

from django.utils.html import strip_tags

from games.engine import State, replay, seen, view
from games.engine.cards import Face
from games.history.files import GameFile, NotAGame
from games.table.event_text import QUIET, Reader, sentence
from games.wording import teams
from games.wording.history import DEALT


def text_of(game: GameFile, seat: int | None = None, at: int | None = None) -> str:
    """Return the position after an entry as one seat saw it, or with all hands."""
    last = len(game.entries) - 1
    number = last if at is None else at
    if not 0 <= number <= last:
        raise NotAGame("no_entry", last=last)
    if seat is not None and seat not in range(len(game.seats)):
        raise NotAGame("no_seat", seat=seat)
    return "\n".join(_lines(game, seat, number))


def _lines(game: GameFile, seat: int | None, number: int) -> Iterator[str]:
    names = tuple(one.name for one in game.seats)
    state = replay(game.entries[: number + 1])
    reader = Reader(names, seat, teams=teams.names(state.rules))
    yield game.title
    yield f"Entry {number} of {len(game.entries) - 1}, round {state.round}: {_told(game, number, reader)}"
    yield ""
    yield f"{'Top card':<12} {state.top.name}, color {state.color or '–'}"
    yield f"{'Draw pile':<12} {len(state.draw)} cards"
    for owner, name in enumerate(names):
        turn = "→" if owner == state.turn and not state.has_round_ended else " "
        yield f"{turn} {name:<20} {state.scores[owner]:>4} points  {_hand(state, owner, seat)}"
    if seat is not None and view(state, seat).legal:
        yield ""
        yield f"{'May':<12} {', '.join(view(state, seat).legal)}"


def _told(game: GameFile, number: int, reader: Reader) -> str:
    known = (seen(event, reader.seat) for event in game.entries[number].events)
    told = [strip_tags(sentence(event, reader)) for event in known if event and event[0] not in QUIET]
    return " ".join(filter(None, told)) or DEALT


def _hand(state: State, owner: int, seat: int | None) -> str:
    faces: list[Face] = [state.deck.faces[state.side][card] for card in state.hands[owner]]
    if seat is None or seat == owner:
        return ", ".join(face.name for face in faces) or "–"
    return f"{len(faces)} cards"
