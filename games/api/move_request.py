"""The request of a program to make a move: actions, the version it has seen, and an id of its own."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Self

from pydantic import (
    BaseModel,
    ConfigDict,
    Discriminator,
    Field,
    ModelWrapValidatorHandler,
    PrivateAttr,
    Tag,
    model_validator,
)

from games.api import actions
from games.api.actions import Action, Context, TransferToHand, TransferToPile
from games.engine import Refused, play
from games.engine.refusals import uncovered
from games.table.services import seconds
from games.table.snapshot import Snapshot

MOST_AT_ONCE = 12
PLAIN = ("pass", "keep", "challenge", "accept", "continue", "done")
NAMES = (
    *("play", "add", "draw", *PLAIN, "color", "swap", "stack", "jump", "declare", "accuse", "move"),
    *("transfer", "orderColor", "choosePlayer", "skip"),
)


def kind_of(given: Any) -> str | None:
    """Return the tag of the action meant, so that errors are reported for that kind alone."""
    kind = given.get("type") if isinstance(given, dict) else None
    if kind == "transfer":
        source = given.get("source")
        return "toHand" if isinstance(source, dict) and source.get("type") == "stack" else "toPile"
    return kind if isinstance(kind, str) and kind in NAMES else None


def number_of(given: Any) -> str:
    return "several" if isinstance(given, list) else "one"


One = Annotated[
    Annotated[actions.Play, Tag("play")]
    | Annotated[actions.Add, Tag("add")]
    | Annotated[actions.Done, Tag("done")]
    | Annotated[actions.Draw, Tag("draw")]
    | Annotated[actions.Pass, Tag("pass")]
    | Annotated[actions.Keep, Tag("keep")]
    | Annotated[actions.Challenge, Tag("challenge")]
    | Annotated[actions.Accept, Tag("accept")]
    | Annotated[actions.Continue, Tag("continue")]
    | Annotated[actions.NameColor, Tag("color")]
    | Annotated[actions.Swap, Tag("swap")]
    | Annotated[actions.StackUp, Tag("stack")]
    | Annotated[actions.Jump, Tag("jump")]
    | Annotated[actions.Declare, Tag("declare")]
    | Annotated[actions.Accuse, Tag("accuse")]
    | Annotated[actions.TextMove, Tag("move")]
    | Annotated[actions.TransferToPile, Tag("toPile")]
    | Annotated[actions.TransferToHand, Tag("toHand")]
    | Annotated[actions.OrderColor, Tag("orderColor")]
    | Annotated[actions.ChoosePlayer, Tag("choosePlayer")]
    | Annotated[actions.Skip, Tag("skip")],
    Discriminator(
        kind_of,
        custom_error_type="unknown_action",
        custom_error_message=f"An action is an object whose type is one of {', '.join(NAMES)}",
    ),
]
Several = Annotated[list[One], Field(min_length=1, max_length=MOST_AT_ONCE)]


def _also_bare(schema: dict[str, Any]) -> None:
    """Describe that the actions alone are a body, too."""
    full = {**schema}
    actions = {key: value for key, value in full["properties"]["actions"].items() if key != "description"}
    schema.clear()
    schema.update(title=full.pop("title"), description=full.pop("description"), anyOf=[full, actions])


class Moves(BaseModel):
    """One action or several as one move. If one is refused, none takes effect. What uncovers cards, such as a
    draw, a challenge or a swap of hands, comes last. The actions may also be sent alone."""

    model_config = ConfigDict(extra="forbid", strict=True, json_schema_extra=_also_bare)

    version: int = Field(ge=0, le=1_000_000_000, description="The version of the game that you have seen.")
    id: str = Field(
        "",
        pattern="^[!-~]{0,40}$",
        description="Your unique id of this request. If you send it again, the move is still played only once.",
    )
    actions: Annotated[
        Annotated[One, Tag("one")] | Annotated[Several, Tag("several")],
        Discriminator(number_of),
        Field(description="One action, or an array, such as a wild and its color."),
    ]

    _is_bare: bool = PrivateAttr(False)

    @model_validator(mode="wrap")
    @classmethod
    def accept_bare_actions(cls, given: Any, handler: ModelWrapValidatorHandler[Self]) -> Self:
        """Accept an action without a version around it, or an array of them."""
        is_bare = isinstance(given, list) or (isinstance(given, dict) and "type" in given)
        moves = handler({"version": 0, "actions": given} if is_bare else given)
        moves._is_bare = is_bare
        return moves

    @property
    def is_bare(self) -> bool:
        return self._is_bare

    @property
    def request(self) -> "MoveRequest":
        return MoveRequest(self.actions if isinstance(self.actions, list) else [self.actions])


@dataclass(frozen=True)
class MoveRequest:
    """Actions that become one move once the state is known."""

    actions: Sequence[Action]

    @property
    def is_call(self) -> bool:
        return all(action.is_call for action in self.actions)

    def text(self, table: Snapshot, seat: int) -> str:
        """Return the move as text. What a transfer means depends on earlier actions, which are tried on a copy."""
        context, moves, kinds = Context(table, table.state, seat), list[str](), set[str]()
        for index, action in enumerate(self.actions):
            if kinds:
                raise Refused("priority", "not_seen_yet", move=action.type)
            moves.append(action.text(context))
            if any(isinstance(later, TransferToPile | TransferToHand) for later in self.actions[index + 1 :]):
                state = context.state.copy()
                happened = play(state, seat, moves[-1], seconds(table), without_hindsight=True)
                kinds |= uncovered(state, seat, happened)
                context = Context(table, state, seat)
        return ", ".join(moves)
