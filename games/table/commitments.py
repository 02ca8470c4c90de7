"""Deals that nobody can choose: commitments, contributions, and the source of the shuffles that follows from both.

A *commitment* is public before anybody contributes: the SHA-256 of a *secret*. A *contribution* is what the browser or
the program in a seat adds. When a match begins, the secret and what was *agreed* – the commitment, the rules, and the
contributions in the order of the seats – determine every shuffle: see `games.engine.shuffling` and `/fair/`.
"""

import hmac
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

from django.utils import timezone

from games.engine import Rules
from games.engine.shuffling import Dice, Source, committed
from games.models import Commitment, Game, Place, Table
from games.refusals import Refusal, Unfit

FEWEST_DIGITS, MOST_DIGITS = 32, 64
VALID = re.compile(f"[0-9a-f]{{{FEWEST_DIGITS},{MOST_DIGITS}}}")
BROWSER, PROGRAM, SERVER, BOT = "browser", "program", "server", "bot"
SHORT_DIGITS = 8
MADE_AHEAD_KEPT = timedelta(hours=1)
"""How long a commitment without a table can be used."""


@dataclass(frozen=True)
class Contribution:
    """What somebody adds to a deal, and the commitment that they have seen before."""

    value: str
    commitment: str
    by: str = BROWSER


def contribution(value: str, commitment: str, by: str = BROWSER) -> Contribution | None:
    """Return what somebody has sent, if anything; refuse what is no contribution."""
    if not value:
        return None
    if not VALID.fullmatch(value):
        raise Unfit("wrong_contribution", fewest=FEWEST_DIGITS, most=MOST_DIGITS)
    return Contribution(value, commitment, by)


def short(digest: str) -> str:
    """Return the beginning of a commitment, as it is shown at tables.

    >>> short("2f1c9d0a" + 56 * "0")
    '2f1c 9d0a'
    """
    return f"{digest[:4]} {digest[4:SHORT_DIGITS]}"


# --- while a table waits for a match


def next_commitment(table: Table) -> Commitment:
    """Return the commitment to the next match at a table; the caller has locked its row if there may be none yet."""
    found = Commitment.objects.filter(table=table, game=None).first()
    if found is None:
        found = Commitment.new(table)
        found.save(force_insert=True)
    return found


def next_digest(table: int) -> str:
    """Return the commitment to the next match at a table, without its secret."""
    return Commitment.objects.filter(table=table, game=None).values_list("digest", flat=True).first() or ""


def make_ahead() -> str:
    """Make a commitment for a table that does not exist yet, and return it without its secret."""
    made = Commitment.new()
    made.save(force_insert=True)
    return made.digest


def attach(table: Table, given: Contribution | None) -> None:
    """Let the commitment that was made ahead for this contribution be that of a locked table, where no other person has
    contributed to another one."""
    if given is None:
        return
    ahead = Commitment.objects.filter(table=None, game=None, made_at__gt=timezone.now() - MADE_AHEAD_KEPT)
    found = ahead.select_for_update().filter(digest=given.commitment).first()
    if found:
        Commitment.objects.filter(table=table, game=None).delete()
        found.table = table
        found.save(update_fields=["table"])


def delete_made_ahead(moment: datetime) -> None:
    """Delete commitments for tables that were never opened."""
    Commitment.objects.filter(table=None, game=None, made_at__lte=moment - MADE_AHEAD_KEPT).delete()


def contribute(place: Place, given: Contribution | None) -> None:
    """Store a contribution to the next match at a locked table; without one, the server will make one. Refuse one to a
    commitment that is not, or no longer, that of the table."""
    if given is None:
        return
    if given.commitment != next_commitment(place.table).digest:
        raise Refusal("other_commitment")
    place.contribution, place.contributed_by, place.contributed_to = given.value, given.by, given.commitment
    place.save(update_fields=["contribution", "contributed_by", "contributed_to"])


# --- what is published


@dataclass(frozen=True)
class Shuffles:
    """What all shuffles of a match follow from. The secret is None as long as nobody may know it."""

    commitment: str
    rules: str
    contributions: tuple[dict[str, str], ...]
    secret: str | None = None

    def as_dict(self) -> dict[str, Any]:
        seats = [{"seat": seat, **one} for seat, one in enumerate(self.contributions)]
        return {"commitment": self.commitment, "secret": self.secret, "rules": self.rules, "contributions": seats}


def shuffles_of(game: int) -> Shuffles | None:
    """Return what is public of the shuffles of a match; None for those from before there were commitments."""
    found = Commitment.objects.filter(game=game).values("digest", "rules", "contributions").first()
    return Shuffles(found["digest"], found["rules"], tuple(found["contributions"])) if found else None


def revealed(game: Game) -> Shuffles | None:
    """Return the same with the secret, once the match is over for whatever reason. All its cards follow from it, so the
    caller shows it only to those who may see all hands."""
    public = shuffles_of(game.pk)
    over = Commitment.objects.filter(game=game, game__ended_at__isnull=False)
    return public and replace(public, secret=over.values_list("secret", flat=True).first())


# --- when a match begins


def fix_agreement(commitment: Commitment, game: Game, rules: Rules, places: Sequence[Place]) -> Source:
    """Fix what was agreed for a match that begins, and return the source of its shuffles."""
    commitment.game, commitment.rules = game, rules.canonical()
    commitment.contributions = [_contributed(commitment, seat, place) for seat, place in enumerate(places)]
    commitment.save(update_fields=["game", "rules", "contributions"])
    Commitment.new(commitment.table).save(force_insert=True)  # for the rematch
    return source_of(commitment)


def _contributed(commitment: Commitment, seat: int, place: Place) -> dict[str, str]:
    if place.person_id is None:
        return {"by": BOT, "value": ""}
    if place.contributed_to == commitment.digest:
        return {"by": place.contributed_by, "value": place.contribution}
    return {"by": SERVER, "value": made_by_server(commitment.secret, seat)}


def made_by_server(secret: str, seat: int) -> str:
    """Return the contribution of a seat that has sent none. It follows from the secret, so that the server cannot
    choose it after it has seen the others."""
    return hmac.digest(bytes.fromhex(secret), f"contribution of seat {seat}".encode(), "sha256").hex()


def agreement(agreed: Shuffles) -> str:
    """Return what the shuffles of a match follow from, besides the secret, as text.

    >>> print(agreement(Shuffles("2f1c", "{}", ({"by": "browser", "value": "07"}, {"by": "bot", "value": ""}))))
    Last Card deal
    game 2f1c
    rules {}
    seat 0 07
    seat 1
    """
    # Whose a contribution is does not stand here: the server could choose a word after it has seen all numbers.
    seats = [f"seat {seat} {one['value']}".rstrip() for seat, one in enumerate(agreed.contributions)]
    return "\n".join(["Last Card deal", f"game {agreed.commitment}", f"rules {agreed.rules}", *seats])


def source_from(secret: str, agreed: Shuffles) -> Source:
    return committed(bytes.fromhex(secret), agreement(agreed))


def source_of(commitment: Commitment) -> Source:
    agreed = Shuffles(commitment.digest, commitment.rules, tuple(commitment.contributions))
    return source_from(commitment.secret, agreed)


@dataclass(frozen=True)
class StoredSource:
    """The source of a stored game. It reads the secret when it shuffles for the first time, so that what only shows a
    game never has it."""

    game: int

    @cached_property
    def source(self) -> Source:
        return source_of(Commitment.objects.get(game=self.game))

    def __call__(self, round_number: int, shuffle: int) -> Dice:
        return self.source(round_number, shuffle)


def stored_source(game: int, seed: int | str) -> Source | None:
    """Return the source of a stored game whose state has this seed; None for those from before commitments."""
    return StoredSource(game) if isinstance(seed, str) else None
