"""Times in pages are in the reader's time zone, which their browser names in a cookie; without one they are in UTC."""

from collections.abc import Callable
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

COOKIE = "zone"


@cache
def _names() -> frozenset[str]:
    return frozenset(available_timezones())


class ReaderTimeZone:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        name = request.COOKIES.get(COOKIE, "")
        # Only known names: others could be paths of files.
        with timezone.override(ZoneInfo(name) if name in _names() else None):
            return self.get_response(request)
