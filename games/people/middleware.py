"""What happens at the door, before a view for people who are logged in."""

from collections.abc import Callable
from typing import Any, cast
from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.middleware import LoginRequiredMiddleware, get_user
from django.core.exceptions import ObjectDoesNotExist
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render, resolve_url
from django_htmx.http import HttpResponseClientRedirect

from games.bans import addresses
from games.bans import people as bans
from games.bans.refusals import Banned
from games.people import browsers, services

FOUND, FORBIDDEN, TOO_MANY_REQUESTS = 302, 403, 429
PROGRAMS = "/api/"
ADDRESS_BANNED = "Your address is banned"
# Without a password these pages mean nothing, and could leave a guest row half an account.
FOR_ACCOUNTS = frozenset({"account_email", "account_change_password", "account_set_password", "account_reauthenticate"})


FOR_OPERATORS = frozenset({"healthz", "readyz"})
FOR_THE_BANNED = frozenset({"account_logout", "my_data", "download", "delete_me", "privacy"})


class AccessMiddleware(LoginRequiredMiddleware):
    """Nobody passes without having logged in, except where a view is marked `login_not_required`.

    Unlike Django's own, it does not look who comes to such a view: pictures and pages for everybody ask for no session,
    and can be kept by caches.
    """

    async_capable = False

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self._answer(request)
        browsers.set_cookie(request, response)
        if getattr(request, "is_hidden_from_search", False):
            response["X-Robots-Tag"] = "noindex"
        return response

    def _answer(self, request: HttpRequest) -> HttpResponseBase:
        response = cast(HttpResponseBase, self.get_response(request))
        if getattr(request, "htmx", False) and response.status_code == FOUND:
            return HttpResponseClientRedirect(_where_to(request, response["Location"]))
        if seconds := getattr(request, "must_wait", 0):
            response.status_code, response["Retry-After"] = TOO_MANY_REQUESTS, str(seconds)
        return response

    def process_view(self, request: HttpRequest, view: Callable[..., Any], *rest: Any) -> HttpResponseBase | None:
        try:
            return self._enter(request, view, *rest)
        except Banned as ban:
            if request.path_info.startswith(PROGRAMS) and request.path_info != PROGRAMS:
                raise  # programs are told in JSON
            return banned_page(request, ban)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """A view may find out too that somebody is banned, when they log in or become a guest; or that their account
        has been deleted in another window while it was at work, and then nothing was stored."""
        if isinstance(exception, Banned):
            return banned_page(request, exception)
        is_about_rows = isinstance(exception, IntegrityError | ObjectDoesNotExist)
        return redirect("home") if is_about_rows and services.is_gone(request.user) else None

    def _enter(self, request: HttpRequest, view: Callable[..., Any], *rest: Any) -> HttpResponseBase | None:
        _turn_away_from(request)
        if not getattr(view, "login_required", True):
            # A page for everybody asks nobody who they are; what is sent from there is somebody's.
            if request.method == "POST":
                _turn_away(request)
            return None
        redirection = super().process_view(request, view, *rest)
        if redirection is None:
            request.user = get_user(request)  # no longer through a proxy, which is asked a dozen times in a request
            _turn_away(request)
        return redirection or _greet(request)


def banned_page(request: HttpRequest, ban: Banned) -> HttpResponse:
    """Says what is banned, until when and why, and what can still be done."""
    is_fragment = bool(request.headers.get("HX-Request")) and not request.headers.get("HX-Boosted")
    words = {"status": FORBIDDEN, "title": ban.title, "sentence": str(ban)}
    return render(request, "_refusal.html" if is_fragment else "people/banned.html", words, status=FORBIDDEN)


def _turn_away_from(request: HttpRequest) -> None:
    """Nobody gets in from a banned address, programs as little as people; what is theirs they can have or delete."""
    if getattr(request.resolver_match, "url_name", None) not in FOR_OPERATORS | FOR_THE_BANNED:
        sentence = addresses.sentence(request.META.get("REMOTE_ADDR", ""))
        if sentence:
            raise Banned(ADDRESS_BANNED, sentence)


def _turn_away(request: HttpRequest) -> None:
    """Whoever is banned may log out, and have or delete what is theirs."""
    name = getattr(request.resolver_match, "url_name", None)
    if request.user.is_authenticated and name not in FOR_THE_BANNED:
        bans.check_not_banned(request.user)


def _greet(request: HttpRequest) -> HttpResponse | None:
    if services.note_visit(request.user):  # type: ignore[arg-type]
        browsers.note(request, request.user)  # type: ignore[arg-type]
    if request.user.is_guest and _is_for_accounts(request):  # type: ignore[union-attr]
        messages.info(request, "That needs an account. Make one here: your name and your games stay yours.")
        return redirect("account_signup")
    return None


def _where_to(request: HttpRequest, url: str) -> str:
    """htmx would put the next page into a fragment's place, so it is told to go there; and whoever has to log in first
    comes back to the page they were on, not to the fragment's address."""
    login, page = resolve_url(settings.LOGIN_URL), _current_page(request)
    return f"{login}?{urlencode({'next': page})}" if page and urlsplit(url).path == login else url


def _current_page(request: HttpRequest) -> str:
    """The path of the page that htmx says it is on; empty when what it says is no address on this site."""
    try:
        return request.htmx.current_url_abs_path or ""  # type: ignore[attr-defined]
    except ValueError:
        return ""


def _is_for_accounts(request: HttpRequest) -> bool:
    name = getattr(request.resolver_match, "url_name", None) or ""
    return name in FOR_ACCOUNTS or name.startswith("mfa_")
