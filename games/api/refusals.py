"""Responses to refused requests of programs: a code, a sentence, and for moves the stage of the check that failed."""

from collections.abc import Sequence
from typing import Any

from django.core.exceptions import ObjectDoesNotExist, ValidationError
from django.db import IntegrityError
from django.http import Http404, HttpRequest, HttpResponse
from ninja.errors import AuthenticationError, HttpError
from ninja.errors import ValidationError as WrongSchema

from games.api.loaders import NOTHING_THERE
from games.api.pov import to_json
from games.limits import TooMany
from games.people import services as people
from games.refusals import Refusal, Unfit
from games.table.refusals import TableRefusal
from games.wording import api as wording
from games.wording import history

CODES = {
    400: "unreadable",
    401: "no_token",
    403: "not_allowed",
    404: "not_found",
    409: "refused",
    410: "gone",
    422: "wrong_shape",
}


def respond_refused(status: int, sentence: str, code: str = "", stage: str = "", **more: Any) -> HttpResponse:
    fields = {"code": code or CODES[status], "sentence": sentence, "stage": stage or None, **more}
    return HttpResponse(to_json(fields), status=status, content_type="application/json")


def by_table(request: HttpRequest, refusal: TableRefusal) -> HttpResponse:
    more = {} if refusal.version is None else {"version": refusal.version}
    return respond_refused(refusal.status, str(refusal), refusal.code, refusal.stage, **more)


def by_lobby(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """Respond with 409 to settings that the rules forbid: their schema was right, so 422 would mislead."""
    return respond_refused(409 if isinstance(refusal, Unfit) else refusal.status, str(refusal))


def too_many(request: HttpRequest, refusal: TooMany) -> HttpResponse:
    response = respond_refused(429, str(refusal), "too_often")
    response["Retry-After"] = str(refusal.seconds)
    return response


def no_token(request: HttpRequest, refusal: AuthenticationError) -> HttpResponse:
    kind, _, token = request.headers.get("Authorization", "").partition(" ")
    code = "unknown_token" if kind == "Bearer" and token.strip() else "no_token"
    response = respond_refused(401, wording.refusal(code), code)
    response["WWW-Authenticate"] = "Bearer"
    return response


def person_gone(request: HttpRequest, error: Exception) -> HttpResponse:
    """Respond with 401 if the person was deleted during the request, which stored nothing. Otherwise it is a bug."""
    if not people.is_gone(request.user):
        raise error
    return no_token(request, AuthenticationError())


def unreadable(request: HttpRequest, refusal: HttpError) -> HttpResponse:
    return respond_refused(refusal.status_code, wording.refusal("unreadable"))


def not_found(request: HttpRequest, refusal: Http404) -> HttpResponse:
    return respond_refused(404, str(refusal))


def invalid(request: HttpRequest, refusal: ValidationError) -> HttpResponse:
    return respond_refused(422, " ".join(refusal.messages))


def wrong_schema(request: HttpRequest, refusal: WrongSchema) -> HttpResponse:
    first = refusal.errors[0]
    source, name = tuple(first["loc"])[:2]
    if source == "path" and name in NOT_FOUND:
        return respond_refused(404, NOT_FOUND[str(name)])
    field = field_of(first["loc"])
    problem = wording.PROBLEMS.get(first["type"], str(first["msg"]).removeprefix("Value error, "))
    code = "wrong_field" if field else "wrong_body"
    return respond_refused(422, wording.refusal(code, field=field, problem=problem), field=field)


NOT_FOUND = {"code": NOTHING_THERE, "id": history.refusal("no_game")}
"""What is said of an address with a part that cannot be right."""


def field_of(loc: Sequence[int | str]) -> str:
    """Return the path of a field in the body: without the name of the body in our code, and without the tags of the
    kinds of action."""
    source, *rest = loc
    path = rest[1:] if source == "body" else rest
    names: list[str] = []
    follows_tag = False
    for part in path:
        if follows_tag and isinstance(part, str):
            follows_tag = False
        elif part in ("one", "several") and names[-1:] == ["actions"]:
            follows_tag = True
        elif not set("[-") & set(str(part)):  # such a part is a type in a union, not a field
            names.append(str(part))
    return ".".join(names)


HANDLERS: dict[type[Exception], Any] = {
    TableRefusal: by_table,
    Refusal: by_lobby,
    TooMany: too_many,
    AuthenticationError: no_token,
    IntegrityError: person_gone,
    ObjectDoesNotExist: person_gone,
    HttpError: unreadable,
    Http404: not_found,
    ValidationError: invalid,
    WrongSchema: wrong_schema,
}
