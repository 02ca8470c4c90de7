"""The adapters through which django-allauth asks how this site works."""

import logging
from contextlib import suppress
from typing import Any, cast

import qrcode
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.account.utils import filter_users_by_email
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.usersessions.adapter import DefaultUserSessionsAdapter
from allauth.usersessions.models import UserSession
from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from qrcode.image.svg import SvgPathImage

from games.bans import people as bans
from games.fields import name_key
from games.limits import read_address
from games.live import hints
from games.models import User
from games.people import attempts, browsers, host_bans, services, tips
from games.people import tokens as programs
from games.people.errors import NameTaken
from games.people.request import make_wait
from games.wording import fill
from games.wording import people as wording

log = logging.getLogger("site.mail")
SENT = "account/messages/email_confirmation_sent.txt"
PAUSES = {"too_many_login_attempts": attempts.WAIT_SECONDS, "rate_limited": 60}
"""After errors with these codes, how many seconds to wait before the next attempt."""


def guest_of(request: HttpRequest) -> User | None:
    """Return the guest who makes this request, unless they have got an account in another window."""
    person = request.user
    is_guest = isinstance(person, User) and person.is_guest
    return User.objects.filter(pk=person.pk or 0, is_guest=True).first() if is_guest else None


def _check_still_guest(user: User) -> None:
    """Refuse to make two accounts from a form that was sent twice."""
    if user.pk and not User.objects.select_for_update().filter(pk=user.pk, is_guest=True).exists():
        raise NameTaken


class Accounts(DefaultAccountAdapter):
    error_messages = {**DefaultAccountAdapter.error_messages, **wording.LOGIN_ERRORS}

    def validation_error(self, code: str, *args: Any) -> ValidationError:
        """Return the error for the form. If it asks to wait, `AccessMiddleware` also sets the status and a header."""
        if code in PAUSES:
            make_wait(self.request, PAUSES[code])
        return cast(ValidationError, super().validation_error(code, *args))

    def get_client_ip(self, request: HttpRequest) -> str:
        """Return the address, with IPv4-mapped IPv6 as IPv4: otherwise all such addresses would share one limit."""
        address: str = super().get_client_ip(request)
        return str(read_address(address) or address)

    def logout(self, request: HttpRequest) -> None:
        """Log out, and close the sockets of this session."""
        person = request.user.pk
        super().logout(request)
        if person:
            hints.announce_end_of_sessions(person)

    def pre_login(self, request: HttpRequest, user: AbstractBaseUser, **kwargs: Any) -> HttpResponse | None:
        """Refuse banned people with the reason, however they log in."""
        browsers.check(request)
        bans.check_not_banned(cast(User, user))
        return cast(HttpResponse | None, super().pre_login(request, user, **kwargs))

    def login(self, request: HttpRequest, user: AbstractBaseUser) -> None:
        super().login(request, user)
        browsers.note(request, cast(User, user))

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        if not attempts.add(request, credentials["username"]):
            self._warn_owner(credentials["username"])
            raise self.validation_error("too_many_login_attempts")

    def authenticate(self, request: HttpRequest, **credentials: Any) -> AbstractBaseUser | None:
        person: AbstractBaseUser | None = super().authenticate(request, **credentials)
        if person:
            attempts.take_back(request, credentials["username"])
        return person

    def _warn_owner(self, name: str) -> None:
        """Write to the owner of the account that its password is being guessed. The page does not mention this."""
        person = User.objects.filter(name_key=name_key(name), is_active=True).first()
        email = EmailAddress.objects.get_primary_email(person) if person else None
        if person and email and attempts.is_warning_due(person.pk):
            reset = self.request.build_absolute_uri(reverse("account_reset_password"))
            context = {"user": person, "password_reset_url": reset, "minutes": attempts.WAIT_SECONDS // 60}
            self._try_to_send("account/email/login_locked", email, context)

    def set_password(self, user: AbstractBaseUser, password: str) -> None:
        """Set a password, end all other sessions with their sockets, and revoke all tokens."""
        super().set_password(user, password)
        programs.revoke_all(cast(User, user))
        if self.request:  # none where a command sets it
            attempts.forget(self.request, user.get_username())
        hints.announce_end_of_sessions(user.pk)

    def new_user(self, request: HttpRequest) -> AbstractBaseUser:
        """Return the guest who signs up, so that they stay the same person with their seats and games."""
        return guest_of(request) or User()

    def save_user(
        self, request: HttpRequest, user: AbstractBaseUser, form: forms.BaseForm, commit: bool = True
    ) -> AbstractBaseUser:
        """Store an account. The password is hashed before the transaction, because hashing is slow, and on SQLite the
        whole site would wait."""
        person = cast(User, user)
        is_new, person.is_guest = person.pk is None, False
        if is_new:
            person.tips_left = tips.ALL
        super().save_user(request, person, form, commit=False)
        if commit:
            with transaction.atomic():  # the name may be taken by now
                _check_still_guest(person)
                person.save()
            if is_new and (browser := browsers.digest_of(request)):
                host_bans.repeat(person, browser)
        return person

    def is_safe_url(self, url: str | None) -> bool:
        """Whether a redirect may lead to this address. One that cannot be parsed is not safe."""
        with suppress(ValueError):
            return bool(super().is_safe_url(url))
        return False

    def clean_username(self, username: str, shallow: bool = False) -> str:
        return services.free_name(username, besides=guest_of(self.request))

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send an e-mail, or show an error: a mail server that is down must not prevent signing up."""
        if not self._try_to_send(template_prefix, email, context):
            self.add_message(self.request, messages.ERROR, message=wording.refusal("email_not_sent"))
            self.request.email_was_not_sent = True

    def add_message(
        self, request: HttpRequest, level: int, message_template: str | None = None, *args: Any, **named: Any
    ) -> None:
        """Do not say that an e-mail was sent when it was not."""
        if message_template == SENT and getattr(request, "email_was_not_sent", False):
            return
        super().add_message(request, level, message_template, *args, **named)

    def _try_to_send(self, template_prefix: str, email: str, context: dict[str, Any]) -> bool:
        try:
            super().send_mail(template_prefix, email, context)
        except OSError as trouble:
            log.error("An e-mail could not be sent: %s", trouble)
            return False
        return True

    def send_confirmation_mail(self, request: HttpRequest, emailconfirmation: Any, signup: bool) -> None:
        """Send the link that confirms an address. Only this e-mail says whether another account uses the address:
        pages look the same in both cases, so that nobody can find out who has an account."""
        address = emailconfirmation.email_address
        others = [person for person in filter_users_by_email(address.email) if person.pk != address.user_id]
        if not others:
            super().send_confirmation_mail(request, emailconfirmation, signup)
            return
        link = self.get_email_confirmation_url(request, emailconfirmation) if address.can_set_verified() else ""
        reset = request.build_absolute_uri(reverse("account_reset_password"))
        context = {"user": address.user, "others": others, "activate_url": link, "password_reset_url": reset}
        self.send_mail("account/email/account_already_exists", address.email, context)


class Sessions(DefaultUserSessionsAdapter):
    def end_sessions(self, sessions: list[UserSession]) -> None:
        """End sessions, and close their sockets."""
        super().end_sessions(sessions)
        for person in {session.user_id for session in sessions}:
            hints.announce_end_of_sessions(person)


class SecondSteps(DefaultMFAAdapter):
    error_messages = {**DefaultMFAAdapter.error_messages, **wording.SECOND_STEP_ERRORS}

    def get_totp_label(self, user: AbstractBaseUser) -> str:
        return user.get_username()

    def generate_authenticator_name(self, user: AbstractBaseUser, type: str) -> str:
        number = Authenticator.objects.filter(user_id=user.pk, type=type).count() + 1
        return fill(wording.PASSKEY_NAME, number=number)

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        return {**super().get_public_key_credential_rp_entity(), "name": settings.SITE_NAME}

    def build_totp_svg(self, url: str) -> str:
        """Render inline SVG, because the content security policy allows no data: images."""
        image: Any = qrcode.make(url, image_factory=SvgPathImage, border=2)
        return str(image.to_string(encoding="unicode"))
