"""The pages to log in and sign up: django-allauth's views, extended for guests."""

from typing import Any, cast

from allauth.account.utils import get_login_redirect_url
from allauth.account.views import LoginView, SignupView
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.utils.decorators import method_decorator

from games.bans import people as bans
from games.people import browsers
from games.people.errors import NameTaken


def is_guest(request: HttpRequest) -> bool:
    return getattr(request.user, "is_guest", False)


class GuestsAllowed:
    """Unlike django-allauth, redirects only people with an account away from the page, not guests."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated and not is_guest(request):
            return HttpResponseRedirect(get_login_redirect_url(request))
        browsers.check(request)
        return cast(HttpResponseBase, super().dispatch(request, *args, **kwargs))  # type: ignore[misc]


@method_decorator(login_not_required, name="dispatch")
class LogIn(GuestsAllowed, LoginView):
    def form_valid(self, form: Any) -> HttpResponse:
        """Log the guest out first: a second step would otherwise take the guest for the person who logs in. If that
        person is banned, the guest stays logged in."""
        bans.check_not_banned(form.user)
        if is_guest(self.request):
            logout(self.request)
        return cast(HttpResponse, super().form_valid(form))


@method_decorator(login_not_required, name="dispatch")
class SignUp(GuestsAllowed, SignupView):
    def get_initial(self) -> dict[str, Any]:
        initial: dict[str, Any] = super().get_initial()
        if is_guest(self.request):
            initial["username"] = self.request.user.get_username()
        return initial

    def form_valid(self, form: Any) -> HttpResponse:
        try:
            return cast(HttpResponse, super().form_valid(form))
        except NameTaken as error:
            form.add_error("username", error)
            return cast(HttpResponse, self.form_invalid(form))


log_in = LogIn.as_view()
sign_up = SignUp.as_view()
