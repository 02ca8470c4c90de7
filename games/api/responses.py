"""The schemas of responses, for the OpenAPI document. The responses themselves are built in pov.py and serializers.py,
and tests check each of them against its schema."""

from datetime import datetime
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from games.api.actions import CardColor, CardType
from games.engine import DECKS
from games.models import Pace, Scope, Visibility, Watching


class ResponseBody(BaseModel):
    model_config = ConfigDict(extra="forbid", alias_generator=to_camel)


class Refusal(ResponseBody):
    """Why a request was refused: a code for programs, and a sentence for people."""

    code: str = Field(description="A stable code, such as `not_your_turn` or `stale`.", examples=["not_your_turn"])
    sentence: str = Field(examples=["Not your turn: it is Ada’s turn."])
    stage: str | None = Field(
        description="For a refused move, the check: `taking part`, `round`, `priority`, `cost`, `legality` or `target`."
    )
    version: int | None = Field(None, description="With 409: the current version of the game.")
    field: str | None = Field(None, description="With 422: the field that is wrong, such as `actions.0.card`.")


class Me(ResponseBody):
    username: str
    guest: bool
    scope: Scope


# --- rules


class Option(ResponseBody):
    """One rule that a table may set."""

    name: str
    group: str
    label: str
    help: str
    official: str | int | bool = Field(description="The value under the official rules.")
    choices: list[str | int | bool] = Field(description="The values that have a label.")
    labels: list[str] = Field(description="Their labels, in the same order.")
    minimum: int | None = None
    maximum: int | None = None


class Preset(ResponseBody):
    name: str
    line: str
    rules: dict[str, str | int | bool] = Field(description="All options.")


class RuleBook(ResponseBody):
    options: list[Option]
    presets: list[Preset]


class Face(ResponseBody):
    """One side of a card."""

    card: str = Field(description="The text of the card, as moves use it.", examples=["R7"])
    color: CardColor
    type: CardType
    name: str = Field(examples=["red 7"])
    points: int
    amount: int | None = Field(None, description="How many cards it makes a player draw.")
    count: int = Field(description="How many of it are in the deck.")


class Side(ResponseBody):
    name: Literal["light", "dark"]
    colors: list[str] = Field(description="The colors that may be chosen for a wild.")
    faces: list[Face]


class Deck(ResponseBody):
    name: str
    cards: int
    sides: list[Side]


# --- tables


class Seat(ResponseBody):
    """A seat at a table, counted from 0. A free seat has no username."""

    seat: int
    username: str | None = None
    kind: Literal["person", "program", "bot"] | None = None
    bot: str | None = Field(None, description="Which bot it is, such as Hard.")
    ready: bool = False
    team: str | None = Field(None, description="The name of the team of this seat, where the rules have teams.")


class Settings(ResponseBody):
    visibility: Visibility
    watching: Watching
    pace: Pace
    phrases_only: bool
    reliable_only: bool
    starts_by_itself: bool
    seats_may_be_taken_over: bool
    programs_may_join: bool


class Table(ResponseBody):
    """A table between games."""

    code: str
    host: str | None
    status: Literal["pending", "inProgress", "ended"]
    seats: list[Seat]
    rules: dict[str, str | int | bool] = Field(description="All options, as in `/api/rules`.")
    rules_name: str
    settings: Settings
    missing: str = Field(
        description="Who or what the game waits for, as a sentence. The host need not be ready to start it."
    )
    commitment: str | None = Field(
        description="What the server has committed itself to for the deal of the next match."
    )
    url: str = Field(description="The table in a browser.")


class Reaction(ResponseBody):
    reaction: str


class ChatMessage(ResponseBody):
    number: int = Field(description="Later messages have greater numbers.")
    username: str | None = Field(description="Who has written it; None for a notice of the table.")
    text: str
    at: datetime
    notice: bool


class TableLine(ResponseBody):
    """A line of the stream of a lobby: the table after a change."""

    type: Literal["table"]
    version: int
    table: Table


class ChatLine(ResponseBody):
    """A line of the stream of a lobby: a new message."""

    type: Literal["chat"]
    version: int
    message: ChatMessage


class InvitationCode(ResponseBody):
    invitation_code: str = Field(description="People who send it with `join` need no password.")


class ListedTable(ResponseBody):
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


class Card(ResponseBody):
    """A card that you may see. A hidden card is an empty object."""

    color: CardColor
    type: CardType


class HiddenCard(ResponseBody):
    """A card that you may not see."""


class Participant(ResponseBody):
    username: str
    seat: int
    kind: Literal["person", "program", "bot"]
    bot: str | None = Field(None, description="Which bot it is, such as Hard.")
    away: bool = Field(description="Whether a bot plays for them.")
    team: str | None = Field(None, description="The name of their team, where the rules have teams.")


class Hand(ResponseBody):
    owner: str
    open: bool = Field(description="Whether you see the cards.")
    cards: list[Card | HiddenCard]
    backs: list[Card] | None = Field(
        None,
        description="Only of the others' hands in decks with two printed sides: the backs of the cards, in no "
        "particular order.",
    )


class Stack(ResponseBody):
    name: Literal["draw", "aside"]
    facing: Literal["down"]
    cards: list[HiddenCard]
    back: Card | None = Field(
        None, description="Only of a draw pile with two printed sides: the back of its top card, which everyone sees."
    )


class Pile(ResponseBody):
    name: Literal["discard"]
    facing: Literal["up"]
    cards: list[Card | HiddenCard] = Field(description="The top card first.")


class State(ResponseBody):
    hands: list[Hand]
    stacks: list[Stack]
    piles: list[Pile]


class Turn(ResponseBody):
    username: str
    cards_drawn: int = Field(description="How many cards they have drawn this turn.")
    deadline: datetime | None = Field(None, description="When the table decides for them.")


class Obligation(ResponseBody):
    """Something that a player has to decide, or has to draw unless they avert it."""

    type: Literal["orderColor", "draw", "respond", "choosePlayer", "keepOrPlay", "addMore"]
    obliged: str
    amount: int | None = Field(None, description="How many cards. Unknown when they are drawn until a color comes.")
    reason: Literal["card", "accusation"] | None = None
    deadline: datetime | None = None


class Accusation(ResponseBody):
    """The accusation in the newest event. Its penalty has already been drawn."""

    accuser: str
    accused: str
    justified: bool
    amount: int
    reason: Literal["accusation"]


class Score(ResponseBody):
    username: str
    points: int


class Pause(ResponseBody):
    """The game waits between two rounds: nobody's time runs, nobody can be caught, and all hands lie open."""

    deadline: str = Field(description="When the next round begins, unless all players agree to begin it earlier.")
    agreed: list[str] = Field(description="The players who have agreed to begin it.")


class Meta(ResponseBody):
    direction: Literal["clockwise", "counterclockwise"]
    turn: Turn | None
    obligations: list[Obligation]
    color: str | None = Field(description="The color in play. None until the color of a wild is chosen.")
    ordered_color: str | None = Field(description="The color that was chosen for the wild on top.")
    declarations: list[str] = Field(description="The players who have called their last card.")
    accusable: list[str] = Field(
        description="The players who have one card and have not called, so you may `accuse` them. In their head start, "
        "`uno_head_start` and the delay of their connection, that is refused with the code `too_early`: send it again "
        "a moment later."
    )
    accusation: Accusation | str | None = Field(
        description="The accusation in the newest event; in the classic vocabulary, the name of the player accused."
    )
    pause: Pause | None = Field(description="The pause between two rounds, while it lasts.")
    opening: bool = Field(description="Whether this round has no moves yet.")
    out: list[str] = Field(description="The players who are out of the round.")
    eliminated: list[str] = Field(description="The players who are out of the match, in this order.")
    side: Literal["light", "dark"]
    round: int
    dealer: str
    winner: str | None = Field(description="The winner, once the game has ended.")
    winners: list[str] = Field(description="The winner and their partners, once the game has ended.")
    scores: list[Score]


class Game(ResponseBody):
    """A game as the owner of the token may see it. The first element of an array of cards is the top one."""

    code: str
    game: int | None = Field(description="The number of this game. Each game counts its versions from 1.")
    type: str = Field(description="The deck.", json_schema_extra={"enum": list(DECKS)})
    status: Literal["pending", "inProgress", "ended"]
    version: int
    commitment: str | None = Field(description="What the server has committed itself to for all deals of this match.")
    participants: list[Participant]
    state: State
    meta: Meta | None
    legal: list[str] | list[dict[str, Any]] = Field(
        description="The moves that you may make now, as text; in the classic vocabulary, as actions.",
        examples=[["play R7", "draw"]],
    )


# --- the stream


class Reason(ResponseBody):
    """What led to this version. Without actions, a player took a seat, left it, or came back, or a pause was over."""

    type: Literal["userActions", "timeout", "bot"]
    initiator: str | None
    actions: list[dict[str, Any]] = Field(
        description="The actions, in our own vocabulary unless the classic one was asked for."
    )
    misplayed: str | None = Field(
        None,
        description="The card that did not fit, where the rules let a player try it: it stays in the hand, and costs "
        "the penalty. Not in the classic vocabulary.",
    )
    shown: Hand | None = Field(
        None, description="The hand that you were shown by it, as by a challenge; not in the classic vocabulary."
    )


class StreamLine(ResponseBody):
    """A line of the stream: one version of the game."""

    type: Literal["gameStarted", "gameUpdated", "gameEnded"]
    reason: Reason | None = Field(description="None for the deal, and when a game ended without a winner.")
    game: Game


class Heartbeat(ResponseBody):
    """A line of the stream that shows that the connection works, with the version that it has sent last."""

    type: Literal["heartbeat"]
    version: int


# --- replays


class ReplayPlayer(ResponseBody):
    username: str
    seat: int
    kind: Literal["person", "program", "bot"]
    bot: str | None = Field(None, description="Which bot it was, such as Hard.")
    team: str | None = Field(None, description="The name of their team, where the rules have teams.")
    points: int
    place: int | None = Field(description="1 for the winners. None if the game ended before anyone had won.")


class Contribution(ResponseBody):
    """What a seat has added to the deal."""

    seat: int
    by: Literal["browser", "program", "server", "bot"]
    value: str = Field(description="Empty for a bot.")


class Shuffles(ResponseBody):
    """What all shuffles of a match follow from. The page `/fair/` explains how."""

    commitment: str = Field(description="The SHA-256 of the secret, which was public before the first contribution.")
    secret: str | None = Field(description="None where you may not see all hands.")
    rules: str = Field(description="The rules in their canonical form.")
    contributions: list[Contribution]


class Replay(ResponseBody):
    """A game that is over."""

    id: str
    type: str = Field(description="The deck.", json_schema_extra={"enum": list(DECKS)})
    status: Literal["ended", "abandoned"]
    players: list[ReplayPlayer]
    winners: list[str]
    rules: dict[str, str | int | bool] = Field(description="All options, as in `/api/rules`.")
    rules_name: str
    rounds: int
    started: datetime
    ended: datetime | None
    shuffles: Shuffles | None = Field(
        description="What all shuffles follow from; None for matches from before there were commitments."
    )
    url: str = Field(description="The replay in a browser.")


class FileShuffles(Shuffles):
    deck: list[str] = Field(description="All cards of the deck.")


class GameFile(ResponseBody):
    """A game as a file: everything about it, and its log."""

    format: Literal["last-card-game"]
    version: int
    id: str
    title: str
    started: str
    ended: str
    rules: dict[str, str | int | bool] = Field(description="All options, as in `/api/rules`.")
    seats: list[dict[str, Any]]
    deals: list[dict[str, Any]] = Field(description="What was dealt in each round.")
    shuffles: FileShuffles | None = Field(description="What all shuffles follow from.")
    entries: list[dict[str, Any]]


class LogLine(ResponseBody):
    """A line of the log: a move, or what the table has done."""

    round: int
    n: int = Field(description="The number of the entry in its round. Number 0 has dealt the cards.")
    at: float = Field(description="Seconds since the game began.")
    username: str | None = Field(description="The player; None if it was the table.")
    type: Literal["userActions", "timeout", "bot", "table"]
    move: str = Field(description="The move as text; `decide` if the table has decided for the player.")
    actions: list[dict[str, Any]] = Field(description="The move in our own vocabulary.")
    transfers: list[dict[str, Any]] = Field(description="The move in the classic vocabulary.")
    events: list[list[Any]] = Field(description="What happened: the kind of each event, and its facts.")
