"""Log in and sign up: django-allauth's own views, open to guests too."""

from typing import Any, cast

from allauth.account.utils import get_login_redirect_url
from allauth.account.views import LoginView, SignupView
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.utils.decorators import method_decorator

from games.bans import people as bans
from games.people import browsers, services


def is_guest(request: HttpRequest) -> bool:
    return getattr(request.user, "is_guest", False)


class AccountsPassBy:
    """Somebody with an account has nothing to do here; a guest is welcome."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated and not is_guest(request):
            return HttpResponseRedirect(get_login_redirect_url(request))
        browsers.check(request)
        return cast(HttpResponseBase, super().dispatch(request, *args, **kwargs))  # type: ignore[misc]


@method_decorator(login_not_required, name="dispatch")
class LogIn(AccountsPassBy, LoginView):
    def form_valid(self, form: Any) -> HttpResponse:
        """The guest leaves first: a second step would otherwise take the guest for the one who is logged in. Somebody
        who is banned stays the guest."""
        bans.check_not_banned(form.user)
        if is_guest(self.request):
            logout(self.request)
        return cast(HttpResponse, super().form_valid(form))


@method_decorator(login_not_required, name="dispatch")
class SignUp(AccountsPassBy, SignupView):
    def get_initial(self) -> dict[str, Any]:
        initial: dict[str, Any] = super().get_initial()
        if is_guest(self.request):
            initial["username"] = self.request.user.get_username()
        return initial

    def form_valid(self, form: Any) -> HttpResponse:
        try:
            return cast(HttpResponse, super().form_valid(form))
        except services.NameTaken as taken:
            form.add_error("username", taken)
            return cast(HttpResponse, self.form_invalid(form))


log_in = LogIn.as_view()
sign_up = SignUp.as_view()
