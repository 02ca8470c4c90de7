"""The pages at the fixed addresses of every site."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from pytest_django import Settings

from games.pages.site import NO_CONTACT
from games.people.middleware import AccessMiddleware
from games.people.request import hide_from_search
from tests.responses import find, text


def test_search_engines_are_kept_from_personal_pages(client: Client, db: None) -> None:
    answer = client.get("/robots.txt")
    assert answer["Content-Type"].startswith("text/plain")
    lines = text(answer).splitlines()
    assert lines[0] == "User-agent: *"
    assert lines[1:] == [f"Disallow: {path}" for path in ("/t/", "/api/", "/me/", "/account/", "/admin/")]


def test_the_icon_is_at_the_root_too(client: Client, db: None) -> None:
    answer: Any = client.get("/favicon.ico")
    body = b"".join(answer.streaming_content)
    assert answer["Content-Type"] == "image/x-icon"
    assert body.startswith(b"\x00\x00\x01\x00")
    assert "public" in answer["Cache-Control"]


@pytest.mark.parametrize(
    ("contact", "line"),
    [
        ("security@example.org", "Contact: mailto:security@example.org"),
        ("mailto:security@example.org", "Contact: mailto:security@example.org"),
        ("https://example.org/report", "Contact: https://example.org/report"),
    ],
)
def test_security_problems_are_reported_to_whom_the_host_names(
    client: Client, db: None, settings: Settings, contact: str, line: str
) -> None:
    settings.SECURITY_CONTACT = contact
    answer = client.get("/.well-known/security.txt")
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert text(answer).splitlines()[0] == line
    expires = datetime.fromisoformat(find(r"Expires: (\S+)", text(answer)))
    assert timedelta(days=170) < expires - datetime.now(UTC) < timedelta(days=365)


def test_without_a_contact_the_page_says_so(client: Client, db: None) -> None:
    answer = client.get("/.well-known/security.txt")
    assert answer.status_code == 404
    assert NO_CONTACT in text(answer)


def test_every_page_links_to_what_the_site_stores(client: Client, db: None) -> None:
    page = text(client.get("/privacy/"))
    for word in ("400 days", "30 days", "“browser”", "a former player"):
        assert word in page
    for path in ("/", "/account/signup/", "/tables/"):
        assert 'href="/privacy/"' in text(client.get(path))


def test_a_host_can_replace_the_text_and_nothing_in_it_is_html(
    client: Client, db: None, settings: Settings, tmp_path: Path
) -> None:
    own = tmp_path / "privacy.txt"
    own.write_text("We are a club.\nOnly members play.\r\n\r\n<script>x</script>\n\n\n", encoding="utf-8")
    settings.PRIVACY_FILE = str(own)
    page = text(client.get("/privacy/"))
    assert "<p>We are a club.<br>Only members play.</p>" in page
    assert "<p>&lt;script&gt;x&lt;/script&gt;</p>" in page
    assert "400 days" not in page


def test_a_page_can_be_hidden_from_search_engines(db: None) -> None:
    request = RequestFactory().get("/t/abc/")

    def page(request: HttpRequest) -> HttpResponse:
        hide_from_search(request)
        return HttpResponse(render_to_string("base.html", {"me": None}, request))

    request.user = AnonymousUser()
    answer = AccessMiddleware(page)(request)
    assert answer["X-Robots-Tag"] == "noindex"
    assert '<meta name="robots" content="noindex">' in text(answer)


def test_other_pages_are_not_hidden(client: Client, db: None) -> None:
    answer = client.get("/")
    assert "X-Robots-Tag" not in answer
    assert 'name="robots"' not in text(answer)


def test_a_text_of_the_host_that_is_gone_gives_way_to_ours(client: Client, settings: Settings, tmp_path: Path) -> None:
    settings.PRIVACY_FILE = str(tmp_path / "gone.txt")
    answer = client.get("/privacy/")
    assert answer.status_code == 200
    assert "What we store" in answer.content.decode()
