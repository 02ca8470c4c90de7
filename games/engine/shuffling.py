"""Where the shuffles of a match come from: sources of randomness, which are passed in with the deal.

A source is called with the number of the round and the number of the shuffle, and returns the dice of this shuffle. The
number counts all shuffles of the match, beginning with 0. The first dice of a match also choose the first dealer.

`committed` is the source of every match that is played on a site: its secret was fixed before the players contributed
to it, and everyone can compute all shuffles afterwards. The page `/fair/` explains it. `Seeded` is the source of
simulations, of positions, and of matches from before there were commitments.

>>> source = committed(bytes(32), "an example")
>>> source(1, 0).shuffle(["R1", "R2", "G1", "W"]), source(1, 1).shuffle(["W", "G1", "R2", "R1"])
(['R1', 'W', 'R2', 'G1'], ['G1', 'R2', 'R1', 'W'])
"""

import hmac
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from random import Random
from typing import Protocol

MayBegin = Callable[[str], bool]
"""Whether a card may be the first card of a round."""


class Dice(Protocol):
    """The random source of one shuffle."""

    def below(self, number: int) -> int:
        """Return a random number that is at least 0 and below this one."""

    def shuffle(self, cards: Iterable[str]) -> list[str]:
        """Return the cards in random order."""

    def turn_up(self, pile: list[str], may_begin: MayBegin) -> tuple[list[str], str]:
        """Turn cards over until one may begin; what may not is put back and shuffled. Return the pile and the card."""


Source = Callable[[int, int], Dice]
"""Returns the dice of a shuffle by the number of the round and that of the shuffle."""


MOST_CARDS = 256
"""The most cards that one byte can choose among; the largest deck has 168."""
EXCHANGES = [(last, 256 - 256 % (last + 1)) for last in range(MOST_CARDS - 1, 0, -1)]
"""For each card of a pile from the last one on: its index, and below which limit a byte counts."""


class Stream:
    """Dice from a seed of 32 bytes: HMAC-SHA256 of it over 0, 1, 2, … as text is a stream of bytes.

    A number below n is the next byte modulo n; bytes that would make small numbers more likely are left out.
    """

    def __init__(self, seed: bytes) -> None:
        self.next_byte = chain.from_iterable(blocks(seed)).__next__

    def below(self, number: int) -> int:
        limit, byte = 256 - 256 % number, self.next_byte()
        while byte >= limit:
            byte = self.next_byte()
        return byte % number

    def shuffle(self, cards: Iterable[str]) -> list[str]:
        """Sort the cards, so that only the seed decides, and exchange each, from the last one on, with one up to it."""
        pile, next_byte = sorted(cards), self.next_byte
        for last, limit in EXCHANGES[MOST_CARDS - len(pile) :]:
            byte = next_byte()  # this is `below`, inlined: it takes two thirds of the time
            while byte >= limit:
                byte = next_byte()
            other = byte % (last + 1)
            pile[last], pile[other] = pile[other], pile[last]
        return pile

    def turn_up(self, pile: list[str], may_begin: MayBegin) -> tuple[list[str], str]:
        if any(map(may_begin, pile)):
            while not may_begin(pile[-1]):
                pile = self.shuffle(pile)
        return pile, pile.pop()


def blocks(seed: bytes) -> Iterator[bytes]:
    number = 0
    while True:
        yield hmac.digest(seed, b"%d" % number, "sha256")
        number += 1


def committed(secret: bytes, agreement: str) -> Source:
    """Return the source of a match that follows from a secret and from what was agreed before the deal: the game, its
    rules, and what each seat contributed."""

    def dice(round_number: int, shuffle: int) -> Stream:
        return Stream(shuffle_seed(secret, agreement, round_number, shuffle))

    return dice


def shuffle_seed(secret: bytes, agreement: str, round_number: int, shuffle: int) -> bytes:
    """Return the seed of one shuffle.

    >>> shuffle_seed(bytes(32), "an example", 1, 0).hex()[:16]
    'ecc40c9cab75c9a7'
    """
    return hmac.digest(secret, f"{agreement}\nround {round_number}\nshuffle {shuffle}".encode(), "sha256")


class Seeded:
    """Dice from a seed, as games were shuffled before there were commitments. Their logs have to lead to the same."""

    def __init__(self, seed: str) -> None:
        self.random = Random(seed)  # noqa: S311  # the seed comes from outside
        self.below = self.random.randrange

    def shuffle(self, cards: Iterable[str]) -> list[str]:
        """Sorting by random keys takes half the time of swapping."""
        roll = self.random.random
        return sorted(cards, key=lambda _: roll())

    def turn_up(self, pile: list[str], may_begin: MayBegin) -> tuple[list[str], str]:
        first = next((index for index in range(len(pile) - 1, -1, -1) if may_begin(pile[index])), len(pile) - 1)
        if first == len(pile) - 1:
            return pile, pile.pop()
        pile[first], pile[-1] = pile[-1], pile[first]
        top = pile.pop()
        return self.shuffle(pile), top
