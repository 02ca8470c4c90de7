"""What the staff fills in: a deed with its reason, a note to a reporter, rights; and what players fill in to report."""

from typing import Any

from django import forms
from django.contrib.auth.models import Group

from games.bans.people import until_words
from games.models import Game, Player, User
from games.staff.services import Action
from games.staff.services.actions import LONGEST_REASON
from games.staff.services.addresses import banned
from games.staff.services.lengths import LONG

SECONDS = [("30", "30 seconds"), ("60", "a minute"), ("120", "2 minutes"), ("300", "5 minutes")]
LONGEST_TEXT = 300


class DeedForm(forms.Form):
    """The reason, and whatever else a deed asks."""

    reason = forms.CharField(
        label="Reason", max_length=LONGEST_REASON, help_text="Players who are affected read it.", strip=True
    )

    def __init__(self, deed: Action, target: Any, data: Any = None) -> None:
        super().__init__(data)
        for name in deed.asks:
            self.fields |= ASKED[name](target)
        self.order_fields([name for name in self.fields if name != "reason"] + ["reason"])
        self.fields["reason"].widget.attrs["autocomplete"] = "off"

    @property
    def can_be_filled_in(self) -> bool:
        """Whether there is something to choose wherever something has to be chosen."""
        return all(field.choices for field in self.fields.values() if isinstance(field, forms.ChoiceField))


Fields = dict[str, forms.Field]


def _asked(game: Game) -> Fields:
    """Whoever is asked when the page is opened; if it is somebody else by the time it is confirmed, nothing is done."""
    from games.table.inspector import stored_state

    players = {player.seat: player.name for player in game.players.all()}
    seat = stored_state(game).turn
    return {"seat": forms.ChoiceField(label="For", choices=[(str(seat), players[seat])])}


def _seats(people: Any) -> Fields:
    seats = [(str(player.seat), player.name) for player in people]
    return {"seat": forms.ChoiceField(label="Seat", choices=seats, widget=forms.RadioSelect)}


def _banned(site: None) -> Fields:
    bans = [(ban.network, f"{ban.network} {until_words(ban.until)}: {ban.reason}") for ban in banned()]
    hint = "" if bans else "No address is banned now."
    return {"banned": forms.ChoiceField(label="Address", choices=bans, help_text=hint, widget=forms.RadioSelect)}


def _network(site: None) -> Fields:
    hint = "Like 192.0.2.7, or 192.0.2.0/24 for a network."
    return {"network": forms.CharField(label="Address", max_length=60, help_text=hint)}


def _addresses(person: User) -> Fields:
    """Guests come back under a new name with one click, so theirs are banned unless somebody says otherwise."""
    hint = "The addresses stay hidden. Others who come from there, such as a school, are turned away too."
    label = "Also ban the addresses they came from"
    return {"addresses": forms.BooleanField(label=label, help_text=hint, required=False, initial=person.is_guest)}


ASKED: dict[str, Any] = {
    "network": _network,
    "banned": _banned,
    "asked": _asked,
    "person_seat": lambda game: _seats(_people(game).filter(stand_in="")),
    "bot_seat": lambda game: _seats(_people(game).exclude(stand_in="")),
    "seconds": lambda game: {"seconds": forms.ChoiceField(label="How much", choices=SECONDS, initial="60")},
    "until": lambda person: {
        "until": forms.ChoiceField(
            label="For how long", choices=[(name, words) for name, (words, _) in LONG.items()], widget=forms.RadioSelect
        )
    },
    "addresses": _addresses,
    "text": lambda site: {"text": forms.CharField(label="What to say", max_length=LONGEST_TEXT, widget=forms.Textarea)},
}


def _people(game: Game) -> Any:
    return Player.objects.filter(game=game, person__isnull=False)


def possible(deeds: list[Action], target: Any) -> list[Action]:
    """Without those that have nothing to be done to, as giving a seat back that nobody has taken."""
    return [deed for deed in deeds if DeedForm(deed, target).can_be_filled_in]


class NoteForm(forms.Form):
    note = forms.CharField(
        label="Note to the reporter", max_length=LONGEST_TEXT, widget=forms.Textarea(attrs={"rows": 3}),
        help_text="They read this, and nothing else of it. Say what you found and what you did.",
    )  # fmt: skip


class RightsForm(forms.Form):
    is_staff = forms.BooleanField(label="Belongs to the staff", required=False)
    groups = forms.ModelMultipleChoiceField(
        label="Groups", queryset=Group.objects.order_by("name"), widget=forms.CheckboxSelectMultiple, required=False
    )
    reason = forms.CharField(label="Reason", max_length=LONGEST_REASON, help_text="It is written down with your name.")

    def __init__(self, person: User, data: Any = None) -> None:
        super().__init__(data, initial={"is_staff": person.is_staff, "groups": person.groups.all()})


class ReportForm(forms.Form):
    person = forms.ChoiceField(label="Whom do you report?", widget=forms.RadioSelect)
    why = forms.CharField(
        label="What is wrong?", max_length=LONGEST_TEXT, widget=forms.Textarea(attrs={"rows": 3}),
        help_text="The staff reads this together with the chat and the game.",
    )  # fmt: skip

    def __init__(self, people: list[User], chosen: int | None = None, data: Any = None) -> None:
        super().__init__(data, initial={"person": str(chosen)} if chosen else None)
        field = self.fields["person"]
        field.choices = [(str(somebody.pk), somebody.name) for somebody in people]  # type: ignore[attr-defined]
