"""The forms of the staff: an action with its reason, a note to a reporter, rights; and the form to report a player."""

from typing import Any

from django import forms
from django.contrib.auth.models import Group

from games.form_fields import LimitedText
from games.models import AddressBan, Game, Player, User
from games.refusals import Refusal
from games.staff.inspector import stored_state
from games.staff.services import Action
from games.staff.services.actions import LONGEST_REASON
from games.staff.services.addresses import banned
from games.staff.services.durations import DURATIONS, end
from games.wording import staff as wording

SECONDS = [("30", "30 seconds"), ("60", "a minute"), ("120", "2 minutes"), ("300", "5 minutes")]
LONGEST_TEXT = 300
NETWORK_REFUSALS = {"not_an_address", "too_wide", "all_addresses", "your_address"}
"""Refusals about an address that was entered."""


class ActionForm(forms.Form):
    """The reason for an action, and the other fields that it asks for."""

    reason = LimitedText(label="Reason", max_length=LONGEST_REASON, help_text="The players concerned will read it.")

    def __init__(self, action: Action, target: Any, data: Any = None) -> None:
        super().__init__(data)
        for name in action.asks:
            self.fields |= FIELDS[name](target)
        self.order_fields([name for name in self.fields if name != "reason"] + ["reason"])
        self.fields["reason"].widget.attrs["autocomplete"] = "off"

    def refuse(self, refusal: Refusal) -> None:
        """Show a refusal at the field that it is about, or above the form."""
        about_address = refusal.code in NETWORK_REFUSALS and "network" in self.fields
        self.add_error("network" if about_address else None, str(refusal))

    @property
    def can_be_filled_in(self) -> bool:
        """Whether every choice of the form has something to choose from."""
        return all(field.choices for field in self.fields.values() if isinstance(field, forms.ChoiceField))


Fields = dict[str, forms.Field]


def _player_asked(game: Game) -> Fields:
    """Offer the player who is asked now. If it is another one when the form is sent, the action is refused."""
    players = {player.seat: player.name for player in game.players.all()}
    seat = stored_state(game).turn
    return {"seat": forms.ChoiceField(label="For", choices=[(str(seat), players[seat])])}


def _seats(people: Any) -> Fields:
    seats = [(str(player.seat), player.name) for player in people]
    return {"seat": forms.ChoiceField(label="Seat", choices=seats, widget=forms.RadioSelect)}


def _banned(site: None) -> Fields:
    bans = [(ban.network, _banned_address(ban)) for ban in banned()]
    hint = "" if bans else "No address is banned."
    return {"banned": forms.ChoiceField(label="Address", choices=bans, help_text=hint, widget=forms.RadioSelect)}


def _banned_address(ban: AddressBan) -> str:
    return wording.note("banned_address", network=ban.network, until=end(ban.until), reason=ban.reason)


def _network(site: None) -> Fields:
    hint = "For example 192.0.2.7, or 192.0.2.0/24 for a network."
    return {"network": LimitedText(label="Address", max_length=60, help_text=hint)}


def _addresses(person: User) -> Fields:
    """Ask whether to ban addresses too: by default those of guests, who can return under a new name with one click."""
    hint = "You are not shown the addresses. Others who use them, such as a school, are banned too."
    label = "Also ban the addresses they used"
    return {"addresses": forms.BooleanField(label=label, help_text=hint, required=False, initial=person.is_guest)}


def _until(target: Any) -> Fields:
    lengths = [(name, label) for name, (label, _) in DURATIONS.items()]
    return {"until": forms.ChoiceField(label="For how long", choices=lengths, widget=forms.RadioSelect)}


FIELDS: dict[str, Any] = {
    "network": _network,
    "banned": _banned,
    "player_asked": _player_asked,
    "person_seat": lambda game: _seats(_people(game).filter(stand_in="")),
    "bot_seat": lambda game: _seats(_people(game).exclude(stand_in="")),
    "seconds": lambda game: {"seconds": forms.ChoiceField(label="How much time", choices=SECONDS, initial="60")},
    "until": _until,
    "addresses": _addresses,
    "text": lambda site: {"text": LimitedText(label="Text", max_length=LONGEST_TEXT, widget=forms.Textarea)},
}


def _people(game: Game) -> Any:
    return Player.objects.filter(game=game, person__isnull=False)


def applicable(actions: list[Action], target: Any) -> list[Action]:
    """Leave out the actions that do not apply now, such as giving a seat back when no bot stands in."""
    return [action for action in actions if action.suits(target) and ActionForm(action, target).can_be_filled_in]


class NoteForm(forms.Form):
    note = LimitedText(
        label="Note to the reporter", max_length=LONGEST_TEXT, widget=forms.Textarea(attrs={"rows": 3}),
        help_text="The reporter reads only this. Say what you found and what you did.",
    )  # fmt: skip


class RightsForm(forms.Form):
    is_staff = forms.BooleanField(label="Belongs to the staff", required=False)
    groups = forms.ModelMultipleChoiceField(
        label="Groups", queryset=Group.objects.order_by("name"), widget=forms.CheckboxSelectMultiple, required=False
    )
    reason = LimitedText(label="Reason", max_length=LONGEST_REASON, help_text="It is recorded with your name.")

    def __init__(self, person: User, data: Any = None) -> None:
        super().__init__(data, initial={"is_staff": person.is_staff, "groups": person.groups.all()})


class ReportForm(forms.Form):
    person = forms.ChoiceField(label="Who do you want to report?", widget=forms.RadioSelect)
    why = LimitedText(
        label="What is wrong?", max_length=LONGEST_TEXT, widget=forms.Textarea(attrs={"rows": 3}),
        help_text="Staff read this together with the chat and the log of the game.",
    )  # fmt: skip

    def __init__(self, people: list[User], chosen: int | None = None, data: Any = None) -> None:
        super().__init__(data, initial={"person": str(chosen)} if chosen else None)
        field = self.fields["person"]
        field.choices = [(str(person.pk), person.name) for person in people]  # type: ignore[attr-defined]
