"""Error responses: a page in the site's design, a fragment for htmx or JSON for the API, always with a sentence."""

import json
import logging
import sys
from collections.abc import Callable

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, JsonResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import is_valid_path

from games.limits import TooMany
from games.not_found import NothingHere
from games.storage import trouble
from games.wording.site import NOT_SENT, UNREACHABLE

log = logging.getLogger("site.error")
TITLES = {
    400: "Bad request",
    403: "Not allowed",
    404: "Page not found",
    405: "Method not allowed",
    413: "Request too large",
    429: "Too many requests",
    500: "Server error",
    503: "Temporarily unavailable",
}
SENTENCES = {
    400: "The server could not read this request. Go back, reload the page and try again.",
    403: "You do not have permission to see or do this.",
    404: "There is no such page. It may have been removed.",
    405: "This address accepts only submitted forms. Start from the home page.",
    413: "The request is too large: this site accepts at most 64 KB.",
    500: "Something went wrong on our side, and the error has been logged. Try again in a moment.",
    503: UNREACHABLE,
}
RETRY_SECONDS = 5
API = "/api/"
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
RATE_LIMITED = "You have tried this too often. Wait a minute and try again."
UNKNOWN_HOST = "This site does not use that host name. Its operator can add the name to ALLOWED_HOSTS."
CSRF_FAILED = "This page was open for too long, or your browser blocks cookies. Reload the page and try again."


def render_error(request: HttpRequest, status: int, sentence: str = "", anonymously: bool = False) -> HttpResponse:
    """Return an error response with this status. Without a sentence of its own, it has the one for the status.

    `anonymously` renders the page without its request, and so without the visitor's name and theme.
    """
    if is_api(request.path_info):
        return JsonResponse(error_json(status, sentence), status=status)
    context = {"status": status, "title": TITLES[status], "sentence": sentence or SENTENCES[status]}
    is_fragment = bool(request.headers.get("HX-Request")) and not request.headers.get("HX-Boosted")
    templates = ["_refusal.html"] if is_fragment else [f"{status}.html", "refusal.html"]
    for known in (None,) if anonymously else (request, None):
        # The error may also prevent rendering the page for this request: then it is rendered without one.
        try:
            return HttpResponse(render_to_string(templates, context, known), status=status)
        except DisallowedHost:
            continue  # the page's absolute URLs need the host name; not a defect, so nothing to log
        except Exception:
            log.exception("The error page could not be rendered")
    return HttpResponse(PLAIN.format(**context), status=status, content_type=PLAIN_TYPE)


def plain_error(status: int, path: str) -> tuple[str, bytes]:
    """Return the content type and body of an error response for a request that did not reach Django."""
    if is_api(path):
        return "application/json", json.dumps(error_json(status)).encode()
    return PLAIN_TYPE, PLAIN.format(status=status, title=TITLES[status], sentence=SENTENCES[status]).encode()


def error_json(status: int, sentence: str = "") -> dict[str, str | None]:
    return {"code": CODES[status], "sentence": sentence or SENTENCES[status], "stage": None}


def is_api(path: str) -> bool:
    """Return whether this path answers in JSON. The page at /api/ itself is for people."""
    return path.startswith(API) and path != API


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    if isinstance(exception, DisallowedHost):
        # The page contains its own URL, which cannot be built for a host name that is not allowed.
        return render_error(request, 400, UNKNOWN_HOST, anonymously=True)
    return render_error(request, 400)


def not_allowed(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render_error(request, 403, str(exception))


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render_error(request, 404, str(exception) if isinstance(exception, NothingHere) else "")


def too_many_requests(request: HttpRequest) -> HttpResponse:
    """Answer requests that allauth's own rate limits refuse. Allauth looks up `handler429` in the URL configuration."""
    response = render_error(request, 429, RATE_LIMITED)
    response["Retry-After"] = "60"
    return response


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer 503 when the database is unavailable or full, and 500 for every other exception."""
    sentence = trouble(sys.exc_info()[1])
    if not sentence:
        return render_error(request, 500)
    # Without the database, the visitor's name and theme cannot be loaded.
    response = render_error(request, 503, sentence, anonymously=sentence == UNREACHABLE)
    response["Retry-After"] = str(RETRY_SECONDS)
    return response


def csrf_failed(request: HttpRequest, reason: str = "") -> HttpResponse:
    return render_error(request, 403, CSRF_FAILED)


class ErrorPages:
    """Middleware that answers too large bodies with 413, rate-limited requests with 429, and gives each 405 a page.

    People who open the address of a form come to the page with the form instead.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if is_too_large(request):
            return render_error(request, 413)
        response = self.get_response(request)
        if isinstance(response, HttpResponseNotAllowed):
            if is_opened_as_page(request):
                return to_the_form(request)
            return with_allowed(render_error(request, 405), response["Allow"])
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, TooMany):
            return None
        response = render_error(request, 429, str(exception))
        response["Retry-After"] = str(exception.seconds)
        return response


def is_opened_as_page(request: HttpRequest) -> bool:
    """Return whether a person has opened this address: for example, because a login was needed for a form's address."""
    is_fragment = bool(request.headers.get("HX-Request"))
    accepts = request.headers.get("Accept", "")
    return request.method == "GET" and "text/html" in accepts and not is_fragment and not is_api(request.path_info)


def to_the_form(request: HttpRequest) -> HttpResponse:
    """Redirect to the page above an address that only accepts forms, and say there that nothing was sent."""
    waiting = messages.get_messages(request)
    if not any(message.message == NOT_SENT for message in waiting):
        messages.info(request, NOT_SENT)
    waiting.used = False  # type: ignore[union-attr]  # they are shown by the page that follows
    return redirect(page_above(request.path_info))


def page_above(path: str) -> str:
    """Return the nearest address of this site above this one."""
    while True:
        path = path.rstrip("/").rpartition("/")[0] + "/"
        if is_valid_path(path):
            return path


def is_too_large(request: HttpRequest) -> bool:
    was_cut = getattr(request, "scope", {}).get("body_was_cut", False)
    return was_cut or int(request.META.get("CONTENT_LENGTH") or 0) > settings.MAX_BODY


def with_allowed(response: HttpResponse, methods: str) -> HttpResponse:
    response["Allow"] = methods
    return response
