"""The form that deletes an account."""

from typing import Any

from django import forms

from games.models import User
from games.people.errors import Invalid


class DeletionForm(forms.Form):
    """Deletes an account with its password, or a guest, who has none, with a checkbox."""

    password = forms.CharField(
        label="Your password",
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )
    sure = forms.BooleanField(label="Yes, delete this guest and all their data.")

    def __init__(self, person: User, data: Any = None) -> None:
        self.person = person
        super().__init__(data)
        del self.fields["sure" if person.has_usable_password() else "password"]

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        if not self.person.check_password(password):
            raise Invalid("wrong_deletion_password")
        return password
