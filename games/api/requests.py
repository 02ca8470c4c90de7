"""What a program sends to open a table, and to sit down at one."""

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, create_model
from pydantic.alias_generators import to_camel

from games.engine import OPTIONS, Rules, WrongRules
from games.engine.options import Option
from games.lobby.services import Settings
from games.models import Pace, Visibility, Watching
from games.refusals import Unfit
from games.wording.options import WORDS, limits
from games.wording.refusals import sentence

Preset = Literal["Official", "House", "Party", "Flip", "No Mercy", "Relaxed", "Robots"]


class Order(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, alias_generator=to_camel)


def _field(option: Option) -> tuple[Any, None]:
    """What may be chosen for an option; what is not sent stays as it is."""
    named = Literal[tuple(option.choices)] if option.choices else None
    number = Annotated[int, Field(ge=option.low, le=option.high)] if option.takes_numbers else None
    kinds: list[Any] = [kind for kind in (number, named) if kind is not None]
    words = WORDS[option.name]
    about = Field(description=f"{words.help} {limits(option.name).capitalize()}.", title=words.label)
    return Annotated[reduce(or_, kinds), about], None


class Changes(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


if TYPE_CHECKING:

    class RuleChanges(Changes):
        """Options of the rules."""

else:
    options = {name: _field(option) for name, option in OPTIONS.items()}
    RuleChanges = create_model("RuleChanges", __base__=Changes, __doc__="Options of the rules.", **options)


class NewTable(Order):
    """A table to open. You sit down at it, and are its host."""

    preset: Preset = Field("Official", description="The rules to begin with, by the name of a preset.")
    rules: RuleChanges = Field(RuleChanges(), description="Options on top of the preset, as in `/api/rules`.")
    seats: int = Field(4, ge=2, le=10)
    visibility: Visibility = Field(Visibility.LINK, strict=False)
    password: str = Field("", max_length=100, description="For the visibility `password`.")
    watching: Watching = Field(Watching.HIDDEN, strict=False)
    pace: Pace = Field(Pace.NATURAL, strict=False, description="How fast bots play.")
    starts_by_itself: bool = Field(False, description="As soon as all seats are taken and everybody is ready.")
    seats_may_be_taken_over: bool = Field(True, description="Whether somebody may take a bot's seat.")
    programs_may_join: bool | None = Field(
        None, description="Without a choice they may, but not at a public table. You may in any case."
    )

    def chosen_rules(self) -> Rules:
        try:
            return Rules.preset(self.preset).but(**self.rules.model_dump(exclude_unset=True))
        except WrongRules as wrong:
            raise Unfit("wrong_rules", sentence=sentence(wrong)) from wrong

    def settings(self) -> Settings:
        names: dict[str, Any] = self.model_dump(exclude={"preset", "rules"})
        return Settings(**names)


class Join(Order):
    """A seat to take."""

    seat: int | None = Field(
        None, ge=0, le=9, description="Which seat; without a number the first free one, else one that a bot holds."
    )
    password: str = Field("", max_length=100, description="Where the table has one.")


class Ready(Order):
    ready: bool = True


class Bot(Order):
    """Who sits down in a seat."""

    bot: str = Field(max_length=20, examples=["Medium"], description="The name of a bot.")
