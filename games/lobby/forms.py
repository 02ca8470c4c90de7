"""What a host fills in. The form of all rules is made from the engine's own list of options."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from itertools import groupby
from typing import Any

from django import forms
from django.forms.boundfield import BoundField

from games.engine import OPTIONS, Rules
from games.engine.options import Option
from games.lobby.services import Settings
from games.models import Pace, Visibility, Watching
from games.wording.options import WORDS

PROGRAMS = [("", "May join, but not at a table in the list"), ("True", "May join"), ("False", "May not join")]


def text_of(value: object) -> str:
    return str(value)


def field_of(option: Option) -> forms.Field:
    """A number to fill in where only a number will do, else a list to choose from."""
    words = WORDS[option.name]
    hint = words.help
    if option.takes_numbers:
        zero = f", or 0 for “{words.choices[0]}”" if 0 in words.choices else ""
        hint = f"{hint} {option.low} to {option.high}{zero}."
        attrs = {"inputmode": "numeric", "autocomplete": "off"}
        return forms.CharField(label=words.label, help_text=hint, max_length=20, widget=forms.TextInput(attrs=attrs))
    choices = [(text_of(value), name) for value, name in words.choices.items()]
    return forms.CharField(label=words.label, help_text=hint, widget=forms.Select(choices=choices))


class RulesForm(forms.Form):
    """All options, filled with the rules they start from. What is sent is read by `services.choose`, not here."""

    def __init__(self, rules: Rules, data: Mapping[str, Any] | None = None) -> None:
        values = rules.as_dict()
        super().__init__(data, initial={name: text_of(values[name]) for name in OPTIONS}, auto_id="rule_%s")
        for name, option in OPTIONS.items():
            self.fields[name] = field_of(option)
            self.fields[name].required = False

    def groups(self) -> Iterator[tuple[str, list[BoundField]]]:
        for group, names in groupby(OPTIONS, key=lambda name: WORDS[name].group):
            yield group, [self[name] for name in names]


class SettingsForm(forms.Form):
    """The table itself: who may come, who may look on, and how fast it goes."""

    seats = forms.IntegerField(
        label="Seats",
        min_value=2,
        max_value=10,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        help_text="2 to 10; six at most in No Mercy.",
    )
    visibility = forms.ChoiceField(label="Who may come", choices=Visibility, widget=forms.RadioSelect)
    password = forms.CharField(
        label="Password",
        required=False,
        max_length=100,
        strip=False,
        help_text="Only for a table with a password.",
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false", "autocapitalize": "off"}),
    )
    watching = forms.ChoiceField(
        label="Who may watch",
        choices=Watching,
        widget=forms.RadioSelect,
        help_text="Everybody at the table sees what is chosen here.",
    )
    pace = forms.ChoiceField(label="How fast bots play", choices=Pace, widget=forms.RadioSelect)
    starts_by_itself = forms.BooleanField(
        label="Start by itself",
        required=False,
        help_text="As soon as all seats are taken and everybody is ready.",
    )
    seats_may_be_taken_over = forms.BooleanField(
        label="People may take a bot’s seat",
        required=False,
        help_text="In the lobby, and in a running game where watching is allowed.",
    )
    programs_may_join = forms.TypedChoiceField(
        label="Programs",
        required=False,
        choices=PROGRAMS,
        coerce=lambda text: text == "True",
        empty_value=None,
        widget=forms.RadioSelect,
        help_text="Bots that somebody has written and plays with. Everybody sees which seats are theirs.",
    )

    def __init__(self, settings: Settings, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data, initial=asdict(settings), auto_id="set_%s")

    def settings(self) -> Settings:
        return Settings(**self.cleaned_data)

    def clean_seats(self) -> int:
        return int(self.cleaned_data["seats"])
