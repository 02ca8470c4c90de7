"""What a view behind the door is handed."""

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from games.models import User


class PersonRequest(HttpRequest):
    """A request of somebody who is logged in: the door let nobody else through."""

    user: User
    htmx: HtmxDetails


def hide_from_search(request: HttpRequest) -> None:
    """Ask search engines to leave this page out, in its head (see `base.html`) and in a header of the answer."""
    request.is_hidden_from_search = True  # type: ignore[attr-defined]
