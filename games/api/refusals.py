"""How a program is refused: a word, a sentence, and for moves the check that failed."""

from collections.abc import Sequence
from typing import Any

from django.core.exceptions import ObjectDoesNotExist, ValidationError
from django.db import IntegrityError
from django.http import Http404, HttpRequest, HttpResponse
from ninja.errors import AuthenticationError, HttpError
from ninja.errors import ValidationError as WrongShape

from games.api.loaders import NOTHING_THERE
from games.api.pov import written
from games.limits import TooMany
from games.people import services as people
from games.refusals import Refusal, Unfit
from games.table.refusals import TableRefusal

CODES = {400: "unreadable", 401: "no_token", 403: "not_allowed", 404: "not_found", 409: "refused", 422: "wrong_shape"}
UNREADABLE = "The body is no JSON that could be read."
NO_TOKEN = "Send a token in the Authorization header, as “Bearer lastcard_…”. You make one on your profile page."  # noqa: S105  # a sentence


def refused(status: int, sentence: str, code: str = "", stage: str = "", **more: Any) -> HttpResponse:
    words = {"code": code or CODES[status], "sentence": sentence, "stage": stage or None, **more}
    return HttpResponse(written(words), status=status, content_type="application/json")


def by_table(request: HttpRequest, refusal: TableRefusal) -> HttpResponse:
    more = {} if refusal.version is None else {"version": refusal.version}
    return refused(refusal.status, str(refusal), refusal.code, refusal.stage, **more)


def by_lobby(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """What cannot be under the rules is refused; its shape was right, or it would not have come so far."""
    return refused(409 if isinstance(refusal, Unfit) else refusal.status, str(refusal))


def too_many(request: HttpRequest, refusal: TooMany) -> HttpResponse:
    response = refused(429, str(refusal), "too_often")
    response["Retry-After"] = str(refusal.seconds)
    return response


def no_token(request: HttpRequest, refusal: AuthenticationError) -> HttpResponse:
    response = refused(401, NO_TOKEN)
    response["WWW-Authenticate"] = "Bearer"
    return response


def impossible(request: HttpRequest, error: Exception) -> HttpResponse:
    """A person who was deleted while their program was at work; nothing was stored. Anything else is a defect."""
    if not people.is_gone(request.user):
        raise error
    return no_token(request, AuthenticationError())


def unreadable(request: HttpRequest, refusal: HttpError) -> HttpResponse:
    return refused(refusal.status_code, UNREADABLE)


def not_found(request: HttpRequest, refusal: Http404) -> HttpResponse:
    return refused(404, str(refusal))


def unfit(request: HttpRequest, refusal: ValidationError) -> HttpResponse:
    return refused(422, " ".join(refusal.messages))


def wrong_shape(request: HttpRequest, refusal: WrongShape) -> HttpResponse:
    first = refusal.errors[0]
    if tuple(first["loc"]) == ("path", "code"):
        return refused(404, NOTHING_THERE)
    field = field_of(first["loc"])
    said = str(first["msg"]).removeprefix("Value error, ")
    return refused(422, f"{field or 'The body'}: {said}.", field=field)


def field_of(loc: Sequence[int | str]) -> str:
    """The way to a field in what was sent: without the name that our code has for the body, and without the names of
    the kinds of action among which it was looked for."""
    source, *rest = loc
    path = rest[1:] if source == "body" else rest
    words: list[str] = []
    follows_tag = False
    for part in path:
        if follows_tag and isinstance(part, str):
            follows_tag = False
        elif part in ("one", "several") and words[-1:] == ["actions"]:
            follows_tag = True
        elif not set("[-") & set(str(part)):  # such a part tells of a kind among several, and is no field
            words.append(str(part))
    return ".".join(words)


HANDLERS: dict[type[Exception], Any] = {
    TableRefusal: by_table,
    Refusal: by_lobby,
    TooMany: too_many,
    AuthenticationError: no_token,
    IntegrityError: impossible,
    ObjectDoesNotExist: impossible,
    HttpError: unreadable,
    Http404: not_found,
    ValidationError: unfit,
    WrongShape: wrong_shape,
}
