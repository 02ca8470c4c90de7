"""Decides, before each view, whether a request may proceed: logins, bans, and pages for accounts only."""

from collections.abc import Callable
from typing import Any, cast
from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.middleware import LoginRequiredMiddleware, get_user
from django.core.exceptions import ObjectDoesNotExist
from django.db import DatabaseError, IntegrityError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render, resolve_url
from django_htmx.http import HttpResponseClientRedirect

from games.bans import addresses
from games.bans import people as bans
from games.bans.refusals import Banned
from games.people import browsers, services
from games.wording.people import refusal

FOUND, FORBIDDEN, TOO_MANY_REQUESTS = 302, 403, 429
API = "/api/"
# Without a password these pages are of no use, and could turn a guest into half an account.
FOR_ACCOUNTS = frozenset({"account_email", "account_change_password", "account_set_password", "account_reauthenticate"})
FOR_OPERATORS = frozenset({"healthz", "readyz"})
FOR_THE_BANNED = frozenset({"account_logout", "my_data", "download", "delete_me", "privacy"})


class AccessMiddleware(LoginRequiredMiddleware):
    """Requires a login, except for views marked `login_not_required`, and turns away banned people and addresses.

    Unlike Django's own middleware, it does not read the session for views without a login, so that images and public
    pages can be cached.
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
            return HttpResponseClientRedirect(_redirect_target(request, response["Location"]))
        if seconds := getattr(request, "must_wait", 0):
            response.status_code, response["Retry-After"] = TOO_MANY_REQUESTS, str(seconds)
        return response

    def process_view(self, request: HttpRequest, view: Callable[..., Any], *rest: Any) -> HttpResponseBase | None:
        try:
            return self._check(request, view, *rest)
        except Banned as ban:
            if request.path_info.startswith(API) and request.path_info != API:
                raise  # the API answers in JSON
            return banned_page(request, ban)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Respond to bans that a view finds when a person logs in or becomes a guest, and to errors because the account
        was deleted in another window during the request; nothing was stored then."""
        if isinstance(exception, Banned):
            return banned_page(request, exception)
        # Django raises the base class itself when a row that it saves is gone.
        is_about_rows = isinstance(exception, IntegrityError | ObjectDoesNotExist) or type(exception) is DatabaseError
        return redirect("home") if is_about_rows and services.is_gone(request.user) else None

    def _check(self, request: HttpRequest, view: Callable[..., Any], *rest: Any) -> HttpResponseBase | None:
        check_address(request)
        if not getattr(view, "login_required", True):
            # Public pages do not need to know the person, but a form that they send acts for that person.
            if request.method == "POST":
                check_ban(request)
            return None
        redirection = super().process_view(request, view, *rest)
        if redirection is None:
            request.user = get_user(request)  # the person themselves: a lazy object would slow down every access
            check_ban(request)
        return redirection or _note_visit(request)


def banned_page(request: HttpRequest, ban: Banned) -> HttpResponse:
    """Render what is banned, until when and why, and what the person can still do."""
    htmx = getattr(request, "htmx", None)
    is_fragment = htmx is not None and bool(htmx) and not htmx.boosted
    context = {"status": FORBIDDEN, "title": ban.title, "sentence": str(ban)}
    return render(request, "_refusal.html" if is_fragment else "people/banned.html", context, status=FORBIDDEN)


def check_address(request: HttpRequest) -> None:
    """Reject requests from banned addresses, API included. People can still download or delete their data."""
    if getattr(request.resolver_match, "url_name", None) not in FOR_OPERATORS | FOR_THE_BANNED:
        addresses.check(request.META.get("REMOTE_ADDR", ""))


def check_ban(request: HttpRequest) -> None:
    """Reject requests of banned people. They can still log out, and download or delete their data."""
    name = getattr(request.resolver_match, "url_name", None)
    if request.user.is_authenticated and name not in FOR_THE_BANNED:
        bans.check_not_banned(request.user)


def _note_visit(request: HttpRequest) -> HttpResponse | None:
    """Store today's visit, and send guests who need an account for this page to the sign-up page."""
    if services.note_visit(request.user):  # type: ignore[arg-type]
        browsers.note(request, request.user)  # type: ignore[arg-type]
    if request.user.is_guest and _is_for_accounts(request):  # type: ignore[union-attr]
        messages.info(request, refusal("account_needed"))
        return redirect("account_signup")
    return None


def _redirect_target(request: HttpRequest, url: str) -> str:
    """Return where htmx should go. After a login, people come back to the page they were on, not to the address of the
    fragment."""
    login, page = resolve_url(settings.LOGIN_URL), _current_page(request)
    return f"{login}?{urlencode({'next': page})}" if page and urlsplit(url).path == login else url


def _current_page(request: HttpRequest) -> str:
    """Return the path of the page that htmx reports; empty if that is not a page of this site."""
    try:
        return request.htmx.current_url_abs_path or ""  # type: ignore[attr-defined]
    except ValueError:
        return ""


def _is_for_accounts(request: HttpRequest) -> bool:
    name = getattr(request.resolver_match, "url_name", None) or ""
    return name in FOR_ACCOUNTS or name.startswith("mfa_")
