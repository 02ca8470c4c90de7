"""What programs are answered, as the document tells it. The answers themselves are written in pov.py and describing.py;
the tests hold each of them against these."""

from datetime import datetime
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from games.api.actions import CardColor, CardType
from games.models import Pace, Scope, Visibility, Watching


class Answer(BaseModel):
    model_config = ConfigDict(extra="forbid", alias_generator=to_camel)


class Refusal(Answer):
    """Why something was not done, in a word for programs and a sentence for people."""

    code: str = Field(description="A stable word, such as `not_your_turn` or `stale`.", examples=["not_your_turn"])
    sentence: str = Field(examples=["Not your turn: it is Ada’s turn."])
    stage: str | None = Field(
        description="Of a refused move the check: `taking part`, `round`, `priority`, `cost`, `legality` or `target`."
    )
    version: int | None = Field(None, description="With 409: the version that the game has now.")
    field: str | None = Field(None, description="With 422: the field that is wrong, such as `actions.0.card`.")


class Me(Answer):
    username: str
    guest: bool
    scope: Scope


# --- rules


class Option(Answer):
    """One rule that a table may set."""

    name: str
    group: str
    label: str
    help: str
    official: str | int | bool = Field(description="The value under the official rules.")
    choices: list[str | int | bool] = Field(description="The values that have a name.")
    labels: list[str] = Field(description="Their names, in the same order.")
    minimum: int | None = None
    maximum: int | None = None


class Preset(Answer):
    name: str
    line: str
    rules: dict[str, str | int | bool] = Field(description="All options.")


class RuleBook(Answer):
    options: list[Option]
    presets: list[Preset]


class Face(Answer):
    """One side of a card."""

    card: str = Field(description="The text of the card, as moves use it.", examples=["R7"])
    color: CardColor
    type: CardType
    name: str = Field(examples=["red 7"])
    points: int
    amount: int | None = Field(None, description="How many cards it makes somebody draw.")
    count: int = Field(description="How many of them are in the deck.")


class Side(Answer):
    name: Literal["light", "dark"]
    colors: list[str] = Field(description="The colors that a wild may name.")
    faces: list[Face]


class Deck(Answer):
    name: str
    cards: int
    sides: list[Side]


# --- tables


class Seat(Answer):
    """A seat at a table, from 0 on; a free one has no username."""

    seat: int
    username: str | None = None
    kind: Literal["person", "program", "bot"] | None = None
    ready: bool = False


class Settings(Answer):
    visibility: Visibility
    watching: Watching
    pace: Pace
    starts_by_itself: bool
    seats_may_be_taken_over: bool
    programs_may_join: bool


class Table(Answer):
    """A table as it is between games."""

    code: str
    host: str | None
    status: Literal["pending", "inProgress", "ended"]
    seats: list[Seat]
    rules: dict[str, str | int | bool] = Field(description="All options, as in `/api/rules`.")
    rules_name: str
    settings: Settings
    missing: str = Field(description="What keeps the table from starting, in a sentence; empty when nothing does.")
    url: str = Field(description="The table in a browser.")


class Row(Answer):
    """A table in the public list."""

    code: str
    host: str
    deck: str
    rules_name: str
    people: int
    bots: int
    seats: int
    playing: bool
    programs_may_join: bool


# --- games


class Card(Answer):
    """A card that may be seen; one that may not is an empty object."""

    color: CardColor
    type: CardType


class Nothing(Answer):
    """A card that you may not see."""


class Participant(Answer):
    username: str
    seat: int
    kind: Literal["person", "program", "bot"]
    away: bool = Field(description="Whether a bot plays on for them.")


class Hand(Answer):
    owner: str
    open: bool = Field(description="Whether you see the cards.")
    cards: list[Card | Nothing]
    backs: list[Card] | None = Field(
        None, description="Where backs can be seen: the sides that are not in play, in no order."
    )


class Stack(Answer):
    name: Literal["draw", "aside"]
    facing: Literal["down"]
    cards: list[Nothing]


class Pile(Answer):
    name: Literal["discard"]
    facing: Literal["up"]
    cards: list[Card | Nothing] = Field(description="The top card first.")


class State(Answer):
    hands: list[Hand]
    stacks: list[Stack]
    piles: list[Pile]


class Turn(Answer):
    username: str
    cards_drawn: int = Field(description="How many cards they have drawn in this turn.")
    deadline: datetime | None = Field(None, description="When the table decides for them.")


class Obligation(Answer):
    """Something that somebody has to decide, or to draw if they do not ward it off."""

    type: Literal["orderColor", "draw", "respond", "choosePlayer", "keepOrPlay"]
    obliged: str
    amount: int | None = Field(
        None, description="How many cards; nobody knows when they are drawn until a color comes."
    )
    reason: Literal["card", "accusation"] | None = None
    deadline: datetime | None = None


class Accusation(Answer):
    """The accusation in the newest event. What it costs has been drawn already."""

    accuser: str
    accused: str
    justified: bool
    amount: int
    reason: Literal["accusation"]


class Score(Answer):
    username: str
    points: int


class Meta(Answer):
    direction: Literal["clockwise", "counterclockwise"]
    turn: Turn | None
    obligations: list[Obligation]
    color: str | None = Field(description="The color in play; none while a wild waits for its color.")
    ordered_color: str | None = Field(description="The color that was named for a wild on top.")
    declarations: list[str] = Field(description="Who has called the last card.")
    accusable: list[str] = Field(description="Who has one card and has not called, so that you may `accuse` them.")
    accusation: Accusation | None
    opening: bool = Field(description="Whether nobody has made a move in this round yet.")
    out: list[str] = Field(description="Who is out of the round.")
    side: Literal["light", "dark"]
    round: int
    dealer: str
    winner: str | None = Field(description="Who has won the game, once it has ended.")
    scores: list[Score]


class Game(Answer):
    """A game as the owner of the token may see it. The first element of an array of cards is the top one."""

    code: str
    game: int | None = Field(description="The number of this game: versions are counted anew in each.")
    type: Literal["classic", "flip", "no_mercy"]
    status: Literal["pending", "inProgress", "ended"]
    version: int
    participants: list[Participant]
    state: State
    meta: Meta | None
    legal: list[str] = Field(description="The moves that you may make now, as texts.", examples=[["play R7", "draw"]])


# --- the stream


class Reason(Answer):
    """What has led to this version. No actions: somebody left a seat, took one, or came back."""

    type: Literal["userActions", "timeout", "bot"]
    initiator: str | None
    actions: list[dict[str, Any]] = Field(description="The actions, in our own vocabulary.")


class Told(Answer):
    """A line of the stream: one version of the game."""

    type: Literal["gameStarted", "gameUpdated", "gameEnded"]
    reason: Reason | None = Field(description="None for the deal, and when a game was given up.")
    game: Game


class Heartbeat(Answer):
    """A line of the stream that says that it is alive."""

    type: Literal["heartbeat"]
    version: int
