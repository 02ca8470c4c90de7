"""Who a program acts for: the token in the Authorization header says it, and nothing else does. No cookie is read, and
so nobody else's page can make a browser act here."""

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

PER_TOKEN = Bucket("use a token", 3000, per=60)
WITHOUT_TOKEN = Bucket("knock without a token", 60, per=60)
READ_ONLY = "This token may look on only. Make one on your profile page that may play."


class ProgramRequest(HttpRequest):
    """A request of a program, in the name of whoever made its token."""

    auth: Token
    user: User


class MayRead(HttpBearer):
    """A token of either scope."""

    openapi_description = "A personal token of the scope *read* or *play*."

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
        request.user = request._cached_user = found.person  # type: ignore[attr-defined]  # the log looks there
        tokens.note_use(found)
        people.note_visit(found.person)
        return found


class MayPlay(MayRead):
    """A token that may play."""

    openapi_description = "A personal token of the scope *play*."

    def authenticate(self, request: HttpRequest, token: str) -> Token | None:
        found = super().authenticate(request, token)
        if found and not found.may_play:
            raise NotPlaying("read_only", READ_ONLY)
        return found
