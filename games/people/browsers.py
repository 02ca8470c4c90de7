"""Recognizes a browser by a long-lived signed cookie, even after its session has ended."""

import secrets
from contextlib import suppress
from hashlib import sha256

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import F
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone

from games.bans.people import end_of
from games.bans.refusals import Banned
from games.fields import name_key
from games.models import Browser, User
from games.storage import best_effort

SALT = "games.people.browsers"
KEPT_SECONDS = 400 * 86_400
"""The longest time for which browsers keep a cookie."""


def digest_of(request: HttpRequest) -> str:
    """Return the digest of the browser's id; empty for a browser without our cookie."""
    secret = request.get_signed_cookie(settings.BROWSER_COOKIE_NAME, "", salt=SALT)
    return _digest(secret) if secret else ""


def _digest(secret: str) -> str:
    """Return a plain hash, which is enough for a long random id."""
    return sha256(secret.encode()).hexdigest()


def note(request: HttpRequest, person: User) -> None:
    """Mark that this person uses this browser. The response to this request sets the cookie, see `set_cookie`."""
    request.browser_of = person  # type: ignore[attr-defined]


def set_cookie(request: HttpRequest, response: HttpResponseBase) -> None:
    """Store the browser for the person noted, unless they have just deleted their account, and set its cookie."""
    person = getattr(request, "browser_of", None)
    if person is None or person.pk is None:
        return
    name = settings.BROWSER_COOKIE_NAME
    secret = request.get_signed_cookie(name, "", salt=SALT) or secrets.token_urlsafe(24)
    # The account may be deleted in another window.
    with best_effort("A browser"), suppress(IntegrityError), transaction.atomic():
        Browser.objects.update_or_create(
            person=person, digest=_digest(secret), defaults={"last_seen_at": timezone.now()}
        )
    response.set_signed_cookie(
        name, secret, salt=SALT, max_age=KEPT_SECONDS, secure=settings.HTTPS, httponly=True, samesite="Lax"
    )


def has_known(request: HttpRequest, name: str) -> bool:
    """Whether the person with this name has logged in with this browser before."""
    digest = digest_of(request)
    return bool(digest) and Browser.objects.filter(digest=digest, person__name_key=name_key(name)).exists()


def check(request: HttpRequest) -> None:
    """Refuse a browser that a banned person has used, because they could come back under another name."""
    if digest := digest_of(request):
        banned = Browser.objects.filter(digest=digest, banned_until__gt=timezone.now())
        longest = banned.order_by(F("banned_until").desc()).first()
        if longest and longest.banned_until:
            raise Banned("browser_banned", end_of(longest.banned_until), longest.reason)
