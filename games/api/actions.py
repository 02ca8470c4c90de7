"""What a program may send as a move: two vocabularies, each complete, which may be mixed.

Ours names the moves as the rules do. The other one transfers cards between hands, stacks and piles; what a transfer
means – a play, an answer to a draw card, a jump-in – follows from how the table stands, so it is asked under the lock.
"""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from games.api.cards import text_of
from games.api.names import seat_called
from games.engine import Refused, State
from games.engine.moves import CALL_VERBS
from games.table.snapshot import Snapshot

MOST_CARDS = 1000

Color = Literal["red", "yellow", "green", "blue", "pink", "teal", "orange", "purple"]
CardColor = Literal["red", "yellow", "green", "blue", "pink", "teal", "orange", "purple", "black"]
# fmt: off
CardType = Literal[
    "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "skip", "reverse", "draw", "wild",
    "flip", "skipEveryone", "drawColor", "drawFour", "discardAll", "reverseDrawFour", "drawSix", "drawTen", "roulette",
]
# fmt: on
CardText = Annotated[str, Field(pattern="^[A-Z][A-Z0-9]{0,3}$", description="The text of a card, such as `R7`.")]
Username = Annotated[str, Field(min_length=1, max_length=40, description="A participant, by the username.")]


@dataclass(frozen=True)
class Sight:
    """What an action may depend on: the table, and the state that the actions before it have led to."""

    table: Snapshot
    state: State
    seat: int

    def seat_called(self, username: str) -> int:
        return seat_called(self.table.sitters, username)


class Action(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)
    type: str

    @property
    def is_call(self) -> bool:
        return self.type in CALL_VERBS

    def text(self, sight: Sight) -> str:
        """The move, as the rules spell it."""
        return self.type


# --- our own vocabulary


class CardAction(Action):
    card: CardText
    color: Color | None = Field(None, description="The color that a wild names, if you say it at once.")
    target: Username | None = Field(None, description="With whom a 7 swaps hands, if you say it at once.")

    def text(self, sight: Sight) -> str:
        answers = [f"color {self.color}"] if self.color else []
        answers += [f"swap {sight.seat_called(self.target)}"] if self.target else []
        return ", ".join([f"{self.type} {self.card}", *answers])


class Play(CardAction):
    """Play a card."""

    type: Literal["play"]


class StackUp(CardAction):
    """Answer a draw card with a draw card."""

    type: Literal["stack"]


class Jump(CardAction):
    """Play a card identical to the top card out of turn."""

    type: Literal["jump"]


class Draw(Action):
    """Draw a card, or several where you may draw as often as you like."""

    type: Literal["draw"]
    amount: int = Field(1, ge=1, le=MOST_CARDS)

    def text(self, sight: Sight) -> str:
        return f"draw {self.amount}" if self.amount > 1 else "draw"


class Pass(Action):
    """End your turn without a play, after you have drawn (or when there is nothing to draw)."""

    type: Literal["pass"]


class Keep(Action):
    """Keep the card you have drawn."""

    type: Literal["keep"]


class Challenge(Action):
    """Say that the wild draw card was a bluff."""

    type: Literal["challenge"]


class Accept(Action):
    """Draw what the draw card inflicts."""

    type: Literal["accept"]


class NameColor(Action):
    """Name the color of a wild."""

    type: Literal["color"]
    color: Color

    def text(self, sight: Sight) -> str:
        return f"color {self.color}"


class Swap(Action):
    """Choose with whom to swap hands."""

    type: Literal["swap"]
    target: Username

    def text(self, sight: Sight) -> str:
        return f"swap {sight.seat_called(self.target)}"


class Text(Action):
    """A move by its text, just as `legal` offers it; players are named by their seats there."""

    type: Literal["move"]
    text_: str = Field(alias="text", min_length=1, max_length=100, examples=["play R7"])

    @property
    def is_call(self) -> bool:
        return all(move.strip().startswith(CALL_VERBS) for move in self.text_.split(","))

    def text(self, sight: Sight) -> str:
        return self.text_


# --- in both vocabularies


class Declare(Action):
    """Call your last card."""

    type: Literal["declare"]


class Accuse(Action):
    """Catch somebody who has not called."""

    type: Literal["accuse"]
    username: Username

    def text(self, sight: Sight) -> str:
        return f"accuse {sight.seat_called(self.username)}"


# --- the vocabulary of transfers


class Part(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class OwnHand(Part):
    """Your own hand."""

    type: Literal["hand"]


class DrawStack(Part):
    type: Literal["stack"]
    name: Literal["draw"]


class DiscardPile(Part):
    type: Literal["pile"]
    name: Literal["discard"]


class CardWords(Part):
    """A card, fully named."""

    color: CardColor
    type: CardType


class TransferToPile(Action):
    """Play exactly one card: on your turn, as the answer to a draw card, or as a jump-in."""

    type: Literal["transfer"]
    source: OwnHand
    destination: DiscardPile
    cards: list[CardWords] = Field(min_length=1, max_length=1)

    def text(self, sight: Sight) -> str:
        state, card = sight.state, self.cards[0]
        text = text_of(state.deck.name, state.side, card.color, card.type)
        if state.turn == sight.seat:
            return f"stack {text}" if state.node == "respond" else f"play {text}"
        return f"jump {text}" if state.rules.jump_in and sight.seat not in state.out else f"play {text}"


class TransferToHand(Action):
    """Draw. As the answer to a draw card: accept it, by drawing the whole amount; where a color has to be drawn for, so
    that nobody knows the amount, send 1."""

    type: Literal["transfer"]
    source: DrawStack
    destination: OwnHand
    amount: int = Field(ge=1, le=MOST_CARDS)

    def text(self, sight: Sight) -> str:
        state = sight.state
        if state.node != "respond" or state.turn != sight.seat:
            return f"draw {self.amount}" if self.amount > 1 else "draw"
        if self.amount != (owed := 1 if state.until else state.debt):
            raise Refused("legality", "amount", reason="penalty", count=owed)
        return "accept"


class OrderColor(Action):
    """Name the color of a wild."""

    type: Literal["orderColor"]
    color: Color

    def text(self, sight: Sight) -> str:
        return f"color {self.color}"


class ChoosePlayer(Action):
    """Choose with whom to swap hands."""

    type: Literal["choosePlayer"]
    username: Username

    def text(self, sight: Sight) -> str:
        return f"swap {sight.seat_called(self.username)}"


class Skip(Action):
    """End your turn without a play, after you have drawn (or when there is nothing to draw)."""

    type: Literal["skip"]

    def text(self, sight: Sight) -> str:
        return "pass"
