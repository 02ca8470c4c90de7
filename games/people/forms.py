"""Forms for names, tokens and preferences, and django-allauth's forms with our labels and hints."""

from typing import Any, cast

from allauth.account import app_settings as allauth_settings
from allauth.account import forms as allauth_forms
from allauth.mfa.base.forms import AuthenticateForm, ReauthenticateForm
from allauth.mfa.totp.forms import ActivateTOTPForm
from allauth.mfa.webauthn.forms import (
    AddWebAuthnForm,
    AuthenticateWebAuthnForm,
    LoginWebAuthnForm,
    ReauthenticateWebAuthnForm,
)
from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator
from django.db import IntegrityError
from django.http import HttpRequest

from games.fields import LONGEST_NAME, SHORTEST_NAME, name_key
from games.models import Scope, User
from games.people import services
from games.people import tokens as programs
from games.people.errors import Invalid, NameTaken
from games.wording import fill
from games.wording.people import EMAIL_ERRORS, NAME_HINT, PASSWORD_HINT, TOKENS_REVOKED

UNREADABLE = (AttributeError, KeyError, TypeError)
"""What the library raises for input that is no passkey."""


def name_field(label: str = "Name", **attrs: str) -> forms.CharField:
    """Return a field without a limit of its own: our check has a better message, and browsers cut nothing off."""
    hint = fill(NAME_HINT, least=SHORTEST_NAME, most=LONGEST_NAME)
    widget = forms.TextInput(attrs={"autocomplete": "username", "spellcheck": "false", **attrs})
    return forms.CharField(label=label, help_text=hint, widget=widget, max_length=200)


class NameForm(forms.Form):
    name = name_field("Your name", autocomplete="nickname")

    def __init__(self, person: User, data: Any = None) -> None:
        self.person = person
        super().__init__(data, initial={"name": person.name})

    def save(self) -> None:
        """Rename the person. A refusal of the service becomes this field's error."""
        try:
            services.rename(self.person, self.cleaned_data["name"])
        except ValidationError as refusal:
            self.add_error("name", refusal)


class TokenForm(forms.Form):
    """An API token: what it is for, and what it may do."""

    name = forms.CharField(
        label="Name",
        max_length=200,
        help_text="What the token is for, for example “my first bot”.",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    scope = forms.ChoiceField(label="What it may do", choices=Scope, initial=Scope.READ, widget=forms.RadioSelect)

    def __init__(self, person: User, data: Any = None) -> None:
        self.person = person
        super().__init__(data, auto_id="token_%s")

    def save(self) -> str:
        """Make the token and return it. A refusal of the service becomes the name's error, and nothing is returned."""
        try:
            return programs.make_token(self.person, self.cleaned_data["name"], self.cleaned_data["scope"])
        except ValidationError as refusal:
            self.add_error("name", refusal)
            return ""


class PreferencesForm(forms.ModelForm):  # type: ignore[type-arg]  # generic in the stubs only
    class Meta:
        model = User
        fields = services.PREFERENCES
        widgets = {
            "theme": forms.RadioSelect,
            "motion": forms.RadioSelect,
            "table_theme": forms.RadioSelect,
            "card_back": forms.RadioSelect,
            "hand_order": forms.RadioSelect,
        }
        labels = {
            "theme": "Light or dark",
            "motion": "Motion",
            "table_theme": "Table",
            "card_back": "Back of the cards",
            "sound": "Sound",
            "color_symbols": "Symbols for colors",
            "hand_order": "Order of my hand",
            "card_hints": "Show what I can play",
            "confirm_play": "Ask before playing a card",
            "auto_answer": "Do not ask when there is only one answer",
        }
        help_texts = {
            "sound": "Short sounds for plays, draws and my turn.",
            "color_symbols": "Every color also has a shape and a letter.",
            "card_hints": "Cards that fit stand out in my hand.",
            "confirm_play": "One more tap, so that no card is played by accident.",
            "auto_answer": "A drawn card that cannot be played is then kept after a moment.",
        }


class VisibilityForm(forms.ModelForm):  # type: ignore[type-arg]  # generic in the stubs only
    class Meta:
        model = User
        fields = ("results_for", "details_for")
        labels = {"results_for": "Who sees your results", "details_for": "Who sees everything else"}


class Labelled:
    """Gives a form of django-allauth our labels and hints, and removes placeholders that replace labels."""

    labels: dict[str, str] = {}
    hints: dict[str, str] = {}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():  # type: ignore[attr-defined]
            field.label = self.labels.get(name, field.label)
            field.help_text = self.hints.get(name, "")
            field.widget.attrs.pop("placeholder", None)
            if isinstance(field, forms.EmailField):
                _limit_length(field)


def _limit_length(field: forms.EmailField) -> None:
    """Accept only addresses that can be stored; Django's field accepts longer ones. Browsers cut nothing off."""
    field.error_messages |= EMAIL_ERRORS
    field.widget.attrs.pop("maxlength", None)
    longest = MaxLengthValidator(allauth_settings.EMAIL_MAX_LENGTH)
    field.validators = [*(check for check in field.validators if not isinstance(check, MaxLengthValidator)), longest]


class LogInForm(Labelled, allauth_forms.LoginForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"] = forms.CharField(
            label="Name",
            widget=forms.TextInput(attrs={"autocomplete": "username", "spellcheck": "false"}),
            max_length=200,
        )
        self.order_fields(["login", "password"])

    def clean_login(self) -> str:
        """Return one form for Ann, ANN and ａｎｎ, so that failed attempts share one count."""
        return name_key(self.cleaned_data["login"])

    def clean(self) -> None:
        """Show a refusal at the password: it is empty again, so it is what the person types next."""
        try:
            super().clean()
        except ValidationError as refusal:
            self.add_error("password", refusal)


class SignUpForm(Labelled, allauth_forms.SignupForm):
    labels = {"email": "E-mail (optional)"}
    hints = {"password1": PASSWORD_HINT, "email": "Only for resetting a forgotten password."}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"] = name_field()
        self.order_fields(["username", "password1", "email"])

    def save(self, request: HttpRequest) -> User:
        """Store the account. Another person may have taken the name after it was checked."""
        try:
            return cast(User, super().save(request))
        except IntegrityError:
            raise NameTaken from None


class AddEmailForm(Labelled, allauth_forms.AddEmailForm):
    labels = {"email": "E-mail address"}


class RevokesTokens(Labelled):
    """Says in advance that a new password revokes the person's tokens."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        tokens = self.user.tokens.count() if self.user else 0  # type: ignore[attr-defined]
        if tokens:
            hint = f"{fill(PASSWORD_HINT)} {fill(TOKENS_REVOKED, count=tokens)}"
            self.fields["password1"].help_text = hint  # type: ignore[attr-defined]


class ChangePasswordForm(RevokesTokens, allauth_forms.ChangePasswordForm):
    labels = {"oldpassword": "Current password", "password1": "New password", "password2": "New password again"}
    hints = {"password1": PASSWORD_HINT}


class ResetPasswordForm(Labelled, allauth_forms.ResetPasswordForm):
    labels = {"email": "E-mail address"}


class NewPasswordForm(RevokesTokens, allauth_forms.ResetPasswordKeyForm):
    labels = {"password1": "New password", "password2": "New password again"}
    hints = {"password1": PASSWORD_HINT}


class ConfirmPasswordForm(Labelled, allauth_forms.ReauthenticateForm):
    labels = {"password": "Your password"}


class ActivateAppForm(Labelled, ActivateTOTPForm):
    labels = {"code": "Code from the app"}


class SecondStepForm(Labelled, AuthenticateForm):
    labels = {"code": "Code"}


class SecondStepAgainForm(Labelled, ReauthenticateForm):
    labels = {"code": "Code from your app, or a recovery code"}


class ReadsPasskey:
    """Turns the library's exceptions for malformed passkeys into form errors."""

    def clean_credential(self) -> Any:
        try:
            return super().clean_credential()  # type: ignore[misc]
        except UNREADABLE as error:
            raise Invalid("unreadable_passkey") from error


class LogInWithPasskeyForm(ReadsPasskey, LoginWebAuthnForm):
    pass


class SecondStepPasskeyForm(ReadsPasskey, AuthenticateWebAuthnForm):
    pass


class ConfirmPasskeyForm(ReadsPasskey, ReauthenticateWebAuthnForm):
    pass


class AddPasskeyForm(Labelled, AddWebAuthnForm):
    labels = {"name": "Name of the passkey", "passwordless": "Log in with just this passkey, without a password"}
    hints = {"passwordless": "Your device then asks for your fingerprint, your face or its PIN."}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["passwordless"].initial = True

    def clean(self) -> dict[str, Any]:
        try:
            return cast(dict[str, Any], super().clean())
        except UNREADABLE as error:
            raise Invalid("unreadable_passkey") from error
