"""Authentication of programs, only by the token in the Authorization header. No cookie is read, so a foreign
page cannot make a browser act here."""

import time
from typing import Any

from django.http import HttpRequest
from ninja.errors import AuthenticationError
from ninja.security import HttpBearer

from games.bans import people as bans
from games.limits import Bucket, network_of
from games.models import Token, User
from games.people import services as people
from games.people import tokens
from games.table.refusals import NotPlaying
from games.wording import api as wording

PER_TOKEN = Bucket("use a token", 3000, per=60)
WITHOUT_TOKEN = Bucket("ask without a token", 60, per=60)


class ProgramRequest(HttpRequest):
    """A request of a program, on behalf of the person who made its token."""

    auth: Token
    user: User


class MayRead(HttpBearer):
    """A token of either scope."""

    openapi_description = "A personal token with the scope *read* or *play*."

    def __call__(self, request: HttpRequest) -> Any:
        found = super().__call__(request)
        if not found:
            WITHOUT_TOKEN.spend(f"address {network_of(request.META.get('REMOTE_ADDR', ''))}", time.time())
            raise AuthenticationError
        return found

    def authenticate(self, request: HttpRequest, token: str) -> Token | None:
        found = tokens.token_of(token)
        if found is None:
            return None
        PER_TOKEN.spend(f"token {found.pk}", time.time())
        if sentence := bans.ban_sentence(found.person):
            raise NotPlaying("banned", sentence)
        request.user = request._cached_user = found.person  # type: ignore[attr-defined]  # the request log reads it
        tokens.note_use(found)
        people.note_visit(found.person)
        return found


class MayPlay(MayRead):
    """A token that may play."""

    openapi_description = "A personal token with the scope *play*."

    def authenticate(self, request: HttpRequest, token: str) -> Token | None:
        found = super().authenticate(request, token)
        if found and not found.may_play:
            raise NotPlaying("read_only", wording.refusal("read_only"))
        return found
