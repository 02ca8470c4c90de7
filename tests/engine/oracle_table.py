"""The oracle's table: cards, options, which cards fit, and the moves of each seat."""

from __future__ import annotations

import copy
from typing import Any, Self

OFFICIAL: dict[str, Any] = {
    "deck": "classic",
    "hand_size": 7,
    "first_card": "official",
    "draw": "one",
    "voluntary_draw": True,
    "drawn_play": "optional",
    "after_draw": "drawn",
    "stacking": "off",
    "draw_skips_victim": True,
    "wild_draw": "challenge",
    "challenge_test": "color",
    "challenge_extra": 2,
    "finish_on": "any",
    "deflect": False,
    "several": "off",
    "seven": "off",
    "zero": "off",
    "custom_card": "draw_one",
    "jump_in": False,
    "two_player_reverse": "skip",
    "mercy_limit": 0,
    "knockout_bonus": 0,
    "uno_call": "manual",
    "uno_penalty": 2,
    "uno_grace": 2,
    "uno_head_start": "0",
    "false_accuse_penalty": 0,
    "final_draw_counts": True,
    "scoring": "winner_takes",
    "score_limit": 500,
    "decision_seconds": 25,
    "backs_public": True,
    "open_hand_at": 0,
    "hints": True,
    "misplay_penalty": 0,
    "teams": "off",
    "turn_clock": 0,
    "clock_bonus": 0,
}
LIGHT = {"red": "R", "yellow": "Y", "green": "G", "blue": "B"}
DARK = {"pink": "P", "teal": "T", "orange": "O", "purple": "U"}
NAMES = {letter: name for name, letter in (LIGHT | DARK).items()}
AMOUNTS = {"D": 2, "D1": 1, "D4": 4, "D5": 5, "WD2": 2, "WD4": 4, "WR4": 4, "WD6": 6, "WD10": 10}
UNTIL_THE_COLOR = "WDC"
MOST_FREE_DRAWS = 10
ROULETTE = "WC"


def is_wild(face: str) -> bool:
    return face[0] == "W"


def symbol_of(face: str) -> str:
    """Return the card's text without its color. A wild consists of its symbol alone."""
    return face if is_wild(face) else face[1:]


def is_draw_card(face: str) -> bool:
    return face == UNTIL_THE_COLOR or symbol_of(face) in AMOUNTS


def is_wild_draw_card(face: str) -> bool:
    return is_wild(face) and is_draw_card(face)


def amount_of(face: str) -> float:
    return float("inf") if face == UNTIL_THE_COLOR else AMOUNTS[symbol_of(face)]


def points_of(face: str, deck: str) -> int:
    symbol = symbol_of(face)
    if symbol.isdigit():
        return int(symbol)
    if deck == "flip":
        return {"D1": 10, "E": 30, "W": 40, "WD2": 50, "WDC": 60}.get(symbol, 20)
    if face in ("WH", "WX"):
        return 40
    return 50 if is_wild(face) else 20


def distinct(texts: list[str]) -> list[str]:
    return list(dict.fromkeys(texts))


class Table:
    """Hands and piles of one round, and what each seat may do with them."""

    def __init__(
        self,
        options: dict[str, Any],
        hands: list[list[str]],
        draw: list[str],
        discard: list[str],
        turn: int = 0,
        direction: int = 1,
        color: str | None = None,
    ) -> None:
        unknown = set(options) - set(OFFICIAL)
        if unknown:
            raise ValueError(f"no such option: {sorted(unknown)}")
        self.rules = OFFICIAL | options
        if self.rules["after_draw"] == "hand" and self.rules["drawn_play"] == "forbidden":
            raise ValueError("after_draw=hand cannot go with drawn_play=forbidden")
        self.hands = [list(hand) for hand in hands]
        self.draw, self.discard, self.aside = list(draw), list(discard), list[str]()
        self.dark = color in DARK
        self.active = [True] * len(hands)
        self.direction = direction
        self.declared, self.windows = set[int](), set[int]()
        self.own_fault = set[int]()
        """Whose own card has opened the window, so that they could have called before it."""
        self.passes = self.actions = 0
        self.over = False
        self.winner: int | None = None
        self.color = color or self.color_of(self.top())
        if self.color is None:
            raise ValueError("a wild on top needs a color")
        self.begin_turn(turn)

    def copy(self) -> Self:
        twin = copy.copy(self)
        twin.hands = [list(hand) for hand in self.hands]
        for pile in (
            "draw",
            "discard",
            "aside",
            "active",
            "drawn",
            "chain",
            "laid",
            "declared",
            "windows",
            "own_fault",
            "accusations_made",
        ):
            setattr(twin, pile, copy.copy(getattr(self, pile)))
        return twin

    def begin_turn(self, seat: int) -> None:
        self.turn, self.phase, self.then = seat, "turn", ""
        self.drawn: list[str] = []
        self.chain: list[str] = []
        self.laid: list[str] = []
        """The cards of this move, where several may be played in one."""
        self.lays_drawn_cards = False
        self.attacker, self.bluff = seat, False
        self.accusations_made = set[tuple[int, int]]()

    # The state of the table.

    def face(self, card: str) -> str:
        """Return the face of a card that is in play."""
        return card.split("|")[self.dark] if "|" in card else card

    def faces(self, seat: int) -> list[str]:
        return [self.face(card) for card in self.hands[seat]]

    def top(self) -> str:
        return self.face(self.discard[-1])

    def color_of(self, face: str) -> str | None:
        return NAMES.get(face[0])

    def side(self) -> list[str]:
        return list(DARK if self.dark else LIGHT)

    def next(self, seat: int) -> int:
        while True:
            seat = (seat + self.direction) % len(self.hands)
            if self.active[seat]:
                return seat

    def others(self, seat: int) -> list[int]:
        return [other for other, active in enumerate(self.active) if active and other != seat]

    def something_can_be_drawn(self) -> bool:
        return bool(self.draw or self.aside) or len(self.discard) > 1

    # What may be played.

    def matches(self, face: str) -> bool:
        """A colored card matches by color, number or symbol; symbols of wilds never equal those of colored cards."""
        return self.color_of(face) == self.color or symbol_of(face) == symbol_of(self.top())

    def is_bluff(self, seat: int, face: str) -> bool:
        others = self.faces(seat)
        others.remove(face)
        if self.rules["challenge_test"] == "color":
            return any(self.color_of(other) == self.color for other in others)
        if any(not is_wild(other) and self.matches(other) for other in others):
            return True
        return self.rules["challenge_test"] == "playable" and any(
            other in ("W", ROULETTE, "WH", "WX") for other in others
        )

    def wild_is_allowed(self, seat: int, face: str) -> bool:
        enforced = self.rules["wild_draw"] == "enforced" and is_wild_draw_card(face)
        return not (enforced and self.is_bluff(seat, face))

    def fits(self, seat: int, face: str) -> bool:
        return self.wild_is_allowed(seat, face) if is_wild(face) else self.matches(face)

    def may_finish(self, seat: int, face: str) -> bool:
        """If nothing would be left in the hand, the table may want another last card."""
        left = self.faces(seat)
        left.remove(face)
        if symbol_of(face) == "A":
            left = [other for other in left if other[0] != face[0]]
        wanted = self.rules["finish_on"]
        return bool(left) or wanted == "any" or (symbol_of(face).isdigit() if wanted == "number" else not is_wild(face))

    def fitting(self, seat: int, faces: list[str]) -> list[str]:
        return [face for face in distinct(faces) if self.fits(seat, face) and self.may_finish(seat, face)]

    def deflects(self, face: str) -> bool:
        return self.rules["deflect"] and symbol_of(face) in ("S", "R") and self.color_of(face) == self.color

    def stacks(self, seat: int, face: str) -> bool:
        if not self.may_finish(seat, face):
            return False
        if self.deflects(face):
            return True
        kind, last = self.rules["stacking"], self.chain[-1]
        if kind == "off" or not is_draw_card(face) or not self.wild_is_allowed(seat, face):
            return False
        same = symbol_of(face) == symbol_of(last)
        return {
            "same": same,
            "four_on_two": same or (is_wild(face) and not is_wild(last)),
            "higher": amount_of(face) >= amount_of(last),
            "any": True,
        }[kind]

    def equals(self, seat: int, face: str) -> list[str]:
        """Return the cards of a hand that may be played in one move with a card, which is no longer in the hand."""
        rule, pool = self.rules["several"], self.faces(seat)
        if self.lays_drawn_cards or (self.phase == "drawn" and self.rules["after_draw"] == "drawn"):
            fresh = list(self.drawn)
            for gone in self.laid or [face]:
                fresh.remove(gone)
            pool = [other for other in fresh if other in pool]
        if rule == "off" or is_wild(face) or symbol_of(face) == "A":
            return []
        if rule == "equal":
            return [other for other in pool if symbol_of(other) == symbol_of(face) and symbol_of(face).isdigit()]
        return [other for other in pool if other == face]

    def additions(self) -> list[str]:
        cards = distinct(self.equals(self.turn, self.top()))
        return [f"add {face}" for face in cards if self.may_finish(self.turn, face)]

    # What a seat may do.

    def moves(self, seat: int) -> list[str]:
        if self.over or not self.active[seat]:
            return []
        answers = self.answers(seat)
        return answers + self.declarations(seat, answers) + self.accusations(seat)

    def answers(self, seat: int) -> list[str]:
        if seat != self.turn:
            return self.jumps(seat)
        return {
            "turn": self.fresh_turn,
            "drawn": self.keep_or_play,
            "color": self.color_names,
            "roulette": self.color_names,
            "swap": self.partners,
            "add": lambda: [*self.additions(), "done"],
            "respond": self.responses,
        }[self.phase]()

    def jumps(self, seat: int) -> list[str]:
        top = self.top()
        allowed = self.rules["jump_in"] and self.phase == "turn" and not is_wild(top)
        return [f"jump {top}"] if allowed and top in self.faces(seat) and self.may_finish(seat, top) else []

    def fresh_turn(self) -> list[str]:
        plays = [f"play {face}" for face in self.fitting(self.turn, self.faces(self.turn))]
        if not self.something_can_be_drawn():
            return [*plays, "pass"] if self.rules["voluntary_draw"] or not plays else plays
        return plays + self.one_more(plays)

    def one_more(self, plays: list[str]) -> list[str]:
        wanted = (self.rules["voluntary_draw"] or not plays) and len(self.drawn) < MOST_FREE_DRAWS
        return ["draw"] if wanted and self.something_can_be_drawn() else []

    def keep_or_play(self) -> list[str]:
        pool = self.faces(self.turn) if self.rules["after_draw"] == "hand" else self.drawn
        if self.rules["drawn_play"] == "forbidden":
            pool = []
        plays = [f"play {face}" for face in self.fitting(self.turn, pool)]
        return [*plays, "keep", *(self.one_more(plays) if self.rules["draw"] == "free" else [])]

    def color_names(self) -> list[str]:
        return [f"color {name}" for name in self.side()]

    def partners(self) -> list[str]:
        return [f"swap {other}" for other in self.others(self.turn)]

    def responses(self) -> list[str]:
        stacks = [f"stack {face}" for face in distinct(self.faces(self.turn)) if self.stacks(self.turn, face)]
        return [*stacks, "accept", *(["challenge"] if self.may_challenge(self.turn) else [])]

    def may_challenge(self, victim: int) -> bool:
        """Nobody challenges themselves, or a player who has been knocked out since."""
        doubtful = self.rules["wild_draw"] == "challenge" and is_wild_draw_card(self.top())
        return doubtful and victim != self.attacker and self.active[self.attacker]

    def declarations(self, seat: int, answers: list[str]) -> list[str]:
        if self.rules["uno_call"] not in ("manual", "strict") or seat in self.declared:
            return []
        cards = [answer.split()[1] for answer in answers if answer.split()[0] in ("play", "stack", "jump", "add")]
        in_time = any(self.leaves_one(seat, face) for face in cards)
        late = seat in self.windows and not (self.rules["uno_call"] == "strict" and seat in self.own_fault)
        return ["declare"] if in_time or late else []

    def leaves_one(self, seat: int, face: str) -> bool:
        """A Discard All takes the other cards of its color with it."""
        discarded = symbol_of(face) == "A" and sum(other[0] != face[0] for other in self.faces(seat)) == 1
        return discarded or len(self.hands[seat]) == 2 or self.leaves_one_with_equals(seat, face)

    def leaves_one_with_equals(self, seat: int, face: str) -> bool:
        if self.rules["several"] == "off" or len(self.hands[seat]) < 2 or (self.chain and not is_draw_card(face)):
            return False
        others = self.equals(seat, face)
        if self.phase == "add" or self.phase != "drawn" or self.rules["after_draw"] == "hand":
            others = others[1:]  # the card itself
        return len(others) + 1 >= len(self.hands[seat]) - 1

    def accusations(self, seat: int) -> list[str]:
        if not self.hands[seat]:  # a player without cards has finished and accuses nobody
            return []
        others = self.others(seat)
        return [f"accuse {other}" for other in others if other in self.windows or self.seems_silent(other, seat)]

    def seems_silent(self, seat: int, accuser: int) -> bool:
        """A false accusation needs a player who has not called, and is possible once in a turn."""
        costly = self.rules["uno_call"] in ("manual", "strict") and self.rules["false_accuse_penalty"] > 0
        return costly and len(self.hands[seat]) == 1 and (accuser, seat) not in self.accusations_made
