"""The endpoints as one interface, and the OpenAPI document that describes it."""

import json
from functools import cache
from typing import Any, cast

from django.conf import settings
from django.http import HttpRequest
from ninja import NinjaAPI
from ninja.parser import Parser

from games.api.endpoints import router
from games.api.refusals import HANDLERS

VERSION = "1.0"
ROOM = "games_api_endpoints_"
NDJSON = "application/x-ndjson"
INTRODUCTION = """The same game for programs, by the same rules and services as in the browser.

**Who**: a personal token, made on the profile page, in the header `Authorization: Bearer lastcard_…`. No cookie counts.

**Play**: open a table or `join` one, say `ready`, and let its host `start`. Then look at the game (`GET`) or listen to
its `stream`; whenever `legal` offers you moves, send one of them (`PATCH`) with the `version` you have seen.

**Two vocabularies**, which may be mixed. Ours has the texts in `legal` – `{"type": "move", "text": "play R7"}` – and an
action for each kind of move. The other one speaks of transfers: a card from your hand to the discard pile is a play,
an answer to a draw card or a jump-in, as the table stands; from the draw stack to your hand is a draw, or accepts a
draw card; then there are `orderColor`, `choosePlayer`, `challenge`, `declare`, `accuse`, and `skip` to end a turn
without a play.

**Refusals** are JSON with a `code`, a `sentence` and, for moves, the `stage`: the check that failed first."""


class Reader(Parser):
    """To JSON, 3.0 is a whole number like 3."""

    def parse_body(self, request: HttpRequest) -> dict[str, Any]:
        return cast(dict[str, Any], json.loads(request.body, parse_float=number))


def number(text: str) -> int | float:
    value = float(text)
    return int(value) if value.is_integer() else value


def build() -> NinjaAPI:
    made = NinjaAPI(
        title=f"{settings.SITE_NAME} for programs",
        version=VERSION,
        description=INTRODUCTION,
        parser=Reader(),
        docs_url=None,
        openapi_url=None,
        urls_namespace="programs",
    )
    made.add_router("", router)
    for kind, handler in HANDLERS.items():
        made.add_exception_handler(kind, handler)
    return made


interface = build()


@cache
def document() -> dict[str, Any]:
    """OpenAPI 3.1. What the library cannot know is put right: the stream is no JSON document, and who was too quick is
    told how long to wait."""
    found: dict[str, Any] = dict(interface.get_openapi_schema())
    for operations in found["paths"].values():
        for operation in operations.values():
            responses = {str(status): told for status, told in operation["responses"].items()}
            seconds = {"description": "Seconds to wait.", "schema": {"type": "integer"}}
            responses["429"]["headers"] = {"Retry-After": seconds}
            operation["responses"] = responses
            operation["operationId"] = operation["operationId"].removeprefix(ROOM)
    stream = found["paths"]["/api/tables/{code}/stream"]["get"]["responses"]["200"]
    stream["content"] = {NDJSON: stream["content"].pop("application/json")}
    return found
