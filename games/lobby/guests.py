"""Lets visitors without an account sit down or watch: they become guests in the same request."""

from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponse

from games.limits import limit
from games.people import guest_login

View = Callable[..., HttpResponse]


@limit("arrive", 60, per=120)
def log_in_guest(request: HttpRequest) -> None:
    guest_login.log_in_guest(request)
    request.is_new_guest = True  # type: ignore[attr-defined]


def is_new_guest(request: HttpRequest) -> bool:
    return getattr(request, "is_new_guest", False)


def guest_if_anonymous(view: View) -> View:
    """Log anonymous visitors in as new guests before the view runs.

    The login replaces the session and the CSRF token, so the page that the request came from no longer works: the
    response has to be a redirect, see `is_new_guest`.
    """

    @wraps(view)
    def wrapped(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        if not request.user.is_authenticated:
            log_in_guest(request)
        return view(request, *args, **kwargs)

    return wrapped
