"""Turns a visitor into a guest: the only way to log in without an account."""

from allauth.usersessions.models import UserSession
from django.contrib.auth import login
from django.http import HttpRequest

from games.people import browsers, host_bans, services

BACKEND = "django.contrib.auth.backends.ModelBackend"


def log_in_guest(request: HttpRequest) -> None:
    """Create a guest and log them in, unless this browser is banned."""
    browsers.check(request)
    guest = services.create_guest()
    login(request, guest, backend=BACKEND)
    UserSession.objects.create_from_request(request)
    browsers.note(request, guest)
    if browser := browsers.digest_of(request):
        host_bans.repeat(guest, browser)
