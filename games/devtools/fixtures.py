"""Positions for every state of the table page, for screenshots and for tests that must not depend on chance.

>>> fixture = FIXTURES["a wild"]
>>> build_state(fixture).hands[0]
['W', 'R7', 'G2', 'B5']
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from games.engine import Rules, State
from games.engine.game import lay_out
from games.engine.stored import as_event, check_shape


@dataclass(frozen=True, kw_only=True)
class Fixture:
    """A position, the moves that are played from it, and the seat that it is viewed from.

    A number in `hands` stands for that many cards from the pile. `parts` are attributes of the state.
    """

    hands: str
    rules: str = "Official"
    options: Mapping[str, Any] = field(default_factory=dict)
    discard: str = "Y4 R9 R1"
    turn: int = 0
    direction: int = 1
    parts: Mapping[str, Any] = field(default_factory=dict)
    played: tuple[str, ...] = ()
    seat: int | None = 0
    bots: Mapping[int, str] = field(default_factory=dict)
    away: tuple[int, ...] = ()
    lost: tuple[int, ...] = ()
    watching: str = "hidden"
    adapts_bots: bool = False


def build_state(fixture: Fixture) -> State:
    """Return the position before any move is played. It is the same each time."""
    rules = Rules.preset(fixture.rules, **fixture.options)
    named = [hand.split() for hand in fixture.hands.split("/")]
    discard = fixture.discard.split()
    pile = list(rules.cards.cards)
    for card in [*discard, *(card for hand in named for card in hand if not card.isdigit())]:
        pile.remove(card)
    Random(7).shuffle(pile)  # always the same order, so screenshots can be compared
    hands = [[card for word in hand for card in _cards_for(word, pile)] for hand in named]
    color, side = fixture.parts.get("color") or ("red" if discard[-1] == "W" else None), fixture.parts.get("side", 0)
    state = lay_out(rules, hands, pile, discard, fixture.turn, fixture.direction, color, side)
    for part, value in fixture.parts.items():
        setattr(state, part, value)
    check_shape(state)
    state.news = [as_event(state)]
    return state


def _cards_for(word: str, pile: list[str]) -> list[str]:
    return [pile.pop() for _ in range(int(word))] if word.isdigit() else [word]


THREE = {1: "Easy", 2: "Hard", 3: "Ruthless"}
DARK = "R1|P3 G2|TE B3|U8 Y7|O2 W|P5 R6|PE YF|P4"
FULL = "R0 R3 R7 RS RR RD Y1 Y2 Y5 Y8 YR YD G0 G4 G6 G9 GS GD B1 B2 B3 B6 B8 BS BR W W WD4 WD4 R5"
NEARLY = {"round": 3, "scores": [412, 280, 355, 90]}

FIXTURES: dict[str, Fixture] = {
    "in play": Fixture(
        hands="R7 RS Y4 YD G2 GR WD4 / R4 4 / G4 B8 / G1 5",
        turn=1,
        bots={3: "Ruthless"},
        parts={"scores": [120, 95, 210, 60]},
        played=("1 play R4", "2 declare", "2 play G4", "3 play G1"),
    ),
    "my turn": Fixture(hands="R7 RS Y4 YD G2 GR B9 / 7 / 5 / 6", bots=THREE, parts={"scores": [40, 0, 22, 0]}),
    "nothing fits": Fixture(hands="G2 G7 B5 BS / 7 / 5 / 6", bots=THREE),
    "a drawn card": Fixture(
        hands="G2 G7 B5 R6 / 7 / 5 / 6", bots=THREE, parts={"node": "keep_or_play", "drawn": ("R6",)}
    ),
    "another player’s turn": Fixture(hands="R7 RS Y4 YD G2 GR B9 / 7 / 5 / 6", bots=THREE, turn=2),
    "a wild": Fixture(hands="W R7 G2 B5 / 7 / 5 / 6", bots=THREE, played=("0 play W",)),
    "a first wild": Fixture(
        hands="7 / 7 / 7 / 7", discard="W", bots=THREE, parts={"node": "first_color", "color": None}
    ),
    "a wild draw four": Fixture(
        hands="R7 RS Y4 G2 B9 / 5 / 5 / WD4 B8", turn=3, bots={2: "Mixed"}, played=("3 play WD4 blue",)
    ),
    "a chain": Fixture(
        hands="RD R7 Y4 G2 B9 / 6 / RD 4 / YD 3", rules="House", turn=2, played=("2 play RD", "3 stack YD")
    ),
    "a seven": Fixture(
        hands="R7 W G2 B5 / 7 / 2 / 11", options={"seven": "swap", "zero": "pass"}, bots=THREE, played=("0 play R7",)
    ),
    "a jump-in": Fixture(hands="R7 RS Y4 / 5 / R7 4 / 6", options={"jump_in": True}, turn=2, played=("2 play R7",)),
    "a jump-in with fifteen cards": Fixture(
        hands="R0 R3 RS R7 Y1 Y4 YD G2 G6 G9 GS B3 B8 BR B9 / 5 / B9 4 / 6",
        options={"jump_in": True},
        discard="Y4 R9 B1",
        turn=2,
        played=("2 play B9",),
    ),
    "my call": Fixture(hands="R7 W / 7 / 5 / 6", bots=THREE),
    "a catch": Fixture(hands="R7 RS Y4 G2 / R4 G9 / 5 / 6", turn=1, played=("1 play R4",)),
    "a called last card": Fixture(
        hands="R7 RS Y4 G2 / R4 G9 / 5 / 6", turn=1, played=("1 declare", "1 play R4", "2 draw", "2 keep")
    ),
    "a flip": Fixture(hands=DARK + " / 7 / 5 / 6", rules="Flip", bots=THREE, discard="R4|OF B9|O5 G4|T9"),
    "a Flip card": Fixture(hands=DARK + " / 7 / 5 / 6", rules="Flip", bots=THREE, discard="R4|OF G4|T9 Y1|PE"),
    "the dark side": Fixture(
        hands=DARK + " / 7 / 5 / 6", rules="Flip", bots=THREE, discard="R1|U2 Y1|PE R3|P7", parts={"side": 1}
    ),
    "a dark color": Fixture(
        hands="R3|WDC G2|TE B3|U8 / 7 / 5 / 6",
        rules="Flip",
        bots=THREE,
        discard="R1|U2 Y1|PE G3|PF",
        parts={"side": 1},
        played=("0 play WDC",),
    ),
    "mercy": Fixture(
        hands="R7 RA Y4 WD10 G2 WR4 / 23 / 21 / 6 / 4", rules="No Mercy", bots={4: "Ruthless"}, parts={"out": {3: 80}}
    ),
    "out by mercy": Fixture(hands="0 / 20 / 6 / 5", rules="No Mercy", turn=1, bots=THREE, parts={"out": {0: 260}}),
    "a roulette": Fixture(
        hands="R7 RA Y4 G2 / 7 / 21 / WC 6", rules="No Mercy", turn=3, bots=THREE, played=("3 play WC",)
    ),
    "thirty cards": Fixture(hands=FULL + " / 7 / 5 / 6", bots=THREE),
    "ten seats": Fixture(
        hands="R7 RS Y4 YD G2 GR B9 / 7 / 5 / 6 / 3 / 1 / 12 / 8 / 2 / 7",
        bots={4: "Mixed", 7: "Expert"},
        parts={"scores": [40, 0, 22, 0, 103, 0, 310, 0, 12, 5], "declared": {5}},
    ),
    "ten seats in play": Fixture(
        hands="R7 RS Y4 YD G2 GR B9 / 7 / 5 / 6 / 3 / R4 1 / WD4 9 / 8 / 2 / 7",
        turn=5,
        bots={3: "Medium", 4: "Medium", 6: "Medium", 7: "Expert", 9: "Medium"},
        parts={"scores": [40, 0, 22, 0, 103, 0, 310, 0, 12, 5]},
        played=("5 declare", "5 play R4", "6 play WD4 blue", "7 accept", "8 draw", "8 keep", "9 draw", "9 keep"),
    ),
    "away": Fixture(hands="R7 RS Y4 / 7 / 5 / 6", turn=2, away=(0, 3), lost=(1,)),
    "watched": Fixture(hands="7 / 7 / 5 / 6", bots=THREE, seat=None),
    "watched with open hands": Fixture(hands="7 / 7 / 5 / 6", bots=THREE, seat=None, watching="open"),
    "the end of a round": Fixture(
        hands="R7 / B2 G9 WD4 / Y5 Y6 / 7",
        parts={"declared": {0}, **NEARLY, "scores": [212, 180, 355, 90]},
        played=("0 play R7",),
    ),
    "the end of a round, lost": Fixture(
        hands="RS W R7 / R2 / Y5 Y6 / 7",
        turn=1,
        parts={"declared": {1}, "scores": [0, 180, 355, 90]},
        played=("1 play R2",),
        bots=THREE,
    ),
    "the end of a round, long hands": Fixture(
        hands="R7 / 24 / 23 / 19",
        rules="No Mercy",
        parts={"declared": {0}, "scores": [212, 180, 355, 90]},
        played=("0 play R7",),
        bots=THREE,
    ),
    "the end of the match": Fixture(
        hands="R7 / B2 G9 WD4 / Y5 Y6 / 7", parts={"declared": {0}, **NEARLY}, played=("0 play R7",), bots=THREE
    ),
    "the end of Play now": Fixture(
        hands="R7 / B2 G9 WD4 / Y5 Y6 / 7",
        rules="House",
        parts={"declared": {0}},
        played=("0 play R7",),
        bots=THREE,
        adapts_bots=True,
    ),
    "two at the table": Fixture(hands="R7 RS Y4 YD G2 GR B9 / 7", bots={1: "Expert"}),
}
