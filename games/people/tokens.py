"""Tokens: every write to them, and whose they are."""

import secrets
from datetime import timedelta
from hashlib import sha256

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone

from games.live import hints
from games.models import Token, User
from games.storage import best_effort
from games.text import readable

PREFIX = "lastcard_"
MOST = 10
LONGEST_NAME = 40
NOTE_USE_EVERY = timedelta(minutes=1)


def make_token(person: User, name: str, scope: str) -> str:
    """A new token; this is the only time that anybody sees it."""
    name = readable(name)
    if not 1 <= len(name) <= LONGEST_NAME:
        raise ValidationError(f"Give the token a name of 1 to {LONGEST_NAME} characters.", code="length")
    if person.tokens.count() >= MOST:
        raise ValidationError(f"You have {MOST} tokens, which is the most. Revoke one first.", code="most")
    secret = PREFIX + secrets.token_urlsafe(32)
    try:
        with transaction.atomic():
            Token.objects.create(person=person, name=name, scope=scope, digest=digest(secret))
    except IntegrityError:
        raise ValidationError(f"You have a token called “{name}” already.", code="taken") from None
    return secret


def digest(secret: str) -> str:
    """Tokens are long and random, so a plain hash keeps them; a slow one would only slow down every request."""
    return sha256(secret.encode("utf-8", "replace")).hexdigest()


def token_of(secret: str) -> Token | None:
    """The token that a request carries, of somebody who may still log in."""
    if not secret.startswith(PREFIX):
        return None
    return Token.objects.select_related("person").filter(digest=digest(secret), person__is_active=True).first()


def note_use(token: Token) -> None:
    """Remember when a token was last used, to the minute."""
    moment = timezone.now()
    if token.used_at is None or moment - token.used_at > NOTE_USE_EVERY:
        with best_effort("The use of a token"):
            Token.objects.filter(pk=token.pk).update(used_at=moment)


def revoke(person: User, token_id: int) -> str:
    """The name of the token that is no more; none when it was not this person's, or gone already."""
    token = person.tokens.filter(pk=token_id).first()
    if token is None:
        return ""
    _end(token)
    return token.name


def revoke_all(person: User) -> None:
    for token in person.tokens.all():
        _end(token)


def _end(token: Token) -> None:
    name = group(token.pk)
    token.delete()
    transaction.on_commit(lambda: hints.send(name, {"type": "token.ended"}), robust=True)


def group(token: int) -> str:
    """Every stream that a token has open."""
    return f"token.{token}"
