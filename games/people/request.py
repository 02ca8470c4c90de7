"""Types of requests, and marks on them."""

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from games.models import User


class HtmxRequest(HttpRequest):
    """A request of anyone, with what htmx says about it."""

    htmx: HtmxDetails


class PersonRequest(HtmxRequest):
    """A request of a person who is logged in, as views without `login_not_required` get it."""

    user: User


def hide_from_search(request: HttpRequest) -> None:
    """Ask search engines to leave this page out, by a tag in its head (see `base.html`) and by a header."""
    request.is_hidden_from_search = True  # type: ignore[attr-defined]
