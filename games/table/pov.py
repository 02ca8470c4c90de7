"""A game as one viewer sees it: plain values with people and words, the only thing that tables are drawn from.

A Pov is made of `view(state, seat)`, of the events as `seen` by that seat, and of what everybody knows of the people at
the table. Its parts are frozen values, so that one drawing serves everybody who sees the same.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from typing import Any

from django.conf import settings
from django.template import Context, Engine, Template
from django.urls import reverse
from django.utils.safestring import SafeString

from games.engine import View, view
from games.models import User
from games.presence.company import Company
from games.table import cards, log_view, prompts
from games.table.event_text import Teller
from games.table.hands import Hand, hand
from games.table.log_view import End, LogLine
from games.table.places import Place, places
from games.table.prompts import Button
from games.table.snapshot import Snapshot
from games.table.template_values import TemplateValue

LYING = 3
"""How many of the last discards are drawn."""
ASKING = ("turn", "asked")
"""Events after which the game waits for something else than before."""


@dataclass(frozen=True, slots=True)
class Preferences:
    """How somebody likes the table."""

    order: str = "color"
    hints: bool = True
    symbols: bool = True
    confirm: bool = False
    sound: bool = False

    @classmethod
    def of(cls, person: User | None) -> "Preferences":
        if person is None or not person.is_authenticated:
            return cls()
        return cls(person.hand_order, person.card_hints, person.color_symbols, person.confirm_play, person.sound)


@dataclass(frozen=True, slots=True)
class Turn(TemplateValue):
    """What the page itself wants to know: how new this is, and whether somebody is waited for. `question` is the entry
    of the log that asked what is asked now; a call changes the version, but not the question."""

    version: int
    game: int
    question: int
    mine: bool
    title: str
    over: bool
    why: str
    """What is said of a card in the own hand that cannot be played now."""


@dataclass(frozen=True, slots=True)
class Lying(TemplateValue):
    """A card on the discard pile. Its number says how deep it lies, and so how it is turned."""

    number: int
    label: str
    html: SafeString
    tilt: int


@dataclass(frozen=True, slots=True)
class Pile(TemplateValue):
    """The middle of the table."""

    lying: tuple[Lying, ...]
    color: str
    shape: SafeString
    side: int
    back: SafeString
    clockwise: bool
    way: SafeString
    badge: str
    owed: str
    to_draw: int
    may_draw: bool
    picks: tuple[tuple[str, SafeString], ...]


@dataclass(frozen=True, slots=True)
class Prompt(TemplateValue):
    """What is asked, of whom, until when, and the buttons that answer."""

    text: str
    mine: bool
    buttons: tuple[Button, ...]
    deadline: float | None
    seconds: int
    return_url: str


@dataclass(frozen=True, slots=True)
class Calls(TemplateValue):
    """Uno! and Catch!, always in the same place; a call that cannot be made now is there and switched off."""

    word: str
    used: bool
    may_declare: bool
    catch: tuple[Button, ...]


@dataclass(frozen=True, slots=True)
class Around(TemplateValue):
    """How many people watch, and who plays without being connected."""

    watching: int
    lost: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Pov:
    code: str
    version: int
    game: int
    seat: int | None
    preferences: Preferences
    turn: Turn
    places: tuple[Place, ...]
    pile: Pile
    prompt: Prompt
    calls: Calls
    hand: Hand
    log: tuple[LogLine, ...]
    end: End | None
    said: str
    now: float | None = field(compare=False)

    @property
    def key(self) -> str:
        """The one-time key of a page without JavaScript: what was sent twice from one page is one move."""
        return f"{self.seat}-{self.version}"


def pov(
    table: Snapshot,
    seat: int | None,
    preferences: Preferences,
    now: float | None = None,
    sentence: str = "",
    open_hands: bool = False,
) -> Pov:
    """The table from one seat, or as spectators see it, with all hands where `access` says so. The sentence is what
    there is to be told."""
    seen_by = _seen(table, seat)
    names = tuple(table.names)
    tell = Teller(names, seat, settings.CALL_WORD)
    return Pov(
        code=table.code,
        version=table.version,
        game=table.game,
        seat=seat,
        preferences=preferences,
        turn=_turn(table, seen_by, names),
        places=places(table, seen_by, tell, shows_hands=seat is None and open_hands),
        pile=_pile(seen_by),
        prompt=_prompt(table, seen_by, names),
        calls=_calls(seen_by, names),
        hand=hand(seen_by, preferences.order, preferences.hints),
        log=log_view.log(table, tell),
        end=log_view.end(table, seen_by, tell),
        said=sentence,
        now=now,
    )


def _seen(table: Snapshot, seat: int | None) -> View:
    """A game that was ended from outside waits for nobody, and offers nothing."""
    seen_by = view(table.state, seat)
    if table.ended and seen_by.node != "over":
        return replace(seen_by, node=prompts.ENDED, legal=(), deadline=None, windows=())
    return seen_by


def _turn(table: Snapshot, seen_by: View, names: tuple[str, ...]) -> Turn:
    over = table.ended
    mine = seen_by.turn == seen_by.seat and not over
    why = prompts.why_not(seen_by, names) if seen_by.hand else ""
    return Turn(table.version, table.game, table.once(_question), mine, prompts.title(seen_by, names), over, why)


def _question(table: Snapshot) -> int:
    asking = (line.number for line in reversed(table.standing) if any(event[0] in ASKING for event in line.events))
    return next(asking, 0)


def _pile(seen_by: View) -> Pile:
    pile = seen_by.pile[-LYING:]
    deck = seen_by.rules.cards
    picks = deck.colors[seen_by.side] if any(move.color for move in seen_by.legal) else ()
    return Pile(
        lying=tuple(
            Lying(depth, cards.spoken(text), cards.face(text, seen_by.side), depth * 3 % 5)
            for depth, text in enumerate(pile, seen_by.discards - len(pile))
        ),
        color=seen_by.color or "",
        shape=cards.shape(seen_by.color) if seen_by.color else SafeString(),
        side=seen_by.side,
        back=cards.back(seen_by.side),
        clockwise=seen_by.direction == 1,
        way=cards.drawing("way"),
        badge=prompts.badge(seen_by),
        owed=prompts.owed(seen_by),
        to_draw=seen_by.to_draw,
        may_draw="draw" in seen_by.legal,
        picks=tuple((color, cards.shape(color)) for color in picks),
    )


def _prompt(table: Snapshot, seen_by: View, names: tuple[str, ...]) -> Prompt:
    own = table.sitters[seen_by.seat] if seen_by.seat is not None else None
    is_absent = own is not None and bool(own.stand_in or own.has_left) and not table.ended
    timed = seen_by.deadline is not None and not table.sitters[seen_by.turn].played_by
    return Prompt(
        text=("A bot plays for you. " if is_absent else "") + prompts.question(seen_by, names),
        mine=seen_by.turn == seen_by.seat and not table.ended,
        buttons=prompts.buttons(seen_by),
        deadline=seen_by.deadline if timed else None,
        seconds=seen_by.rules.decision_seconds,
        return_url=reverse("come_back", args=[table.code]) if is_absent else "",
    )


def _calls(seen_by: View, names: tuple[str, ...]) -> Calls:
    accused = [move for move in seen_by.legal if move.verb == "accuse"]
    return Calls(
        word=settings.CALL_WORD,
        used=seen_by.seat is not None and seen_by.rules.uno_call == "manual",
        may_declare="declare" in seen_by.legal,
        catch=tuple(Button(move, f"Catch {names[move.seat]}!") for move in accused),
    )


def pieces(
    table: Snapshot, seat: int | None, preferences: Preferences, sentence: str = "", open_hands: bool = False
) -> dict[str, SafeString]:
    """The fragments for a viewer, rendered once for everybody who looks from there in the same way."""
    drawn = table.once(_pieces, seat, preferences, open_hands)
    return drawn | {"said": _drawn("said", sentence)} if sentence else drawn


def _pieces(table: Snapshot, seat: int | None, preferences: Preferences, open_hands: bool) -> dict[str, SafeString]:
    return fragments(pov(table, seat, preferences, open_hands=open_hands))


def fragments(table: Pov) -> dict[str, SafeString]:
    """The pieces of the page by their ids, the same for the page, an answer and a push.

    No piece holds a form or a token: the whole table is one form of the page, and every button in it is a move.
    """
    return {
        "turn": _drawn("turn", table.turn),
        "seats": _drawn("seats", table.places),
        "pile": _drawn("pile", table.pile),
        "prompt": _drawn("prompt", table.prompt),
        "said": _drawn("said", table.said),
        "calls": _drawn("calls", table.calls),
        "hand": _drawn("hand", table.hand),
        "log": _drawn("log", table.log),
        "end": _drawn("end", table.end),
    }


def around(table: Snapshot, company: Company) -> SafeString:
    """Who watches, and whose connection is lost; that is no part of the game, and changes without it."""
    lost = tuple((one.seat, one.name) for one in table.sitters if one.person in company.gone and not one.played_by)
    return _drawn("around", Around(company.watching, lost))


ROWS: dict[str, tuple[str, Callable[[Any], tuple[Any, ...]]]] = {
    "seats": ("seat", lambda places: places),
    "hand": ("held", lambda held: held.cards),
    "log": ("line", lambda lines: lines),
}
"""Pieces made of rows, most of which stay what they were when something happens."""


@lru_cache(maxsize=8192)
def _drawn(name: str, part: Any) -> SafeString:
    """A piece or a row, drawn once for everybody who sees the same."""
    row, rows_of = ROWS.get(name, ("", lambda _: ()))
    rows = SafeString("".join(_drawn(row, one) for one in rows_of(part)))
    # Numbers are small and need no thousands separators, looking for which would take a fifth of the time.
    words = Context({"part": part, "rows": rows}, use_l10n=False)
    return SafeString(_template(name).render(words).strip())


@cache
def _template(name: str) -> Template:
    return Engine.get_default().get_template(f"table/_{name}.html")
