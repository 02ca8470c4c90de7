"""A visitor without an account becomes a guest in the same step in which they sit down or watch."""

from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponse

from games.limits import limit
from games.people import arrivals

View = Callable[..., HttpResponse]


@limit("arrive", 60, per=120)
def welcome(request: HttpRequest) -> None:
    arrivals.welcome(request)
    request.has_just_arrived = True  # type: ignore[attr-defined]


def has_just_arrived(request: HttpRequest) -> bool:
    return getattr(request, "has_just_arrived", False)


def everybody_is_somebody(view: View) -> View:
    """Whoever gets to this view has a name. With the name come a new session and a new key for forms, so the page that
    was open is of no more use: the answer has to be a new one, see `has_just_arrived`."""

    @wraps(view)
    def named(request: HttpRequest, *args: object, **words: object) -> HttpResponse:
        if not request.user.is_authenticated:
            welcome(request)
        return view(request, *args, **words)

    return named
