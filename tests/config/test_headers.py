"""Security headers, and cookies with and without TLS."""

import subprocess
import sys
from pathlib import Path

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import path

from config.urls import urlpatterns
from tests.conftest import Player

ROOT = Path(__file__).resolve().parents[2]


def policy(answer: object) -> dict[str, list[str]]:
    words = [part.split() for part in answer["Content-Security-Policy"].split(";")]  # type: ignore[index]
    return {name: values for name, *values in words}


@pytest.mark.django_db
@pytest.mark.parametrize("page", ["/", "/healthz", "/nowhere"])
def test_every_answer_is_locked_down(page: str) -> None:
    answer = Client().get(page)
    assert policy(answer)["default-src"] == ["'none'"]
    assert policy(answer)["script-src"] == policy(answer)["style-src"] == ["'self'"]
    assert policy(answer)["frame-ancestors"] == ["'none'"]
    assert "unsafe" not in answer["Content-Security-Policy"]
    assert answer["X-Frame-Options"] == "DENY"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Referrer-Policy"] == "same-origin"
    assert answer["Cross-Origin-Opener-Policy"] == "same-origin"
    assert answer["Cross-Origin-Resource-Policy"] == "same-origin"
    assert "geolocation=()" in answer["Permissions-Policy"]


def test_a_page_for_a_person_is_never_cached(ann: Player) -> None:
    assert "no-store" in ann.client.get("/").headers["Cache-Control"]


def anything(request: HttpRequest) -> HttpResponse:
    return HttpResponse("a page")


urlpatterns = [*urlpatterns, path("anything", anything)]


@override_settings(ROOT_URLCONF=__name__)
def test_a_view_requires_a_login_unless_it_says_otherwise(ann: Player) -> None:
    assert ann.client.get("/anything").status_code == 200
    answer = Client().get("/anything")
    assert answer.status_code == 302
    assert "next=/anything" in answer["Location"]


COOKIES = """
from django.conf import settings as s
print(s.SESSION_COOKIE_NAME, s.CSRF_COOKIE_NAME, s.SESSION_COOKIE_SECURE, s.CSRF_COOKIE_SECURE,
      s.SESSION_COOKIE_HTTPONLY, s.CSRF_COOKIE_HTTPONLY, s.SESSION_COOKIE_SAMESITE, s.SECURE_SSL_REDIRECT,
      s.SECURE_HSTS_SECONDS)
"""


@pytest.mark.once
def test_under_tls_cookies_are_locked_to_the_host() -> None:
    said = settings_of({"ALLOWED_HOSTS": "cards.example.org"})
    assert said == "__Host-session __Host-csrf True True True True Lax True 2592000"


@pytest.mark.once
@pytest.mark.parametrize("hosts", ["192.168.1.20", "localhost", "cards.local"])
def test_in_a_home_network_cookies_work_without_tls(hosts: str) -> None:
    assert settings_of({"ALLOWED_HOSTS": hosts}) == "session csrf False False True True Lax False 0"


def settings_of(environment: dict[str, str]) -> str:
    key = {"SECRET_KEY": "aB3-x" * 12, "DJANGO_SETTINGS_MODULE": "config.settings"}
    done = subprocess.run(
        [sys.executable, "-c", COOKIES], env=key | environment, cwd=ROOT, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()
