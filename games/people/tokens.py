"""API tokens: making, finding and revoking them."""

import secrets
from datetime import timedelta
from hashlib import sha256

from django.db import IntegrityError, transaction
from django.utils import timezone

from games.live import hints
from games.models import Token, User
from games.people.errors import Invalid
from games.storage import best_effort
from games.text import readable

PREFIX = "lastcard_"
MOST = 10
LONGEST_NAME = 40
NOTE_USE_EVERY = timedelta(minutes=1)


def make_token(person: User, name: str, scope: str) -> str:
    """Make a token and return it; only its digest is stored."""
    name = readable(name)
    if not 1 <= len(name) <= LONGEST_NAME:
        raise Invalid("token_name_length", count=LONGEST_NAME)
    if person.tokens.count() >= MOST:
        raise Invalid("too_many_tokens", count=MOST)
    secret = PREFIX + secrets.token_urlsafe(32)
    try:
        with transaction.atomic():
            Token.objects.create(person=person, name=name, scope=scope, digest=digest(secret))
    except IntegrityError:
        raise Invalid("token_name_taken", name=name) from None
    return secret


def digest(secret: str) -> str:
    """Return a plain hash, which is enough for long random tokens; a slow one would slow down every request."""
    return sha256(secret.encode("utf-8", "replace")).hexdigest()


def token_of(secret: str) -> Token | None:
    """Return the token with this secret, if its owner may still log in."""
    if not secret.startswith(PREFIX):
        return None
    return Token.objects.select_related("person").filter(digest=digest(secret), person__is_active=True).first()


def note_use(token: Token) -> None:
    """Store when a token was last used, to the minute."""
    moment = timezone.now()
    if token.used_at is None or moment - token.used_at > NOTE_USE_EVERY:
        with best_effort("The use of a token"):
            Token.objects.filter(pk=token.pk).update(used_at=moment)


def revoke(person: User, token_id: int) -> str:
    """Revoke a token and return its name; empty if the person has no such token."""
    token = person.tokens.filter(pk=token_id).first()
    if token is None:
        return ""
    _delete(token)
    return token.name


def revoke_all(person: User) -> None:
    for token in person.tokens.all():
        _delete(token)


def _delete(token: Token) -> None:
    name = group(token.pk)
    token.delete()
    transaction.on_commit(lambda: hints.send(name, {"type": "token.ended"}), robust=True)


def group(token: int) -> str:
    """Return the channel group of all streams that use a token."""
    return f"token.{token}"
