"""The page of e-mail addresses: that of django-allauth, which says nothing when it does nothing."""

from typing import Any, cast

from allauth.account.models import EmailAddress
from allauth.account.views import EmailView
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from games.wording.people import refusal


class Emails(EmailView):
    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if "action_add" in request.POST:
            return cast(HttpResponse, super().post(request, *args, **kwargs))
        problem = _problem(request)
        response = redirect("account_email") if problem else super().post(request, *args, **kwargs)
        if not problem and "action_send" in request.POST and not self._did_send_verification_email:
            problem = refusal("sent_already")
        if problem:
            messages.error(request, problem)
        return cast(HttpResponse, response)


def _problem(request: HttpRequest) -> str:
    """Return why nothing can be done with the chosen address, or an empty string."""
    addresses = {address.email: address for address in EmailAddress.objects.filter(user_id=request.user.pk)}
    chosen = addresses.get(request.POST.get("email", ""))
    if chosen is None:
        return refusal("no_address_chosen")
    return refusal("confirmed_already") if chosen.verified and "action_send" in request.POST else ""


emails = Emails.as_view()
