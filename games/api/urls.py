"""A table of contents: the page that explains, the document, and everything that is in it."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponseBase
from django.urls import URLPattern, path
from django.views.decorators.csrf import csrf_exempt

from games.api import page
from games.api.interface import interface


def open_to_tokens(pattern: URLPattern) -> URLPattern:
    """The door for people does not guard these: each endpoint asks for a token instead, and no cookie is looked at, so
    that there is nothing a foreign form could abuse."""
    view: Callable[..., Any] = pattern.callback

    @wraps(view)
    def answered(request: HttpRequest, *args: Any, **words: Any) -> HttpResponseBase:
        response: HttpResponseBase = view(request, *args, **words)
        if response.status_code == 405:
            response.content = b""  # type: ignore[attr-defined]  # so that the house refuses it in its own words
        return response

    pattern.callback = csrf_exempt(login_not_required(answered))
    return pattern


patterns, app, namespace = interface.urls
urlpatterns = [
    path("api/", page.reference, name="api"),
    path("api/openapi.json", page.openapi, name="openapi"),
    path("api/", ([open_to_tokens(one) for one in patterns if isinstance(one, URLPattern)], app, namespace)),
]
