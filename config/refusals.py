"""How a refusal looks: a page in the site's look, or its fragment for htmx, always with a sentence."""

import json
import logging
import sys
from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string

from games.limits import TooMany
from games.storage import UNREACHABLE, trouble

log = logging.getLogger("site.refusal")
TITLES = {
    400: "That did not arrive whole",
    403: "Not for you",
    404: "Nothing here",
    405: "Not this way",
    413: "Too much at once",
    429: "Slow down a little",
    500: "Our mistake",
    503: "Out of order",
}
SENTENCES = {
    400: "The request could not be read. Go back, reload the page and try again.",
    403: "You may not see or do this.",
    404: "There is no such page, or it is gone.",
    405: "This address only takes what a form sends. Start from the front page.",
    413: "What you sent is larger than this site takes.",
    500: "Something broke on our side. It has been written down. Try again in a moment.",
    503: UNREACHABLE,
}
RETRY_SECONDS = 5
PROGRAMS = "/api/"
CODES = {
    400: "unreadable",
    403: "not_allowed",
    404: "not_found",
    405: "wrong_method",
    413: "too_large",
    429: "too_often",
    500: "broken",
    503: "unavailable",
}
PLAIN, PLAIN_TYPE = "{status} {title}\n\n{sentence}\n", "text/plain; charset=utf-8"
TOO_OFTEN = "That was too often. Please wait a minute and try again."
UNKNOWN_NAME = "This site does not answer to that name. Whoever runs it can add the name to ALLOWED_HOSTS."
FOREIGN_FORM = "This page was open too long, or cookies are switched off. Reload it and try again."


def refuse(request: HttpRequest, status: int, sentence: str = "", for_nobody: bool = False) -> HttpResponse:
    if is_for_programs(request.path_info):
        return JsonResponse(for_programs(status, sentence), status=status)
    words = {"status": status, "title": TITLES[status], "sentence": sentence or SENTENCES[status]}
    fragment = bool(request.headers.get("HX-Request")) and not request.headers.get("HX-Boosted")
    names = ["_refusal.html"] if fragment else [f"{status}.html", "refusal.html"]
    for known in (None,) if for_nobody else (request, None):
        # What is wrong with the request may keep the page from being drawn for it: then it is drawn for nobody.
        try:
            return HttpResponse(render_to_string(names, words, known), status=status)
        except DisallowedHost:
            continue  # its links cannot be written for such a name; there is nothing to repair
        except Exception:
            log.exception("The page for a refusal cannot be drawn")
    return HttpResponse(PLAIN.format(**words), status=status, content_type=PLAIN_TYPE)


def without_a_page(status: int, path: str) -> tuple[str, bytes]:
    """The type and content of an answer to a request that has not reached Django."""
    if is_for_programs(path):
        return "application/json", json.dumps(for_programs(status)).encode()
    return PLAIN_TYPE, PLAIN.format(status=status, title=TITLES[status], sentence=SENTENCES[status]).encode()


def for_programs(status: int, sentence: str = "") -> dict[str, str | None]:
    return {"code": CODES[status], "sentence": sentence or SENTENCES[status], "stage": None}


def is_for_programs(path: str) -> bool:
    """Below this address programs ask, who read JSON; the page there is for people."""
    return path.startswith(PROGRAMS) and path != PROGRAMS


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    if isinstance(exception, DisallowedHost):
        # A page with its own address in it cannot be drawn for a name that nobody vouches for.
        return refuse(request, 400, UNKNOWN_NAME, for_nobody=True)
    return refuse(request, 400)


def not_allowed(request: HttpRequest, exception: Exception) -> HttpResponse:
    return refuse(request, 403, str(exception))


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    # Django's own message lists paths; one that a view wrote itself is a sentence.
    words = exception.args[0] if exception.args and isinstance(exception.args[0], str) else ""
    return refuse(request, 404, words)


def too_often(request: HttpRequest) -> HttpResponse:
    """Asked for by name by the package that logs people in, which counts attempts itself."""
    response = refuse(request, 429, TOO_OFTEN)
    response["Retry-After"] = "60"
    return response


def broken(request: HttpRequest) -> HttpResponse:
    """Answers 503 when the database is away or full, and 500 for everything else that was raised."""
    sentence = trouble(sys.exc_info()[1])
    if not sentence:
        return refuse(request, 500)
    # Who is looking cannot be shown where the database does not even answer.
    response = refuse(request, 503, sentence, for_nobody=sentence == UNREACHABLE)
    response["Retry-After"] = str(RETRY_SECONDS)
    return response


def foreign_form(request: HttpRequest, reason: str = "") -> HttpResponse:
    return refuse(request, 403, FOREIGN_FORM)


class Refusals:
    """Answers what is too large or too often before a view, or out of one."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if is_too_large(request):
            return refuse(request, 413)
        response = self.get_response(request)
        if response.status_code == 405 and not response.content:
            return with_allowed(refuse(request, 405), response["Allow"])
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, TooMany):
            return None
        response = refuse(request, 429, str(exception))
        response["Retry-After"] = str(exception.seconds)
        return response


def is_too_large(request: HttpRequest) -> bool:
    cut = getattr(request, "scope", {}).get("body_was_cut", False)
    return cut or int(request.META.get("CONTENT_LENGTH") or 0) > settings.MAX_BODY


def with_allowed(response: HttpResponse, methods: str) -> HttpResponse:
    response["Allow"] = methods
    return response
