"""The API made of the endpoints, and the OpenAPI document that describes it."""

import json
from functools import cache
from typing import Any, cast

from django.conf import settings
from django.http import HttpRequest
from ninja import NinjaAPI
from ninja.parser import Parser

from games.api import endpoints, replays
from games.api.refusals import HANDLERS

VERSION = "1.0"
ROUTERS = (endpoints, replays)
INTRODUCTION = """The same game for programs, by the same rules and services as in the browser.

**Authentication**: send a personal token, made on the profile page, as `Authorization: Bearer lastcard_…`. Guests can
make one, too.

**Playing**: open a table or `join` one, be `ready`, and let its host `start`. Then read the game (`GET`) or follow its
`stream`. Whenever `legal` offers you moves, send one of them (`PATCH`) with the `version` you have seen.

**Two vocabularies**, which may be mixed. Ours has the texts in `legal`, as `{"type": "move", "text": "play R7"}`, and
an action for each kind of move. The other one transfers cards. From your hand to the discard pile is a play, an answer
to a draw card or a jump-in, whichever the game allows. From the draw stack to your hand is a draw, or accepts a draw
card. It also has `orderColor`, `choosePlayer`, `challenge`, `declare`, `accuse`, and `skip` to end a turn without
playing. With `vocabulary=classic`, the game and its stream are written in these words alone: `legal` holds actions that
you can send as they are, without a version around them, and nothing obliges you to what has no word there.

**Replays**: a game that is over has an id, which is in the address of its replay; `GET /api/tables/{code}/replay` tells
that of the last game at a table. `GET /api/games/{id}` says who played and how it ended, and its `log` has every move
with all cards, in both vocabularies.

**Refusals** are JSON with a `code`, a `sentence` and, for moves, the `stage` of the check that failed."""


class JsonParser(Parser):
    """Reads 3.0 as the whole number 3, which it is in JSON."""

    def parse_body(self, request: HttpRequest) -> dict[str, Any]:
        return cast(dict[str, Any], json.loads(request.body, parse_float=number))


def number(text: str) -> int | float:
    value = float(text)
    return int(value) if value.is_integer() else value


def build() -> NinjaAPI:
    api = NinjaAPI(
        title=f"{settings.SITE_NAME} for programs",
        version=VERSION,
        description=INTRODUCTION,
        parser=JsonParser(),
        docs_url=None,
        openapi_url=None,
        urls_namespace="programs",
    )
    for module in ROUTERS:
        api.add_router("", module.router)
    for kind, handler in HANDLERS.items():
        api.add_exception_handler(kind, handler)
    return api


interface = build()


@cache
def document() -> dict[str, Any]:
    """Return the OpenAPI 3.1 document, with what the library does not know: streams and logs have lines of
    JSON, and a rate limit comes with the seconds to wait."""
    found: dict[str, Any] = dict(interface.get_openapi_schema())
    for operations in found["paths"].values():
        for operation in operations.values():
            responses = {str(status): response for status, response in operation["responses"].items()}
            seconds = {"description": "Seconds to wait.", "schema": {"type": "integer"}}
            responses["429"]["headers"] = {"Retry-After": seconds}
            operation["responses"] = responses
            operation["operationId"] = _own_name(operation["operationId"])
    for path in WITH_LINES:
        response = found["paths"][path]["get"]["responses"]["200"]
        response["content"] = {replays.NDJSON: response["content"].pop("application/json")}
    return found


WITH_LINES = ("/api/tables/{code}/stream", "/api/tables/{code}/lobby/stream", "/api/games/{id}/log")
"""Their responses are lines of JSON."""


def _own_name(operation: str) -> str:
    """Return the name of an endpoint without that of its module."""
    for module in ROUTERS:
        operation = operation.removeprefix(f"{module.__name__.replace('.', '_')}_")
    return operation
