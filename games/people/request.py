"""Types of requests, and marks on them."""

from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme
from django_htmx.middleware import HtmxDetails

from games.models import User


class HtmxRequest(HttpRequest):
    """A request of anyone, with what htmx says about it."""

    htmx: HtmxDetails


class PersonRequest(HtmxRequest):
    """A request of a person who is logged in, as views without `login_not_required` get it."""

    user: User


def next_page(request: HttpRequest, default: str) -> str:
    """Return the address on this site that a form names in `next`, or else this one."""
    wanted = request.POST.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, require_https=request.is_secure())
    return wanted if is_ours else default


def make_wait(request: HttpRequest, seconds: int) -> None:
    """Let the middleware turn the response into one to a request that came too often."""
    request.must_wait = seconds  # type: ignore[attr-defined]


def hide_from_search(request: HttpRequest) -> None:
    """Ask search engines to leave this page out, by a tag in its head (see `base.html`) and by a header."""
    request.is_hidden_from_search = True  # type: ignore[attr-defined]
