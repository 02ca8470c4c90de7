"""Moves, as text.

A move is a string, so it can be the value of a button, stored in a log, sent and typed. It also has attributes for its
verb and its arguments.

>>> move = Move("play R7")
>>> move == "play R7", move.verb, move.card
(True, 'play', 'R7')

A color or a player may follow a card. Such a line stands for two moves: the second one answers the decision that the
first one leads to.

>>> read_moves("play WD4 green")
('play WD4', 'color green')
>>> read_moves("play R7 2, declare")
('play R7', 'swap 2', 'declare')

Where several cards may be played in one move, they are joined by plus signs, the last one lies on top:

>>> read_moves("play R7+B7")
('play R7', 'add B7', 'done')
"""

from collections.abc import Iterable
from sys import intern

from .errors import EngineError

CARD_VERBS = ("play", "stack", "jump", "add")
SEAT_VERBS = ("swap", "target", "accuse")
CALL_VERBS = ("declare", "accuse")
OUT_OF_TURN_VERBS = (*CALL_VERBS, "jump")
ANSWER_VERBS = ("color", "swap", "target")
"""Verbs whose card may be followed by a color or a player."""
BARE_VERBS = ("draw", "pass", "keep", "challenge", "accept", "declare", "continue", "done")


class Unreadable(EngineError, ValueError):
    """A text that is not a move, a position or a game.

    >>> try:
    ...     read_moves("fly away")
    ... except Unreadable as wrong:
    ...     print(wrong)
    unknown_move (text=fly away)
    """


class Move(str):
    """One move: a ``verb`` with a ``card``, a ``color``, a ``seat``, an ``amount`` or nothing."""

    __slots__ = ("amount", "card", "color", "is_call", "seat", "verb")

    verb: str
    is_call: bool
    """Whether the move is a call, which is no choice in the game."""
    card: str
    color: str
    seat: int
    amount: int

    def __new__(cls, text: str) -> "Move":
        move = super().__new__(cls, text)
        if not isinstance(text, str):
            raise Unreadable("not_a_move")
        verb, _, rest = text.partition(" ")
        _check_shape(text, verb, rest)
        move.verb = intern(verb)
        move.is_call = verb in CALL_VERBS
        move.card = intern(rest) if verb in CARD_VERBS else ""  # cards.py interns its texts too: compares faster
        move.color = rest if verb == "color" else ""
        move.seat = _whole(rest, text) if verb in SEAT_VERBS else -1
        move.amount = _whole(rest or "1", text) if verb == "draw" else 0
        return move

    def __reduce__(self) -> tuple[type["Move"], tuple[str]]:
        return Move, (str(self),)


def _whole(word: str, text: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) <= 4 and word == str(int(word))):
        raise Unreadable("number_expected", text=text[:40], word=word[:20])
    return int(word)


def _check_shape(text: str, verb: str, rest: str) -> None:
    known = verb in CARD_VERBS or verb in SEAT_VERBS or verb in BARE_VERBS or verb == "color"
    if not known:
        raise Unreadable("unknown_move", text=text[:40])
    takes_a_word = verb not in BARE_VERBS
    if (takes_a_word == (not rest) and verb != "draw") or " " in rest or text != " ".join(text.split()):
        raise Unreadable("incomplete_move", text=text[:40])


def read_moves(text: str | Iterable[str]) -> tuple[Move, ...]:
    """Parse the moves in a line, separated by commas, or in a list of lines."""
    lines = text.split(",") if isinstance(text, str) else text
    moves = tuple(move for line in lines for move in _read_line(line)) if isinstance(lines, Iterable) else ()
    if not moves:
        raise Unreadable("not_a_move")
    return moves


def _read_line(line: str) -> list[Move]:
    if isinstance(line, Move):
        return [line]
    if not isinstance(line, str):
        raise Unreadable("not_a_move")
    words = [word for word in line.split(" ") if word]
    if len(words) in (2, 3) and words[0] in CARD_VERBS:
        first, *others = words[1].split("+")
        cards = [Move(f"{words[0]} {first}"), *(Move(f"add {card}") for card in others), *[Move("done")] * bool(others)]
        return cards + [Move(f"swap {answer}" if answer.isdigit() else f"color {answer}") for answer in words[2:]]
    return [Move(" ".join(words))]
