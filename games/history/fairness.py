"""What the page about verifiable deals shows: the recipe with an example, and the statistics in words."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from games.engine import DECKS, Rules, deal_from
from games.engine.shuffling import Stream, blocks, shuffle_seed
from games.history import dealt
from games.history.dealt import UNLIKELY, Comparison
from games.models import Dealt
from games.table.commitments import Shuffles, agreement, made_by_server, source_from
from games.wording import fairness as wording
from games.wording.options import value
from games.wording.templates import fill

CHECK = Path(__file__).with_name("check_deal.py")
"""The check that everyone can download."""
SECRET = bytes(range(32)).hex()
RULES = Rules.preset("Official", score_limit="one_round")
AGREED_RULES = '{"deck":"classic","first_card":"official","hand_size":7}'
"""Not all of them, so that a new option does not change the example on which others may rely."""
SEATS = 4
FEW_BYTES = 16


@dataclass(frozen=True)
class Example:
    """A deal of the Official rules, step by step."""

    secret: str
    commitment: str
    from_server: str
    agreement: str
    text: str
    """What the first shuffle is the HMAC of."""
    seed: str
    bytes: str
    first_numbers: tuple[int, ...]
    dealer: int
    hands: tuple[str, ...]
    first: str
    next_card: str
    other_seeds: tuple[tuple[int, int, str], ...]
    """Of later shuffles: the round, the number of the shuffle, and the seed."""
    vectors: tuple[tuple[str, str], ...]
    """Short lists of cards, and how the seed of 32 zeros shuffles them."""


def agreed() -> Shuffles:
    commitment = hashlib.sha256(bytes.fromhex(SECRET)).hexdigest()
    contributions: tuple[dict[str, str], ...] = (
        {"by": "browser", "value": "00112233445566778899aabbccddeeff"},
        {"by": "server", "value": made_by_server(SECRET, 1)},
        {"by": "program", "value": "c0ffee" * 8},
        {"by": "bot", "value": ""},
    )
    return Shuffles(commitment, AGREED_RULES, contributions, SECRET)


def example() -> Example:
    """Compute the example with the same code that deals the cards."""
    shuffles = agreed()
    text, secret = agreement(shuffles), bytes.fromhex(SECRET)
    state = deal_from(source_from(SECRET, shuffles), shuffles.commitment, RULES, SEATS)
    seed = shuffle_seed(secret, text, 1, 0)
    stream = Stream(seed)
    return Example(
        secret=SECRET,
        commitment=shuffles.commitment,
        from_server=shuffles.contributions[1]["value"],
        agreement=text,
        text=f"{text}\nround 1\nshuffle 0",
        seed=seed.hex(),
        bytes=next(blocks(seed))[:FEW_BYTES].hex(" "),
        first_numbers=tuple(stream.below(limit) for limit in (SEATS, 108, 107, 106)),
        dealer=state.dealer,
        hands=tuple(" ".join(hand) for hand in state.hands),
        first=state.discard[0],
        next_card=state.draw[-1],
        other_seeds=tuple(
            (number, shuffle, shuffle_seed(secret, text, number, shuffle).hex()) for number, shuffle in ((1, 1), (2, 2))
        ),
        vectors=tuple(_vectors()),
    )


def _vectors() -> Iterator[tuple[str, str]]:
    for cards in (["A", "B"], ["C", "B", "A"], list("ABCDEFGHIJ")):
        yield " ".join(cards), " ".join(Stream(bytes(32)).shuffle(cards))


def decks() -> list[tuple[str, str]]:
    """Return how the decks are called in the rules, and what is in each."""
    return [(name, " ".join(deck.cards)) for name, deck in DECKS.items()]


def never_first() -> list[str]:
    """Return the light faces that may not be the first card under the official rule."""
    faces = [face for deck in DECKS.values() for face in deck.printed[0].values()]
    return list(dict.fromkeys(face.text for face in faces if face.opening == "again"))


# --- statistics


@dataclass(frozen=True)
class Line:
    """A comparison in words, with its counts as rows: the name, the count, and what was expected."""

    title: str
    verdict: str
    rows: tuple[tuple[str, int, float], ...]
    is_unlikely: bool
    note: str = ""


@dataclass(frozen=True)
class Report:
    """All statistics of deals: a summary, and comparisons by deck."""

    summary: str
    decks: tuple[tuple[str, tuple[Line, ...]], ...]


def report() -> Report:
    found = dealt.comparisons()
    enough = [one for one in found if one.is_enough and one.what != Dealt.What.WON]
    unlikely = sum(one.p < UNLIKELY for one in enough)
    by_deck = groupby(sorted(found, key=lambda one: list(DECKS).index(one.deck)), key=lambda one: one.deck)
    return Report(
        wording.summary(dealt.rounds(), len(enough), unlikely, UNLIKELY),
        tuple((value("deck", deck), tuple(map(_line, lines))) for deck, lines in by_deck),
    )


def _line(one: Comparison) -> Line:
    title = fill(wording.WHAT[one.what], position=one.position, group=wording.MODES.get(one.group, one.group))
    won = one.what == Dealt.What.WON
    rows = tuple((fill(wording.POSITION, name=name) if won else name, had, due) for name, had, due in one.cells)
    if not one.is_enough:
        return Line(title, fill(wording.TOO_LITTLE, count=one.missing), rows, False)
    verdict = fill(wording.FITS, chi=one.chi_squared, freedom=one.freedom, p=one.p)
    return Line(title, verdict, rows, one.p < UNLIKELY, wording.WON_NOTE if won else "")
