"""Write transcripts of games: each position, each seat's view and legal moves, and the events as players see them.

They are committed as files, so that a change of the rules shows in their diffs.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random

from games.engine import PRESETS, Event, Rules, State, deal, legal, play, seen, view
from games.engine.notation import write_event, write_position

from .random_play import random_move

SEATS = 3
MOVES = 60
SECONDS_A_MOVE = 3.0


def transcripts() -> Iterator[tuple[str, str]]:
    """Yield a file name and a transcript for each preset."""
    for number, preset in enumerate(PRESETS):
        yield f"{preset.lower().replace(' ', '_')}.txt", "\n".join(_lines(preset, Random(number))) + "\n"


def write(folder: Path) -> list[Path]:
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for name, text in transcripts():
        paths.append(folder / name)
        paths[-1].write_text(text)
    return paths


def _lines(preset: str, rng: Random) -> Iterator[str]:
    rules = Rules.preset(preset)
    state = deal(rules, rules.seats_near(SEATS), rng)
    yield f"{preset}, {state.seats} seats, the first {MOVES} moves of a random game"
    yield from _events(state, state.news)
    now = 0.0
    for number in range(MOVES):
        if state.is_over:
            break
        now += SECONDS_A_MOVE
        yield ""
        yield f"--- {number + 1}"
        yield write_position(state)
        yield from _views(state)
        able = [seat for seat in range(state.seats) if legal(state, seat)]
        seat = state.turn if rng.random() < 0.8 else rng.choice(able)
        move = random_move(state, seat, rng)
        yield f"seat {seat}: {move}"
        yield from _events(state, play(state, seat, move, now))


def _views(state: State) -> Iterator[str]:
    public = view(state, None)
    yield f"all see {public.top} of {public.discards}, {public.to_draw} to draw, hands {public.counts}"
    for seat in range(state.seats):
        own = view(state, seat)
        yield f"seat {seat} holds {' '.join(own.hand) or 'nothing'}, may {', '.join(own.legal) or 'nothing'}"


def _events(state: State, events: list[Event]) -> Iterator[str]:
    for event in events:
        public = seen(event, None)
        yield f"  {write_event(event)}"
        if public != event:
            yield f"    others: {write_event(public) if public else 'nothing'}"
