"""Games as files, dealt from a commitment and played by random players, without a database."""

import hashlib
import json
from random import Random
from typing import Any

from games.engine import Entry, Rules, State, deal_from, decide, legal, play
from games.engine.rounds import ranks
from games.history import files
from games.table.commitments import Shuffles, made_by_server, source_from

Document = dict[str, Any]
MOVE_SECONDS = 3.0
SECRET = "07" * 32


def agreed(rules: Rules, seats: int, secret: str = SECRET) -> Shuffles:
    """A browser in the first seat, the server for the second, a program in the third, and bots."""
    contributions: list[dict[str, str]] = [
        {"by": "browser", "value": "ab" * 16},
        {"by": "server", "value": made_by_server(secret, 1)},
        {"by": "program", "value": "0123456789abcdef" * 4},
    ]
    contributions += [{"by": "bot", "value": ""}] * 7
    commitment = hashlib.sha256(bytes.fromhex(secret)).hexdigest()
    return Shuffles(commitment, rules.canonical(), tuple(contributions[:seats]), secret)


def play_log(state: State, rng: Random, moves: int) -> list[Entry]:
    log = [Entry(None, "deal", 0.0, tuple(state.news))]
    while not state.is_over and len(log) <= moves:
        now, seat = state.now + MOVE_SECONDS, state.turn
        if state.is_paused:
            log.append(Entry(seat, "decide", now, tuple(decide(state, now))))
            continue
        offered = legal(state, seat)
        move = rng.choice([move for move in offered if move.card] or offered)
        log.append(Entry(seat, str(move), now, tuple(play(state, seat, move, now))))
    return log


def document_of(state: State, log: list[Entry], shuffles: Shuffles) -> Document:
    reached = ranks(state) if state.is_over else (None,) * state.seats
    seats = tuple(files.Seat(f"Player {n}", "") for n in range(state.seats))
    more = {**shuffles.as_dict(), "deck": state.deck.cards}
    header = files.Header(
        "g", "A game", state.rules.as_dict(), seats, ranks=reached, scores=tuple(state.scores), shuffles=more
    )
    document: Document = json.loads(files.write(header, log))
    return document


def dealt_game(preset: str = "House", seats: int = 4, number: int = 1, moves: int = 3000, **rules: Any) -> Document:
    """Return a game as a file."""
    chosen = Rules.preset(preset, **rules)
    shuffles = agreed(chosen, seats := chosen.seats_near(seats))
    state = deal_from(source_from(SECRET, shuffles), shuffles.commitment, chosen, seats)
    return document_of(state, play_log(state, Random(number), moves), shuffles)
