"""How endpoints are declared, and how they respond with JSON."""

from collections.abc import Callable
from typing import Annotated, Any

from django.http import HttpResponse
from ninja import Path, Router

from games.api import pov, responses
from games.api.auth import MayPlay, MayRead
from games.models import CODE_LETTERS

MAY_READ, MAY_PLAY = MayRead(), MayPlay()
Code = Annotated[str, Path(pattern=f"^[{CODE_LETTERS}]+$", max_length=12, description="The code of a table.")]


class DocumentedRouter(Router):
    def endpoint(
        self, method: str, path: str, tag: str, summary: str, response: Any, *refusals: int, statuses: Any = (200,)
    ) -> Callable[[Any], Any]:
        """Declare an endpoint, with its responses for the OpenAPI document. Reading needs less than playing, and
        whatever has a code or an id may be refused to outsiders."""
        hidden = {404, 422} if "{" in path else set()
        refused = dict.fromkeys(sorted({401, 403, 429, *hidden, *refusals}), responses.Refusal)
        auth = MAY_READ if method == "GET" else MAY_PLAY
        described: dict[Any, Any] = {"response": dict.fromkeys(statuses, response) | refused, "by_alias": True}
        return self.api_operation([method], path, auth=auth, tags=[tag], summary=summary, **described)


def respond(content: Any, status: int = 200) -> HttpResponse:
    body = content if isinstance(content, bytes) else pov.to_json(content)
    return HttpResponse(body, status=status, content_type="application/json")
