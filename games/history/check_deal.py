#!/usr/bin/env python3
"""Check the deal of a downloaded game of Last Card, without trusting the site: `python3 check_deal.py game.json`.

It needs Python 3.9 or newer, and nothing else. It computes the commitment, the first dealer, and every shuffle from the
secret and the contributions in the file, as the page `/fair/` of the site explains; then it follows every card of the
log from pile to hand to pile. It prints what matches, or the first thing that does not, and ends with 1 then. Whether
the moves follow the rules of the game, it does not check.

With `--commitment`, the beginning of the commitment that you saw in the lobby or at the table, and with
`--contribution`, the number that your browser or program has sent, it compares these as well. Only with them you know
that the site has not exchanged the whole file.
"""

from __future__ import annotations

import argparse
import hashlib
import hmac
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

# --- the recipe


def stream(seed: bytes) -> Iterator[int]:
    """Yield bytes: HMAC-SHA256 of the seed over 0, 1, 2, … as text."""
    number = 0
    while True:
        yield from hmac.new(seed, str(number).encode(), hashlib.sha256).digest()
        number += 1


def below(limit: int, numbers: Iterator[int]) -> int:
    """Return a number below the limit: the next byte modulo the limit, without bytes of an incomplete last series."""
    return next(byte for byte in numbers if byte < 256 - 256 % limit) % limit


def shuffle(cards: Iterable[str], numbers: Iterator[int]) -> list[str]:
    """Sort the cards; then exchange each, from the last one down, with one up to it."""
    pile = sorted(cards)
    for last in range(len(pile) - 1, 0, -1):
        other = below(last + 1, numbers)
        pile[last], pile[other] = pile[other], pile[last]
    return pile


def agreement(shuffles: dict[str, Any]) -> str:
    """Return what was agreed before the deal: the match, its rules, and the contributions in the order of the seats."""
    lines = ["Last Card deal", f"game {shuffles['commitment']}", f"rules {shuffles['rules']}"]
    seats = [f"seat {one['seat']} {one['value']}".rstrip() for one in shuffles["contributions"]]
    return "\n".join(lines + seats)


def seed_of(secret: bytes, agreed: str, round_number: int, number: int) -> bytes:
    text = f"{agreed}\nround {round_number}\nshuffle {number}"
    return hmac.new(secret, text.encode(), hashlib.sha256).digest()


def made_by_server(secret: bytes, seat: int) -> str:
    return hmac.new(secret, f"contribution of seat {seat}".encode(), hashlib.sha256).hexdigest()


# --- the decks

LIGHT = "RYGB"
FLIP = """
    R1|P3 R1|U2 R2|OR R2|UD5 R3|P7 R3|WDC R4|OF R4|UD5 R5|P2 R5|T5 R6|O9 R6|PE R7|O1 R7|U5
    R8|T7 R8|UR R9|TR R9|U5 RD1|P3 RD1|P4 RF|P8 RF|U3 RR|T7 RR|U3 RS|OD5 RS|W Y1|PE Y1|W
    Y2|T1 Y2|T8 Y3|PD5 Y3|U1 Y4|PD5 Y4|UF Y5|T8 Y5|U9 Y6|OE Y6|WDC Y7|O2 Y7|U6 Y8|O2 Y8|P1
    Y9|T5 Y9|U4 YD1|P1 YD1|U8 YF|O8 YF|P4 YR|TF YR|W YS|O3 YS|TF G1|O5 G1|OF G2|TD5 G2|TE
    G3|PF G3|U2 G4|P8 G4|T9 G5|O7 G5|T4 G6|P5 G6|WDC G7|O6 G7|T2 G8|PR G8|T9 G9|OD5 G9|PR
    GD1|O6 GD1|T6 GF|T3 GF|WDC GR|O1 GR|P7 GS|O9 GS|U4 B1|UE B1|UE B2|O8 B2|P6 B3|T2 B3|U8
    B4|TD5 B4|U1 B5|OR B5|P9 B6|TE B6|UR B7|O3 B7|OE B8|T4 B8|TR B9|O5 B9|UF BD1|P6 BD1|T6
    BF|U6 BF|U7 BR|O4 BR|W BS|P9 BS|T1 WD2|O4 WD2|O7 WD2|P2 WD2|U9 W|P5 W|PF W|T3 W|U7
"""


def cards(letters: str, counts: str) -> list[str]:
    """Return cards such as R7 by how often each mark occurs in a color: `0:1 1:2`; without a letter, the wilds."""
    pairs = [pair.split(":") for pair in counts.split()]
    return [letter + mark for letter in letters or [""] for mark, count in pairs for _ in range(int(count))]


CLASSIC = cards(LIGHT, "0:1 1:2 2:2 3:2 4:2 5:2 6:2 7:2 8:2 9:2 D:2 S:2 R:2") + cards("", "W:4 WD4:4")
NO_MERCY = "0:2 1:2 2:2 3:2 4:2 5:2 6:2 7:2 8:2 9:2 D:3 D4:2 S:3 E:2 R:3 A:3"
DECKS = {
    "classic": CLASSIC,
    "classic_112": CLASSIC + cards("", "WH:1 WX:3"),
    "flip": FLIP.split(),
    "no_mercy": cards(LIGHT, NO_MERCY) + cards("", "WR4:8 WD6:4 WD10:4 WC:8"),
    "all_wild": cards("K", "W:56 R:8 S:8 S2:8 D2:8 D4:8 T2:8 H:8"),
}
COLORS = {"R": "red", "Y": "yellow", "G": "green", "B": "blue", "K": "black"}
NAMED_BY_PLAYER = {"W", "WX"}
"""The wilds whose color the first player names, where first cards have their effects."""
NEVER_FIRST = {"WD4", "WD2", "WH", "WR4", "WD6", "WD10", "WC", "KS2", "KD4", "KT2", "KH", "RF", "YF", "GF", "BF"}
"""The faces that are put back when they are turned over as the first card, where first cards have their effects."""


def may_begin(face: str, mode: str) -> bool:
    if mode == "number_only":
        return face[1:].isdigit()
    return mode == "no_effect" or face not in NEVER_FIRST


# --- the check


class Wrong(Exception):
    """The first thing that does not match."""


class NothingToCheck(Exception):
    """The game was dealt before there were commitments."""


class Table:
    """Where every card is, after the events so far. The top of a pile is last."""

    def __init__(self, seats: int) -> None:
        self.hands: list[list[str]] = [[] for _ in range(seats)]
        self.draw: list[str] = []
        self.discard: list[str] = []
        self.aside: list[str] = []
        self.side, self.direction, self.played_by = 0, 1, 0
        self.round, self.dealer, self.shuffles = 0, -1, 0
        self.out: set[int] = set()
        self.gone: list[int] = []
        self.proof: list[str] = []

    def face(self, card: str) -> str:
        return card.split("|")[self.side] if "|" in card else card

    def faces(self, hand: Iterable[str]) -> list[str]:
        return [self.face(card) for card in hand]

    def after(self, seat: int, out: Iterable[int]) -> int:
        """Return the next seat that is not out, clockwise."""
        seats, away = len(self.hands), set(out)
        return next(n % seats for n in range(seat + 1, seat + seats + 1) if n % seats not in away)

    def around(self, first: int) -> list[int]:
        """Return the seats that are in the round, in turn order from this one."""
        seats = len(self.hands)
        order = [(first + self.direction * n) % seats for n in range(seats)]
        return [seat for seat in order if seat not in self.out]

    def load(self, text: str) -> None:
        """Take the cards and everything else from a stored state."""
        state = json.loads(text)
        for part in ("hands", "draw", "discard", "aside", "side", "direction", "round", "dealer", "shuffles"):
            setattr(self, part, state[part])
        self.out = {seat for seat, _ in state["out"]}
        self.gone = list(state.get("gone", []))
        self.played_by, self.proof = state["turn"], list(state["proof"])

    def cards(self) -> tuple[Any, ...]:
        """Return a copy of where the cards are."""
        hands = [hand[:] for hand in self.hands]
        return hands, self.draw[:], self.discard[:], self.aside[:], self.side, self.round, self.shuffles


class Check:
    """Follows the log of one game. `matched` lists in sentences what matches, `seeds` every shuffle."""

    def __init__(self, document: dict[str, Any]) -> None:
        if not document.get("shuffles"):
            raise NothingToCheck("This game was dealt before there were commitments, so its deal cannot be checked.")
        self.document, self.shuffles, self.rules = document, document["shuffles"], document["rules"]
        self.secret = bytes.fromhex(self.shuffles["secret"] or "")
        self.agreed = agreement(self.shuffles)
        self.table = Table(len(document["seats"]))
        self.past: list[tuple[int, tuple[Any, ...]]] = []
        self.matched: list[str] = []
        self.seeds: list[tuple[int, int, int, str, str]] = []
        self.entry = 0

    def run(self) -> None:
        self.check_agreement()
        for number, entry in enumerate(self.document["entries"]):
            self.entry = number
            self.expect(entry["number"] == self.entry, f"it has the number {entry['number']}: an entry is missing")
            if entry["seat"] is not None:
                self.past.append((entry["seat"], self.table.cards()))
            for kind, *fields in entry["events"]:
                follow = EVENTS.get(kind)
                if follow:
                    follow(self, *fields)
        self.check_end()

    def expect(self, matches: bool, otherwise: str) -> None:
        if not matches:
            raise Wrong(f"Entry {self.entry}: {otherwise}.")

    # --- what was agreed

    def check_agreement(self) -> None:
        """Check everything that is known before the first card."""
        commitment, seats = self.shuffles["commitment"], self.shuffles["contributions"]
        if hashlib.sha256(self.secret).hexdigest() != commitment:
            raise Wrong(f"The secret is not the one of the commitment {commitment[:8]}…: its SHA-256 is another one.")
        self.matched.append(f"The secret is the one of the commitment {commitment}.")
        if [one["seat"] for one in seats] != list(range(len(self.table.hands))):
            raise Wrong("The contributions are not those of the seats, in their order.")
        for one in seats:
            self.check_contribution(one)
        self.check_rules()
        if sorted(self.shuffles["deck"]) != sorted(self.deck):
            raise Wrong(f"The deck {self.rules['deck']} in the file does not have the cards that it should have.")
        made = ", ".join(f"seat {one['seat']}: {one['by']}" for one in seats)
        self.matched.append(f"The rules and the contributions are complete ({made}).")

    def check_contribution(self, one: dict[str, Any]) -> None:
        """Check that the server has made no contribution that it could have chosen."""
        by, value, seat = one["by"], one["value"], one["seat"]
        is_valid = 32 <= len(value) <= 64 and set(value) <= set("0123456789abcdef")
        if by not in ("bot", "server", "browser", "program") or (value if by == "bot" else not is_valid):
            raise Wrong(f"The contribution of seat {seat} was changed: it is none.")
        if by == "server" and value != made_by_server(self.secret, seat):
            raise Wrong(f"The contribution of seat {seat} was changed: it does not follow from the server's secret.")

    def check_rules(self) -> None:
        agreed = json.loads(self.shuffles["rules"])
        for option, value in agreed.items():
            if self.rules.get(option) != value:
                raise Wrong(
                    f"The rules were changed: {option} is {self.rules.get(option)!r}, but {value!r} was agreed."
                )
        if json.dumps(agreed, sort_keys=True, separators=(",", ":")) != self.shuffles["rules"]:
            raise Wrong("The rules are not in their canonical form.")

    @property
    def deck(self) -> list[str]:
        return DECKS[self.rules["deck"]]

    # --- shuffles

    def numbers(self, round_number: int, kind: str) -> Iterator[int]:
        """Return the stream of the next shuffle."""
        number = self.table.shuffles
        seed = seed_of(self.secret, self.agreed, round_number, number)
        self.seeds.append((self.entry, round_number, number, kind, seed.hex()))
        self.table.shuffles += 1
        return stream(seed)

    def compare(self, place: str, found: Sequence[Any], expected: Sequence[Any]) -> None:
        """Compare cards with those of a shuffle. If only a few differ, name the first; otherwise say what it means."""
        differing = [n for n in range(max(len(found), len(expected))) if found[n : n + 1] != expected[n : n + 1]]
        if not differing:
            return
        first = differing[0]
        if len(differing) <= 4 and len(found) == len(expected):
            self.expect(False, f"{place}: card {first + 1} is {found[first]}, but the shuffle gives {expected[first]}")
        self.expect(False, f"{place}: {self.reason(found, expected)}")

    def reason(self, found: Sequence[Any], expected: Sequence[Any]) -> str:
        if sorted(found) != sorted(expected):
            return "other cards were shuffled than those that were there"
        for round_number in range(1, len(self.document["deals"]) + 1):
            for number in range(self.table.shuffles + 10):
                seed = seed_of(self.secret, self.agreed, round_number, number)
                numbers = stream(seed)
                if round_number == 1 and number == 0:
                    below(len(self.table.hands), numbers)
                if shuffle(found, numbers) == list(found):
                    return f"this is shuffle {number} of round {round_number}: shuffles were exchanged or left out"
        return "no shuffle gives this order: a contribution was changed, or the cards were"

    def dealt(self, deck: str, number: int, dealer: int, hands: Any, draw: Any, first: str, color: str | None) -> None:
        table, seats, size = self.table, len(self.table.hands), self.rules["hand_size"]
        self.expect(deck == self.rules["deck"], f"the deck {deck} is dealt instead of {self.rules['deck']}")
        previous = table.round
        self.expect(
            number == previous + 1, f"round {number} is dealt after round {previous}: rounds were exchanged or left out"
        )
        numbers = self.numbers(number, "deal")
        chosen = below(seats, numbers) if number == 1 else table.after(table.dealer, table.gone)
        pile = shuffle(self.deck, numbers)
        in_order = [card for hand in hands for card in hand] + list(draw)
        table.hands = [[] if seat in table.gone else [pile.pop(0) for _ in range(size)] for seat in range(seats)]
        mode = self.rules["first_card"]
        fits: Callable[[str], bool] = lambda card: may_begin(card.split("|")[0], mode)  # noqa: E731
        dealt = [card for hand in table.hands for card in hand]
        if any(map(fits, pile)):
            while not fits(pile[-1]):
                pile = shuffle(pile, numbers)
        top = pile.pop()
        place = f"round {number}, the deal"
        self.compare(place, [*in_order, first], [*dealt, *pile, top])
        for seat in range(seats):
            self.expect(list(hands[seat]) == table.hands[seat], f"{place}: seat {seat} holds another number of cards")
        self.expect(dealer == chosen, f"{place}: seat {dealer} is the dealer, but seat {chosen} should be")
        face = top.split("|")[0]
        if face[0] != "W":
            named: str | None = COLORS[face[0]]
        elif mode == "official" and face in NAMED_BY_PLAYER:
            named = None
        else:
            named = list(COLORS.values())[below(4, numbers)]
        self.expect(color == named, f"{place}: the first color is {color}, but it should be {named}")
        table.draw, table.discard, table.aside, table.side, table.direction = pile, [top], [], 0, 1
        table.round, table.dealer, table.out = number, dealer, set(table.gone)

    def reshuffled(self, order: Sequence[str]) -> None:
        table = self.table
        self.expect(not table.draw, "the discards are shuffled although there are cards to draw")
        pile = shuffle(table.discard[:-1] + table.aside, self.numbers(table.round, "reshuffle"))
        self.compare(f"round {table.round}, a reshuffle", list(order), pile)
        table.draw, table.discard, table.aside = pile, table.discard[-1:], []

    def shuffled_hands(self, hands: Sequence[Sequence[str]]) -> None:
        table = self.table
        numbers = self.numbers(table.round, "shuffled hands")
        pile = shuffle((card for hand in table.hands for card in hand), numbers)
        order = table.around(table.played_by)
        order = [*order[1:], order[0]]
        table.hands = [pile[order.index(seat) :: len(order)] if seat in order else [] for seat in range(len(hands))]
        place = f"round {table.round}, shuffled hands"
        self.compare(place, [card for hand in hands for card in hand], [card for hand in table.hands for card in hand])
        self.expect([list(hand) for hand in hands] == table.hands, f"{place}: they were dealt to other seats")

    # --- cards that move

    def drew(self, seat: int, faces: Sequence[str]) -> None:
        for face in faces:
            self.expect(bool(self.table.draw), "a card is drawn from an empty pile: a reshuffle is missing")
            card = self.table.draw.pop()
            top = self.table.face(card)
            self.expect(face == top, f"seat {seat} draws {face}, but {top} was on top of the pile")
            self.table.hands[seat].append(card)

    def held(self, seat: int, face: str) -> str:
        """Return the card with this face in a hand: of several, the first."""
        found = [card for card in self.table.hands[seat] if self.table.face(card) == face]
        self.expect(bool(found), f"seat {seat} plays {face}, but does not hold it")
        return found[0]

    def played(self, seat: int, face: str) -> None:
        card = self.held(seat, face)
        self.table.hands[seat].remove(card)
        self.table.discard.append(card)
        self.table.played_by = seat

    def misplayed(self, seat: int, face: str) -> None:
        self.held(seat, face)

    def discarded_all(self, seat: int, faces: Sequence[str]) -> None:
        table = self.table
        color = table.face(table.discard[-1])[0]
        moved = [card for card in table.hands[seat] if table.face(card)[0] == color]
        self.expect(sorted(faces) == sorted(table.faces(moved)), f"seat {seat} discards other cards than it holds")
        table.discard[-1:-1] = moved
        table.hands[seat] = [card for card in table.hands[seat] if card not in moved]

    def flipped(self, face: str) -> None:
        table = self.table
        table.side = 1 - table.side
        table.discard.reverse()
        table.draw.reverse()
        top = table.face(table.discard[-1])
        self.expect(face == top, f"{face} comes to lie on top, but it should be {top}")

    def swapped(self, seat: int, other: int) -> None:
        hands = self.table.hands
        hands[seat], hands[other] = hands[other], hands[seat]

    def passed_hands(self, direction: int) -> None:
        table, order = self.table, self.table.around(0)
        given = [table.hands[seat] for seat in order]
        for seat, hand in zip(order, given[-1:] + given[:-1]):  # noqa: B905  # `strict` needs Python 3.10
            table.hands[seat] = hand

    def knocked_out(self, seat: int) -> None:
        self.table.aside += self.table.hands[seat]
        self.table.hands[seat] = []
        self.table.out.add(seat)

    def eliminated(self, seat: int) -> None:
        self.table.gone.append(seat)

    def reversed(self, direction: int) -> None:
        self.table.direction = direction

    # --- cards that are shown

    def noted(self, bluff: bool, faces: Sequence[str]) -> None:
        held = self.table.faces(self.table.hands[self.table.played_by])
        self.expect(list(faces) == held, "the hand behind a wild draw card is another one")
        self.table.proof = list(faces)

    def showed(self, seat: int, other: int, faces: Sequence[str]) -> None:
        known = self.table.faces(self.table.hands[seat]), self.table.proof
        self.expect(list(faces) in known, f"seat {seat} shows cards that it does not hold")

    def round_won(self, seat: int, points: Any, hands: Sequence[Sequence[str]]) -> None:
        for owner, hand in enumerate(hands):
            held = self.table.faces(self.table.hands[owner])
            self.expect(sorted(hand) == sorted(held), f"seat {owner} is left with other cards than it holds")

    # --- the beginning, and what the staff may do

    def game_start(self, rules: str, seats: int, seed: Any) -> None:
        self.expect(seats == len(self.table.hands), "it begins with another number of seats")
        self.expect(seed == self.shuffles["commitment"], "it names another commitment")
        for option, value in json.loads(rules).items():
            self.expect(self.rules.get(option) == value, f"it begins with other rules: {option} is {value!r}")

    def position(self, text: str) -> None:
        """The game goes on from another one: its cards are given, and only its shuffles can be checked."""
        self.expect(self.entry == 0, "a position in the middle of a game")
        self.table.load(text)
        self.expect(json.loads(text)["seed"] == self.shuffles["commitment"], "it names another commitment")
        table = self.table
        there = sorted([*table.draw, *table.discard, *table.aside, *(card for hand in table.hands for card in hand)])
        self.expect(there == sorted(self.deck), "the cards of the position are not those of the deck")
        self.matched.append("It begins with a position of another game, whose cards were not dealt here.")

    def taken_back(self, seat: int, now: float, text: str) -> None:
        """The staff takes a move back: the cards lie as before it."""
        self.expect(bool(self.past), "a move is taken back that was not made")
        before = self.past.pop()
        self.table.load(text)
        same = (seat, self.table.cards()) == before
        self.expect(same, "after a move was taken back, the cards do not lie as before it")

    # --- the end

    def check_end(self) -> None:
        dealt = [event for entry in self.document["entries"] for event in entry["events"] if event[0] == "dealt"]
        listed = [
            ["dealt", *(one[part] for part in ("deck", "round", "dealer", "hands", "draw", "discard", "color"))]
            for one in self.document["deals"]
        ]
        if listed != dealt:
            raise Wrong("The list of deals was changed: it differs from the entries.")
        kinds = [event[0] for entry in self.document["entries"] for event in entry["events"]]
        if any(seat["rank"] == 1 for seat in self.document["seats"]) and "match_won" not in kinds:
            raise Wrong("The end of the log is missing: nobody has won the match.")
        shuffles = {kind: sum(one[3] == kind for one in self.seeds) for kind in ("deal", "reshuffle", "shuffled hands")}
        counted = ", ".join(f"{kind}: {count}" for kind, count in shuffles.items())
        self.matched.append(f"All shuffles follow from them ({counted}).")
        self.matched.append(f"Every card of {len(self.document['entries'])} entries was where the shuffles put it.")


EVENTS: dict[str, Callable[..., None]] = {
    name: getattr(Check, name)
    for name in (
        "dealt", "reshuffled", "shuffled_hands", "played", "misplayed", "discarded_all", "flipped", "swapped",
        "passed_hands", "knocked_out", "eliminated", "reversed", "noted", "showed", "round_won", "game_start",
        "position", "taken_back", "drew",
    )
} | {"force_draw": Check.drew, "roulette": Check.drew}  # fmt: skip


def check(document: dict[str, Any]) -> Check:
    """Check a game, and return what matched; raise `Wrong` for what does not, or `NothingToCheck`."""
    checked: Check | None = None
    try:
        checked = Check(document)
        checked.run()
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        place = f"Entry {checked.entry} of this file" if checked else "This file"
        raise Wrong(f"{place} cannot be read ({type(error).__name__}: {error}).") from error
    return checked


def check_own(document: dict[str, Any], commitment: str, contribution: str) -> None:
    """Compare what somebody has noted before the deal."""
    shuffles = document["shuffles"]
    if not shuffles["commitment"].startswith(commitment.replace(" ", "").lower()):
        raise Wrong(f"This game names the commitment {shuffles['commitment']}, and not the one that you have seen.")
    if contribution and contribution not in [one["value"] for one in shuffles["contributions"]]:
        raise Wrong("Your contribution is not among those of this game.")


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("file", help="a game as it is downloaded from its replay")
    parser.add_argument("--commitment", default="", help="the commitment that you have seen, or its beginning")
    parser.add_argument("--contribution", default="", help="what your browser or program has contributed")
    parser.add_argument("--seeds", action="store_true", help="print the seed of every shuffle")
    given = parser.parse_args(words)
    try:
        document = json.loads(Path(given.file).read_text(encoding="utf-8"))
        checked = check(document)
        check_own(document, given.commitment, given.contribution)
    except (OSError, ValueError) as error:
        print(f"This file cannot be read: {error}")
        return 2
    except NothingToCheck as error:
        print(error)
        return 2
    except Wrong as error:
        print(f"WRONG. {error}")
        return 1
    if given.seeds:
        for entry, round_number, number, kind, seed in checked.seeds:
            print(f"entry {entry}, round {round_number}, shuffle {number}, {kind}: {seed}")
    print("\n".join(checked.matched))
    print("The deal is right.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
