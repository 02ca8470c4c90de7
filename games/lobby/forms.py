"""The forms for rules and settings of a table. The rules form has a field for each of the engine's options."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from django import forms
from django.forms.boundfield import BoundField

from games.engine import OPTIONS, Rules
from games.engine.options import Option
from games.form_fields import LimitedText
from games.lobby.services import Settings
from games.models import Pace, Visibility, Watching
from games.wording import fill, lobby
from games.wording.options import WORDS, OptionWords

PROGRAMS = [("", "May join, but not at a table in the list"), ("True", "May join"), ("False", "May not join")]


def text_of(value: object) -> str:
    return str(value)


def field_of(option: Option) -> forms.Field:
    """Return a text field for an option that takes numbers, and a list of choices for all others."""
    words = WORDS[option.name]
    if option.takes_numbers:
        hint = f"{words.help} {_bounds(option, words)}"
        attrs = {"inputmode": "numeric", "autocomplete": "off"}
        return forms.CharField(label=words.label, help_text=hint, max_length=20, widget=forms.TextInput(attrs=attrs))
    choices = [(text_of(value), name) for value, name in words.choices.items()]
    return forms.CharField(label=words.label, help_text=words.help, widget=forms.Select(choices=choices))


def _bounds(option: Option, words: OptionWords) -> str:
    if 0 in words.choices:
        return fill(lobby.BOUNDS_OR_ZERO, low=option.low, high=option.high, zero=words.choices[0])
    return fill(lobby.BOUNDS, low=option.low, high=option.high)


class RulesForm(forms.Form):
    """All options with the values of the given rules. `services.choose` reads what the browser sends, not this form."""

    def __init__(self, rules: Rules, data: Mapping[str, Any] | None = None) -> None:
        values = rules.as_dict()
        super().__init__(data, initial={name: text_of(values[name]) for name in OPTIONS}, auto_id="rule_%s")
        for name, option in OPTIONS.items():
            self.fields[name] = field_of(option)
            self.fields[name].required = False

    def groups(self) -> dict[str, list[BoundField]]:
        """Return the fields by what they are about."""
        found: dict[str, list[BoundField]] = {}
        for name in OPTIONS:
            found.setdefault(WORDS[name].group, []).append(self[name])
        return found


class SettingsForm(forms.Form):
    """The settings of a table: who may come and watch, and how fast it plays."""

    seats = forms.IntegerField(
        label="Seats",
        min_value=2,
        max_value=10,
        error_messages={"min_value": lobby.SEATS, "max_value": lobby.SEATS},
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        help_text="2 to 10; at most 6 in No Mercy. Two teams take 4, 6 or 8, three teams 6.",
    )
    visibility = forms.ChoiceField(label="Who may join", choices=Visibility, widget=forms.RadioSelect)
    password = LimitedText(
        label="Password",
        required=False,
        max_length=100,
        strip=False,
        help_text="Only for tables with a password.",
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false", "autocapitalize": "off"}),
    )
    watching = forms.ChoiceField(
        label="Who may watch",
        choices=Watching,
        widget=forms.RadioSelect,
        help_text="Everyone at the table sees this setting.",
    )
    pace = forms.ChoiceField(label="How fast bots play", choices=Pace, widget=forms.RadioSelect)
    phrases_only = forms.BooleanField(
        label="Only ready-made phrases in the chat",
        required=False,
        help_text="Nobody can write their own messages. Reactions stay.",
    )
    reliable_only = forms.BooleanField(
        label="Only players who rarely leave",
        required=False,
        help_text="People who left more than a fifth of their last matches get no seat. New players do.",
    )
    starts_by_itself = forms.BooleanField(
        label="Start automatically",
        required=False,
        help_text="As soon as all seats are taken and everyone is ready.",
    )
    seats_may_be_taken_over = forms.BooleanField(
        label="Players may take over a bot’s seat",
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
        help_text="Programs play with a player’s API token. Everyone sees which seats they play.",
    )

    def __init__(self, settings: Settings, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data, initial=asdict(settings), auto_id="set_%s")

    def settings(self) -> Settings:
        return Settings(**self.cleaned_data)

    def clean_seats(self) -> int:
        return int(self.cleaned_data["seats"])
