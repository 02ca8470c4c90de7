"""What people fill in."""

from typing import Any, cast

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
from django.db import IntegrityError
from django.http import HttpRequest

from games.fields import LONGEST_NAME, name_key
from games.models import Scope, User
from games.people import services
from games.people import tokens as programs

NO_PASSKEY = "That was not a passkey. Try again."
NONSENSE = (AttributeError, KeyError, TypeError)  # from the library, for what is no passkey at all
STRONG_ENOUGH = "At least 8 characters, not only digits, and nothing that everybody uses."


def name_field(label: str = "Name", **attrs: str) -> forms.CharField:
    """No length here: what is too long gets our sentence, and nothing that was typed is cut off."""
    hint = f"2 to {LONGEST_NAME} letters, digits, spaces, dots, underscores or hyphens."
    widget = forms.TextInput(attrs={"autocomplete": "username", "spellcheck": "false", **attrs})
    return forms.CharField(label=label, help_text=hint, widget=widget, max_length=200)


class NameForm(forms.Form):
    name = name_field("Your name", autocomplete="nickname")

    def __init__(self, person: User, data: Any = None) -> None:
        self.person = person
        super().__init__(data, initial={"name": person.name})

    def save(self) -> None:
        """Rename; what the service refuses becomes this field's error."""
        try:
            services.rename(self.person, self.cleaned_data["name"])
        except ValidationError as refusal:
            self.add_error("name", refusal)


class TokenForm(forms.Form):
    """A token for a program: what it is for, and what it may do."""

    name = forms.CharField(
        label="Name",
        max_length=200,
        help_text="What it is for, such as “my first bot”.",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    scope = forms.ChoiceField(label="What it may do", choices=Scope, initial=Scope.PLAY, widget=forms.RadioSelect)

    def __init__(self, person: User, data: Any = None) -> None:
        self.person = person
        super().__init__(data, auto_id="token_%s")

    def save(self) -> str:
        """The token itself; none when the service refuses, which becomes the name's error."""
        try:
            return programs.make_token(self.person, self.cleaned_data["name"], self.cleaned_data["scope"])
        except ValidationError as refusal:
            self.add_error("name", refusal)
            return ""


class PreferencesForm(forms.ModelForm):  # type: ignore[type-arg]  # generic in the stubs only
    class Meta:
        model = User
        fields = services.PREFERENCES
        widgets = {"theme": forms.RadioSelect, "motion": forms.RadioSelect, "hand_order": forms.RadioSelect}
        labels = {
            "theme": "Light or dark",
            "motion": "Motion",
            "sound": "Sound",
            "color_symbols": "Symbols for colors",
            "hand_order": "Order of my hand",
            "card_hints": "Show what I can play",
            "confirm_play": "Ask before playing a card",
        }
        help_texts = {
            "sound": "Short sounds for plays, draws and my turn.",
            "color_symbols": "Every color also has a shape and a letter.",
            "card_hints": "Cards that fit stand out in my hand.",
            "confirm_play": "One more tap, against slips of the finger.",
        }


class Worded:
    """A form of django-allauth in our words: labels and hints of our own, and no placeholders that pass for labels."""

    labels: dict[str, str] = {}
    hints: dict[str, str] = {}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():  # type: ignore[attr-defined]
            field.label = self.labels.get(name, field.label)
            field.help_text = self.hints.get(name, "")
            field.widget.attrs.pop("placeholder", None)


class LogInForm(Worded, allauth_forms.LoginForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"] = forms.CharField(
            label="Name",
            widget=forms.TextInput(attrs={"autocomplete": "username", "spellcheck": "false"}),
            max_length=200,
        )
        self.order_fields(["login", "password"])

    def clean_login(self) -> str:
        """Ann, ANN and ａｎｎ are one person, and share one count of failed attempts."""
        return name_key(self.cleaned_data["login"])


class SignUpForm(Worded, allauth_forms.SignupForm):
    labels = {"email": "E-mail (optional)"}
    hints = {"password1": STRONG_ENOUGH, "email": "Only for resetting a forgotten password."}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"] = name_field()
        self.order_fields(["username", "password1", "email"])

    def save(self, request: HttpRequest) -> User:
        """Somebody may have taken the name between the look and the write."""
        try:
            return cast(User, super().save(request))
        except IntegrityError:
            raise services.NameTaken from None


class AddEmailForm(Worded, allauth_forms.AddEmailForm):
    labels = {"email": "E-mail address"}


class RevokesTokens(Worded):
    """A new password revokes the tokens of programs, and the form says so beforehand."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        tokens = self.user.tokens.count() if self.user else 0  # type: ignore[attr-defined]
        if tokens:
            warning = f"Your {tokens} tokens for programs are" if tokens > 1 else "Your token for programs is"
            self.fields["password1"].help_text = f"{STRONG_ENOUGH} {warning} revoked."  # type: ignore[attr-defined]


class ChangePasswordForm(RevokesTokens, allauth_forms.ChangePasswordForm):
    labels = {"oldpassword": "Password now", "password1": "New password", "password2": "New password again"}
    hints = {"password1": STRONG_ENOUGH}


class ResetPasswordForm(Worded, allauth_forms.ResetPasswordForm):
    labels = {"email": "E-mail address"}


class NewPasswordForm(RevokesTokens, allauth_forms.ResetPasswordKeyForm):
    labels = {"password1": "New password", "password2": "New password again"}
    hints = {"password1": STRONG_ENOUGH}


class ConfirmPasswordForm(Worded, allauth_forms.ReauthenticateForm):
    labels = {"password": "Your password"}


class ActivateAppForm(Worded, ActivateTOTPForm):
    labels = {"code": "Code from the app"}


class SecondStepForm(Worded, AuthenticateForm):
    labels = {"code": "Code"}


class SecondStepAgainForm(Worded, ReauthenticateForm):
    labels = {"code": "Code from your app, or a recovery code"}


class ReadsPasskey:
    """What a browser sends for a passkey is deep, and the library trips over some of what is not one."""

    def clean_credential(self) -> Any:
        try:
            return super().clean_credential()  # type: ignore[misc]
        except NONSENSE as nonsense:
            raise ValidationError(NO_PASSKEY) from nonsense


class LogInWithPasskeyForm(ReadsPasskey, LoginWebAuthnForm):
    pass


class SecondStepPasskeyForm(ReadsPasskey, AuthenticateWebAuthnForm):
    pass


class ConfirmPasskeyForm(ReadsPasskey, ReauthenticateWebAuthnForm):
    pass


class AddPasskeyForm(Worded, AddWebAuthnForm):
    labels = {"name": "What to call it", "passwordless": "Log in with it alone, without a password"}
    hints = {"passwordless": "Your device then asks for your fingerprint, your face or its PIN."}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["passwordless"].initial = True

    def clean(self) -> dict[str, Any]:
        try:
            return cast(dict[str, Any], super().clean())
        except NONSENSE as nonsense:
            raise ValidationError(NO_PASSKEY) from nonsense
