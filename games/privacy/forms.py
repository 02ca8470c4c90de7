"""The form that deletes an account."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from games.models import User


class DeletionForm(forms.Form):
    """An account is deleted with its password, a guest – who has none – with a tick."""

    password = forms.CharField(
        label="Your password",
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )
    sure = forms.BooleanField(label="Yes, delete this guest and everything that belongs to it.")

    def __init__(self, person: User, data: Any = None) -> None:
        self.person = person
        super().__init__(data)
        del self.fields["sure" if person.has_usable_password() else "password"]

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        if not self.person.check_password(password):
            raise ValidationError("That is not your password. Nothing was deleted.")
        return password
