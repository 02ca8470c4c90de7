"""A game for programs that know the vocabulary of transfers and no other word: `vocabulary=classic`.

Obligations are only those of that vocabulary: adding a card and playing the card just drawn are choices of a turn. The
accusation is the name of the player accused, and moves are actions that can be sent as they are. What has no word
there, such as agreeing to the next round, is not offered; it happens by itself.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from games.api.cards import either_side
from games.table.snapshot import Snapshot

Plain = dict[str, Any]
OBLIGATIONS = ("orderColor", "draw", "respond", "choosePlayer")
HAND, PILE, STACK = {"type": "hand"}, {"type": "pile", "name": "discard"}, {"type": "stack", "name": "draw"}


def in_classic_words(meta: Plain | None) -> Plain | None:
    """Return what is said of the turn, in the words of this vocabulary."""
    if meta is None:
        return None
    obligations = [obligation for obligation in meta["obligations"] if obligation["type"] in OBLIGATIONS]
    accusation = meta["accusation"]
    return meta | {"obligations": obligations, "accusation": accusation and accusation["accused"]}


def transfers(table: Snapshot, actions: Iterable[Plain], accepted: int) -> Iterator[Plain]:
    """Yield actions of our own vocabulary in this one. To accept a draw card is to draw so many cards."""
    for action in actions:
        if (translate := TRANSLATIONS.get(action["type"])) is not None:
            yield translate(action, table, accepted)


def to_pile(action: Plain, table: Snapshot, accepted: int) -> Plain:
    card = either_side(table.state.deck.name, table.state.side, action["card"])
    return {"type": "transfer", "source": HAND, "destination": PILE, "cards": [card]}


def to_hand(amount: int) -> Plain:
    return {"type": "transfer", "source": STACK, "destination": HAND, "amount": amount}


def unchanged(action: Plain, table: Snapshot, accepted: int) -> Plain:
    return action


TRANSLATIONS: dict[str, Callable[[Plain, Snapshot, int], Plain]] = {
    **dict.fromkeys(("play", "stack", "jump", "add"), to_pile),
    **dict.fromkeys(("keep", "pass", "done"), lambda action, table, accepted: {"type": "skip"}),
    **dict.fromkeys(("challenge", "declare", "accuse"), unchanged),
    **dict.fromkeys(
        ("swap", "target"),
        lambda action, table, accepted: {"type": "choosePlayer", "username": action["target"]},
    ),
    "draw": lambda action, table, accepted: to_hand(action["amount"]),
    "accept": lambda action, table, accepted: to_hand(accepted),
    "color": lambda action, table, accepted: {"type": "orderColor", "color": action["color"]},
}
