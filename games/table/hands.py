"""Your hand, as you see it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.safestring import SafeString

from games.engine import Move, View
from games.table import cards
from games.wording.prompts import NOBODYS_TURN


class HandCard(NamedTuple):
    """A card in your hand. ``name`` tells equal cards apart."""

    name: str
    label: str
    html: SafeString
    move: str
    can: bool
    is_new: bool
    verb: str


@dataclass(frozen=True, slots=True)
class Hand:
    cards: tuple[HandCard, ...]
    hints: bool
    out: bool
    limit: int
    marks: bool
    """Whether the page says which cards can be played."""
    playing: bool
    order: str


SORTS: dict[str, Callable[[str], Any]] = {"color": cards.color_rank, "number": cards.number_rank}


def hand(seen_by: View, order: str, hints: bool) -> Hand:
    """Return the hand in the order that its player prefers, each card with the move that it makes."""
    plays = tuple(move for move in seen_by.legal if move.card)
    guessed = () if seen_by.rules.hints else _guessed(seen_by)
    is_asked_for_cards = seen_by.turn == seen_by.seat and seen_by.node in VERBS
    return Hand(
        cards=_cards(seen_by.hand, guessed or plays, seen_by.drawn, seen_by.side, order),
        hints=hints and seen_by.rules.hints and (bool(plays) or is_asked_for_cards),
        marks=seen_by.rules.hints,
        out=seen_by.seat in seen_by.out,
        limit=seen_by.rules.mercy_limit,
        playing=seen_by.seat is not None,
        order=order,
    )


def _guessed(seen_by: View) -> tuple[Move, ...]:
    """At a table without hints, all cards can be pressed whenever a card may be played."""
    verb = VERBS.get(seen_by.decision) if seen_by.turn == seen_by.seat else "jump" if seen_by.rules.jump_in else None
    is_running = seen_by.node not in NOBODYS_TURN and seen_by.seat not in seen_by.out
    return tuple(Move(f"{verb} {text}") for text in dict.fromkeys(seen_by.hand)) if verb and is_running else ()


VERBS = {"turn": "play", "keep_or_play": "play", "respond": "stack", "add_more": "add"}
"""What playing a card is called, by the decision it answers."""


def _cards(
    hand: tuple[str, ...], plays: tuple[Move, ...], drawn: tuple[str, ...], side: int, order: str
) -> tuple[HandCard, ...]:
    moves = {move.card: move for move in plays}
    return tuple(_sorted(hand, moves, list(drawn), side, SORTS.get(order)))


def _sorted(
    hand: tuple[str, ...], moves: dict[str, Move], new: list[str], side: int, sort: Callable[[str], Any] | None
) -> Iterator[HandCard]:
    seen_of = dict.fromkeys(hand, 0)
    for text in sorted(hand, key=sort) if sort else hand:
        seen_of[text] += 1
        is_new = text in new
        if is_new:
            new.remove(text)
        move = moves.get(text)
        yield HandCard(
            name=f"{text}-{seen_of[text]}",
            label=cards.spoken(text),
            html=cards.face(text, side),
            move=move or f"play {text}",
            can=move is not None,
            is_new=is_new,
            verb=move.verb if move else "",
        )
