"""The bodies of requests to open a table and to take a seat."""

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, create_model
from pydantic.alias_generators import to_camel

from games.engine import OPTIONS, Rules, WrongRules
from games.engine.options import Option
from games.lobby.services import BOT_NAMES, Settings
from games.models import Pace, Visibility, Watching
from games.refusals import Unfit
from games.wording.options import WORDS, limits
from games.wording.refusals import sentence

Preset = Literal[
    "Official", "House", "Party", "Flip", "No Mercy", "Relaxed", "Robots", "Modern", "Partners", "All Wild"
]  # fmt: skip


class RequestBody(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, alias_generator=to_camel)


def _field(option: Option) -> tuple[Any, None]:
    """Return the type of an option of the rules, and None as its default: what is not sent keeps its value."""
    named = Literal[tuple(option.choices)] if option.choices else None
    number = Annotated[int, Field(ge=option.low, le=option.high)] if option.takes_numbers else None
    kinds: list[Any] = [kind for kind in (number, named) if kind is not None]
    words = WORDS[option.name]
    described = Field(description=f"{words.help} {limits(option.name).capitalize()}.", title=words.label)
    return Annotated[reduce(or_, kinds), described], None


class Changes(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


if TYPE_CHECKING:

    class RuleChanges(Changes):
        """Options of the rules."""

else:
    options = {name: _field(option) for name, option in OPTIONS.items()}
    RuleChanges = create_model("RuleChanges", __base__=Changes, __doc__="Options of the rules.", **options)


class NewTable(RequestBody):
    """A table to open. You are its host, and take the first seat."""

    preset: Preset = Field("Official", description="The name of the preset to start from.")
    rules: RuleChanges = Field(
        default_factory=RuleChanges, description="Options that differ from the preset, as in `/api/rules`."
    )
    seats: int = Field(4, ge=2, le=10)
    visibility: Visibility = Field(Visibility.LINK, strict=False)
    password: str = Field("", max_length=100, description="Required for the visibility `password`.")
    watching: Watching = Field(Watching.HIDDEN, strict=False)
    pace: Pace = Field(Pace.NATURAL, strict=False, description="How fast bots play.")
    phrases_only: bool = Field(False, description="Whether people choose among ready-made phrases in the chat.")
    reliable_only: bool = Field(False, description="Whether people who left many of their last matches get no seat.")
    starts_by_itself: bool = Field(False, description="Start as soon as all seats are taken and all players are ready.")
    seats_may_be_taken_over: bool = Field(True, description="Whether others may take a bot's seat.")
    programs_may_join: bool | None = Field(
        None, description="By default they may, except at a public table. You may in any case."
    )

    def chosen_rules(self) -> Rules:
        try:
            return Rules.preset(self.preset).but(**self.rules.model_dump(exclude_unset=True))
        except WrongRules as wrong:
            raise Unfit("wrong_rules", sentence=sentence(wrong)) from wrong

    def settings(self) -> Settings:
        names: dict[str, Any] = self.model_dump(exclude={"preset", "rules"})
        return Settings(**names)


class Join(RequestBody):
    """A seat to take."""

    seat: int | None = Field(
        None,
        ge=0,
        le=9,
        description="The number of the seat. By default the first free one, or else the seat of a bot. Required to "
        "replace a bot during a game.",
    )
    password: str = Field("", max_length=100, description="Only for a table with a password.")
    invitation_code: str = Field("", max_length=40, description="A code of the host, in place of the password.")


class Say(RequestBody):
    """A message for the chat."""

    text: str = Field(
        max_length=1000, description="At most 200 characters. At some tables, only one of the ready-made phrases."
    )


class Contributing(RequestBody):
    """What a program may add to the shuffles of the next match."""

    contribution: str = Field(
        "",
        max_length=1000,
        description="A random number of yours, as 32 to 64 of the characters 0–9 and a–f. Without one, the server "
        "makes one for you, which follows from its secret.",
    )
    commitment: str = Field(
        "", max_length=64, description="The `commitment` of the table as you have seen it: by default, the current one."
    )


class Ready(Contributing):
    ready: bool = True


class Start(Contributing):
    """The host contributes to the deal by starting the game."""


class React(RequestBody):
    """A reaction, which everyone at the table sees for a moment."""

    reaction: Literal["laugh", "wow", "sad", "angry", "cool", "tired", "heart", "fire"]


class Bot(RequestBody):
    """The bot to put in a seat."""

    bot: str = Field(max_length=20, description="The name of a bot.", json_schema_extra={"enum": list(BOT_NAMES)})
