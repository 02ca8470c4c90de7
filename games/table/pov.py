"""A game as one viewer sees it: plain values with names and sentences, from which alone tables are rendered.

A Pov is made of `view(state, seat)`, of the events as `seen` by that seat, and of public facts about the people at the
table. Its parts are frozen values, so that viewers who see the same share one rendering.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from django.conf import settings
from django.urls import reverse
from django.utils.safestring import SafeString

from games.engine import State, View, view
from games.engine.windows import lapses_at, possible_from
from games.fragments import Rendered, frame, places, render, render_once
from games.models import User
from games.presence.company import Company
from games.table import cards, log_view, prompts
from games.table.event_text import Reader
from games.table.hands import Hand, hand
from games.table.log_view import End, LogLine
from games.table.prompts import Button
from games.table.seats import Seat, clock_face, seats
from games.table.snapshot import Snapshot
from games.wording import teams
from games.wording.results import (
    REMATCH,
    REMATCH_ASKS,
    REMATCH_OURS,
    REMATCH_WAITS,
    REMATCH_WITHOUT,
    REMATCH_YOURS,
)
from games.wording.table import TOP_BACK
from games.wording.templates import fill

DISCARDS = 3
"""How many of the last discards are shown."""
ASKING = ("turn", "asked")
"""Events after which the game waits for another decision than before."""


@dataclass(frozen=True, slots=True)
class Preferences:
    """How a person likes the table to look and behave."""

    order: str = "color"
    hints: bool = True
    symbols: bool = True
    confirm: bool = False
    sound: bool = False
    auto: bool = True
    """Whether the page answers by itself where there is only one answer."""

    @classmethod
    def of(cls, person: User | None) -> "Preferences":
        if person is None or not person.is_authenticated:
            return cls()
        return cls(
            person.hand_order,
            person.card_hints,
            person.color_symbols,
            person.confirm_play,
            person.sound,
            person.auto_answer,
        )


@dataclass(frozen=True, slots=True)
class Turn:
    """Facts for the scripts of the page. `question` is the number of the log entry that asked for the current decision:
    a call changes the version, but not the question."""

    version: int
    game: int
    question: int
    mine: bool
    title: str
    over: bool
    why: str
    """The sentence about a card of your hand that cannot be played now."""


class Discard(NamedTuple):
    """A card on the discard pile. Its number, counted from the bottom, determines its tilt."""

    number: int
    label: str
    html: SafeString
    tilt: int


class Pile(NamedTuple):
    """The middle of the table."""

    lying: tuple[Discard, ...]
    color: str
    any_card: bool
    """Whether all cards of the deck are wild."""
    shape: SafeString
    side: int
    back: SafeString
    back_name: str
    """What the draw pile's label says of the back of its top card, where everyone sees it."""
    clockwise: bool
    way: SafeString
    badge: str
    to_draw: int
    on_stock: str
    """The move that a press on the draw pile makes, if any."""
    picks: tuple[tuple[str, SafeString], ...]


@dataclass(frozen=True, slots=True)
class Prompt:
    """The decision that the game waits for, its deadline, and the buttons that answer."""

    text: str
    mine: bool
    buttons: tuple[Button, ...]
    deadline: float | None
    seconds: int
    return_url: str
    clock: str
    """The viewer's time for this round, while it runs; empty without a clock."""
    until: float
    only: str
    """The move that the page makes by itself, because the decision has no other answer."""


@dataclass(frozen=True, slots=True)
class Calls:
    """The buttons “Uno!” and “Catch!”. They are always shown, and disabled while the call cannot be made."""

    word: str
    used: bool
    may_declare: bool
    declare_until: float | None
    catch: tuple[Button, ...]
    catch_from: float | None
    """When the head start of the player who can be caught is over, on a connection without delay."""
    catch_until: float | None
    """When it will be too late, if nobody moves before."""


@dataclass(frozen=True, slots=True)
class Around:
    """How many people watch, and which players are not connected."""

    watching: int
    lost: tuple[tuple[int, str], ...]
    rematch: str
    """Who wants to play again, after a game."""
    wants_rematch: bool
    """Whether the viewer does."""


@dataclass(frozen=True, slots=True)
class Pov:
    code: str
    version: int
    game: int
    seat: int | None
    preferences: Preferences
    turn: Turn
    seats: tuple[Seat, ...]
    pile: Pile
    prompt: Prompt
    calls: Calls
    hand: Hand
    log: tuple[LogLine, ...]
    end: End | None
    message: str
    now: float | None = field(compare=False)

    @property
    def key(self) -> str:
        """The one-time key of a page without JavaScript: a form that is sent twice makes one move."""
        return f"{self.seat}-{self.version}"


def pov(
    table: Snapshot,
    seat: int | None,
    preferences: Preferences,
    now: float | None = None,
    sentence: str = "",
    open_hands: bool = False,
    is_closed: bool = False,
    is_past: bool = False,
) -> Pov:
    """Return the table from one seat, or as spectators see it, with all hands where `access` allows it. `sentence` is a
    message for this viewer. A position that `is_past` asks nobody to come back."""
    seen_by = _seen(table, seat)
    names = tuple(table.names)
    reader = Reader(names, seat, settings.CALL_WORD, teams.names(table.state.rules))
    end = log_view.end(table, seen_by, reader)
    return Pov(
        code=table.code,
        version=table.version,
        game=table.game,
        seat=seat,
        preferences=preferences,
        turn=_turn(table, seen_by, names),
        seats=seats(table, seen_by, reader, shows_hands=seat is None and open_hands),
        pile=_pile(seen_by),
        prompt=_prompt(table, seen_by, names, preferences.auto, is_past),
        calls=_calls(table.state, seen_by, names),
        hand=hand(seen_by, preferences.order, preferences.hints),
        log=log_view.log(table, reader),
        end=log_view.at_closed_table(end) if end and is_closed else end,
        message=sentence,
        now=now,
    )


def _seen(table: Snapshot, seat: int | None) -> View:
    """The view of the game; one that was ended before it was over waits for no one and offers nothing."""
    seen_by = view(table.state, seat)
    if table.ended and seen_by.node != "over":
        return replace(seen_by, node=prompts.ENDED, legal=(), deadline=None, windows=())
    return seen_by


def _turn(table: Snapshot, seen_by: View, names: tuple[str, ...]) -> Turn:
    over = table.ended
    mine = seen_by.seat is not None and prompts.asked_seat(seen_by) == seen_by.seat
    why = prompts.why_not(seen_by, names) if seen_by.hand else ""
    return Turn(table.version, table.game, table.cached(_question), mine, prompts.title(seen_by, names), over, why)


def _question(table: Snapshot) -> int:
    asking = (entry.number for entry in reversed(table.standing) if any(event[0] in ASKING for event in entry.events))
    return next(asking, 0)


def _pile(seen_by: View) -> Pile:
    pile = seen_by.pile[-DISCARDS:]
    deck = seen_by.rules.cards
    color = "" if deck.is_all_wild else seen_by.color or ""
    picks = deck.colors[seen_by.side] if any(move.color for move in seen_by.legal) else ()
    return Pile(
        lying=tuple(
            Discard(depth, cards.spoken(text), cards.face(text, seen_by.side), depth * 3 % 5)
            for depth, text in enumerate(pile, seen_by.discards - len(pile))
        ),
        color=color,
        any_card=deck.is_all_wild,
        shape=cards.shape(color) if color else SafeString(),
        side=seen_by.side,
        back=cards.face(seen_by.draw_back, 1 - seen_by.side) if seen_by.draw_back else cards.back(seen_by.side),
        back_name=fill(TOP_BACK, card=cards.spoken(seen_by.draw_back)) if seen_by.draw_back else "",
        clockwise=seen_by.direction == 1,
        way=cards.symbol("way"),
        badge=prompts.badge(seen_by),
        to_draw=seen_by.to_draw,
        on_stock=prompts.on_stock(seen_by),
        picks=tuple((color, cards.shape(color)) for color in picks),
    )


def _prompt(table: Snapshot, seen_by: View, names: tuple[str, ...], answers_alone: bool, is_past: bool) -> Prompt:
    own = table.sitters[seen_by.seat] if seen_by.seat is not None else None
    is_absent = own is not None and own.is_away and not (table.ended or is_past)
    asked = prompts.asked_seat(seen_by)
    is_paused = seen_by.node == "between_rounds"
    timed = seen_by.deadline is not None and (is_paused or (asked is not None and not table.sitters[asked].played_by))
    mine = seen_by.seat is not None and asked == seen_by.seat
    left = seen_by.clocks[seen_by.seat] if mine and seen_by.seat is not None and seen_by.clocks else None
    return Prompt(
        text=prompts.question_to_absent(seen_by, names) if is_absent else prompts.question(seen_by, names),
        mine=mine and not is_absent,
        buttons=() if is_absent else prompts.buttons(seen_by),
        deadline=seen_by.deadline if timed else None,
        seconds=_seconds(seen_by),
        return_url=reverse("come_back", args=[table.code]) if is_absent else "",
        clock="" if left is None else clock_face(left),
        until=seen_by.since + (left or 0.0),
        only=prompts.only_answer(seen_by) if answers_alone and not is_absent else "",
    )


def _seconds(seen_by: View) -> int:
    """How long the ring around the countdown stands for."""
    rules = seen_by.rules
    if seen_by.node == "between_rounds":
        return rules.pause
    return rules.decision_seconds or rules.turn_clock


def _calls(state: State, seen_by: View, names: tuple[str, ...]) -> Calls:
    caught = prompts.accusations(seen_by)
    return Calls(
        word=settings.CALL_WORD,
        used=seen_by.seat is not None and seen_by.rules.has_calls,
        may_declare=prompts.may_declare(seen_by),
        declare_until=None if seen_by.seat is None else lapses_at(state, seen_by.seat),
        catch=prompts.catch_buttons(caught, names),
        catch_from=possible_from(state, caught[0]) if caught else None,
        catch_until=lapses_at(state, caught[0].seat) if caught else None,
    )


def pieces(
    table: Snapshot,
    seat: int | None,
    preferences: Preferences,
    sentence: str = "",
    open_hands: bool = False,
    is_closed: bool = False,
) -> Rendered:
    """Return the fragments for a viewer. They are rendered once for all spectators; a player's are theirs alone, and
    would only fill the memory."""
    if seat is None:
        rendered = table.cached(_pieces, seat, preferences, open_hands, is_closed)
    else:
        rendered = _pieces(table, seat, preferences, open_hands, is_closed)
    return Rendered(rendered | {"message": render("message", sentence)}) if sentence else rendered


def _pieces(table: Snapshot, seat: int | None, preferences: Preferences, open_hands: bool, is_closed: bool) -> Rendered:
    return fragments(pov(table, seat, preferences, open_hands=open_hands, is_closed=is_closed))


def fragments(table: Pov, is_page: bool = False) -> Rendered:
    """Return the fragments by their ids, for an answer or a push: seats, lines of the log and cards of the pile are
    fragments of their own, so that only those that have changed are sent. On a page they stand inside of the others.

    No fragment holds a form or a token: the whole table is one form, and every button in it is a move.
    """
    fans = {f"b{seat.seat}": render("fan", seat) for seat in table.seats if seat.fan}
    shown_fans = fans if is_page else places(fans, "span")
    seats = {f"s{seat.seat}": _seat(seat, shown_fans) for seat in table.seats}
    stock = {"stock": render_once("stock", table.pile)}
    discards = {f"p{card.number}": render_once("discard", card) for card in table.pile.lying}
    log = {line.name: line.row for line in table.log}
    parts = {
        "turn": render("turn", table.turn),
        "seats": _around("seats", table.seat is None, seats, is_page),
        "pile": _around("pile", table.pile, stock | discards, is_page),
        "prompt": render_once("prompt", table.prompt),
        "message": render_once("message", table.message),
        "calls": render_once("calls", table.calls),
        "hand": render_once("hand", table.hand),
        "log": _around("log", None, log, is_page),
        "end": render_once("end", table.end),
    }
    return Rendered(parts if is_page else parts | seats | fans | stock | discards | log)


def _around(name: str, part: Any, rows: Mapping[str, SafeString], is_page: bool) -> SafeString:
    return render(name, part, rows) if is_page else frame(name, part, tuple(rows), PLACES[name])


def _places_in_pile(ids: tuple[str, ...]) -> dict[str, SafeString]:
    stock, *discards = ids
    return places([stock], "button") | places(discards, "span")


PLACES = {"seats": places, "pile": _places_in_pile, "log": places}


def _seat(seat: Seat, fans: Mapping[str, SafeString]) -> SafeString:
    return render("seat", seat, {"fan": fans[f"b{seat.seat}"]}) if seat.fan else render_once("seat", seat)


def around(table: Snapshot, company: Company, seat: int | None = None) -> SafeString:
    """Render who watches, and which players are not connected. This is not part of the game, and changes without it."""
    me = "" if seat is None else table.sitters[seat].name
    lost = tuple((one.seat, one.name) for one in table.sitters if one.person in company.gone and not one.played_by)
    wants = table.ended and me in company.ready
    return render("around", Around(company.watching, lost, _rematch(table, company, me), wants))


def _rematch(table: Snapshot, company: Company, me: str) -> str:
    """Who wants to play again, and who is waited for, as this viewer reads it."""
    if not (table.ended and company.ready):
        return ""
    wanting, waited_for = (
        ", ".join(name for name in names if name != me) for names in (company.ready, company.unready)
    )
    if me not in company.ready:
        sentences = [fill(REMATCH, names=wanting, count=len(company.ready))]
    else:
        sentences = [fill(REMATCH_OURS, names=wanting) if wanting else REMATCH_YOURS]
    if waited_for:
        sentences.append(fill(REMATCH_WAITS, names=waited_for))
    if me in company.unready:
        sentences.append(REMATCH_ASKS)
    elif company.waits_for_guests:
        sentences.append(REMATCH_WITHOUT)
    return " ".join(sentences)
