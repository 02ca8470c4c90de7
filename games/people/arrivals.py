"""How a visitor becomes a guest: the one way in without an account."""

from allauth.usersessions.models import UserSession
from django.contrib.auth import login
from django.http import HttpRequest

from games.people import browsers, host_bans, services

BACKEND = "django.contrib.auth.backends.ModelBackend"


def welcome(request: HttpRequest) -> None:
    """Log a new guest in, unless this browser is banned."""
    browsers.check(request)
    guest = services.welcome_guest()
    login(request, guest, backend=BACKEND)
    UserSession.objects.create_from_request(request)
    browsers.note(request, guest)
    if browser := browsers.digest_of(request):
        host_bans.repeat(guest, browser)
