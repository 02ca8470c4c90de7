"""The actions that a program may send as a move, in two complete vocabularies, which may be mixed.

Ours names the moves as the rules do. The other one transfers cards between hands, stacks and piles. What a transfer
means (a play, an answer to a draw card, a jump-in) depends on the state, so it becomes a move under the lock.
"""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from games.api.cards import text_of
from games.api.names import seat_of
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
    "shuffleHands", "customizable", "skipTwo", "targetedDraw", "forcedSwap",
]
# fmt: on
CardText = Annotated[str, Field(pattern="^[A-Z][A-Z0-9]{0,3}$", description="The text of a card, such as `R7`.")]
Username = Annotated[str, Field(min_length=1, max_length=40, description="The username of a participant.")]


@dataclass(frozen=True)
class Context:
    """What an action may depend on: the table, and the state after the actions before it."""

    table: Snapshot
    state: State
    seat: int

    def seat_of(self, username: str) -> int:
        return seat_of(self.table.sitters, username)


class Action(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)
    type: str

    @property
    def is_call(self) -> bool:
        return self.type in CALL_VERBS

    def text(self, context: Context) -> str:
        """Return the move as text, as the engine reads it."""
        return self.type


# --- our own vocabulary


class CardAction(Action):
    card: CardText
    also: list[CardText] = Field(
        [],
        max_length=15,
        description="More cards for the same move, where the rules allow it. The last one lies on top.",
    )
    color: Color | None = Field(None, description="The color for a wild, if you choose it at once.")
    target: Username | None = Field(
        None, description="The player to swap hands with for a 7, if you choose them at once."
    )

    def text(self, context: Context) -> str:
        choices = [f"color {self.color}"] if self.color else []
        choices += [f"swap {context.seat_of(self.target)}"] if self.target else []
        return ", ".join([f"{self.type} {'+'.join([self.card, *self.also])}", *choices])


class Play(CardAction):
    """Play a card."""

    type: Literal["play"]


class StackUp(CardAction):
    """Answer a draw card with a draw card."""

    type: Literal["stack"]


class Jump(CardAction):
    """Jump in: play a card identical to the top card out of turn."""

    type: Literal["jump"]


class Draw(Action):
    """Draw a card, or several where the rules allow it."""

    type: Literal["draw"]
    amount: int = Field(1, ge=1, le=MOST_CARDS)

    def text(self, context: Context) -> str:
        return f"draw {self.amount}" if self.amount > 1 else "draw"


class Pass(Action):
    """End your turn without playing a card, after you have drawn, or when there is nothing to draw."""

    type: Literal["pass"]


class Keep(Action):
    """Keep the card you have drawn."""

    type: Literal["keep"]


class Add(Action):
    """Add a card to the move, where the rules allow several in one."""

    type: Literal["add"]
    card: CardText

    def text(self, context: Context) -> str:
        return f"add {self.card}"


class Done(Action):
    """Add no more cards to the move."""

    type: Literal["done"]


class Challenge(Action):
    """Challenge a wild draw card as a bluff."""

    type: Literal["challenge"]


class Accept(Action):
    """Accept a draw card, and draw its cards."""

    type: Literal["accept"]


class Continue(Action):
    """Agree to begin the next round. It begins when all players agree, and in any case when the pause is over."""

    type: Literal["continue"]


class NameColor(Action):
    """Choose the color of a wild."""

    type: Literal["color"]
    color: Color

    def text(self, context: Context) -> str:
        return f"color {self.color}"


class Swap(Action):
    """Choose the player to swap hands with, or the one who draws."""

    type: Literal["swap"]
    target: Username

    def text(self, context: Context) -> str:
        return f"swap {context.seat_of(self.target)}"


class TextMove(Action):
    """A move as text, as `legal` offers it. It names players by their seat."""

    type: Literal["move"]
    text_: str = Field(alias="text", min_length=1, max_length=100, examples=["play R7"])

    @property
    def is_call(self) -> bool:
        return all(move.strip().startswith(CALL_VERBS) for move in self.text_.split(","))

    def text(self, context: Context) -> str:
        return self.text_


# --- in both vocabularies


class Declare(Action):
    """Call your last card."""

    type: Literal["declare"]


class Accuse(Action):
    """Catch a player who has not called their last card."""

    type: Literal["accuse"]
    username: Username

    def text(self, context: Context) -> str:
        return f"accuse {context.seat_of(self.username)}"


# --- the vocabulary of transfers


class TransferPart(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class YourHand(TransferPart):
    """Your hand."""

    type: Literal["hand"]


class DrawStack(TransferPart):
    type: Literal["stack"]
    name: Literal["draw"]


class DiscardPile(TransferPart):
    type: Literal["pile"]
    name: Literal["discard"]


class FullCard(TransferPart):
    """A card by its color and type."""

    color: CardColor
    type: CardType


class TransferToPile(Action):
    """Play a card: on your turn, in answer to a draw card, or as a jump-in. Where the rules allow it, several."""

    type: Literal["transfer"]
    source: YourHand
    destination: DiscardPile
    cards: list[FullCard] = Field(min_length=1, max_length=15)

    def text(self, context: Context) -> str:
        state = context.state
        text = "+".join(text_of(state.deck.name, state.side, card.color, card.type) for card in self.cards)
        if state.turn == context.seat:
            return f"{TRANSFERS.get(state.node, 'play')} {text}"
        return f"jump {text}" if state.rules.jump_in and context.seat not in state.out else f"play {text}"


TRANSFERS = {"respond": "stack", "add_more": "add"}
"""What it is to transfer a card to the pile, where it is no play."""


class TransferToHand(Action):
    """Draw. In answer to a draw card, accept it by drawing the whole amount. Send 1 where you draw until a color comes,
    so that the amount is unknown."""

    type: Literal["transfer"]
    source: DrawStack
    destination: YourHand
    amount: int = Field(ge=1, le=MOST_CARDS)

    def text(self, context: Context) -> str:
        state = context.state
        if state.node != "respond" or state.turn != context.seat:
            return f"draw {self.amount}" if self.amount > 1 else "draw"
        if self.amount != (penalty := 1 if state.until else state.debt):
            raise Refused("legality", "amount", reason="penalty", count=penalty)
        return "accept"


class OrderColor(Action):
    """Choose the color of a wild."""

    type: Literal["orderColor"]
    color: Color

    def text(self, context: Context) -> str:
        return f"color {self.color}"


class ChoosePlayer(Action):
    """Choose the player to swap hands with."""

    type: Literal["choosePlayer"]
    username: Username

    def text(self, context: Context) -> str:
        return f"swap {context.seat_of(self.username)}"


class Skip(Action):
    """End your turn without playing a card, after you have drawn, or when there is nothing to draw."""

    type: Literal["skip"]

    def text(self, context: Context) -> str:
        return "done" if context.state.node == "add_more" else "pass"
