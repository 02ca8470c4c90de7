"""What every page has in common."""

import hashlib
import re
from pathlib import Path

import pytest
from django.test import Client, override_settings

from games.models import User
from tests.people.conftest import log_in
from tests.responses import find

pytestmark = pytest.mark.once

STATIC = Path(__file__).parents[2] / "static"
TEMPLATES = Path(__file__).parents[2] / "templates"
HTMX = {"hx-request": "true"}


def test_vendored_files_are_exactly_what_their_list_says() -> None:
    rows = [
        line.split() for line in (STATIC / "vendor/VENDOR.txt").read_text().splitlines() if not line.startswith("#")
    ]
    assert {name for name, *_ in rows} == {path.name for path in (STATIC / "vendor").glob("*.js")}
    for name, package, version, _, digest in rows:
        assert hashlib.sha256((STATIC / "vendor" / name).read_bytes()).hexdigest() == digest, f"{package} {version}"


def test_no_template_has_inline_styles_or_scripts() -> None:
    for template in TEMPLATES.rglob("*.html"):
        words = template.read_text()
        assert not re.search(r"<style|\sstyle=|\son[a-z]+=|javascript:", words), template
        for script in re.findall(r"<script[^>]*>", words):
            assert "src=" in script or 'type="application/json"' in script, template


def test_the_front_page_has_one_big_way_in_and_says_what_this_is(stranger: Client) -> None:
    page = stranger.get("/").content.decode()
    assert re.search(
        r'<form method="post" action="/play/"[^>]*>.*<button class="button main big">Play now</button>', page
    )
    assert "A quick card game" in page
    assert page.count("Play now") == 1


def test_the_footer_says_once_who_owns_the_trademark(stranger: Client) -> None:
    page = stranger.get("/").content.decode()
    assert page.count("not affiliated with Mattel") == 1


def test_the_preview_image_of_a_link_to_the_site_exists(stranger: Client) -> None:
    page = stranger.get("/").content.decode()
    picture = find(r'og:image" content="http://testserver/static/([^"]+)"', page)
    assert (STATIC / re.sub(r"\.[0-9a-f]{12}\.", ".", picture)).exists()
    assert 'property="og:title" content="Last Card' in page


@override_settings(SITE_NAME="Kitchen Cards", CALL_WORD="Last!")
def test_the_sites_own_name_and_call_are_used_everywhere(stranger: Client) -> None:
    page = stranger.get("/").content.decode()
    assert "Kitchen Cards" in page
    assert "Call “Last!”" in page
    assert "Last Card" not in page


def test_a_page_that_is_not_there_is_in_our_look_with_a_way_on(stranger: Client) -> None:
    answer = stranger.get("/nothing/")
    assert answer.status_code == 404
    assert "There is no such page. It may have been removed." in answer.content.decode()
    assert 'class="brand"' in answer.content.decode()


def test_the_same_refusal_for_htmx_is_a_fragment(stranger: Client) -> None:
    answer = stranger.get("/nothing/", headers=HTMX)
    assert answer.status_code == 404
    assert answer.content.decode().strip().startswith('<div class="notice error">')


def test_a_form_address_opened_as_a_page_says_so_in_our_look(guest: Client) -> None:
    answer = guest.get("/me/name/")
    assert (answer.status_code, answer["Allow"]) == (405, "POST")
    assert "accepts only submitted forms" in answer.content.decode()


def test_a_form_from_another_site_is_refused(db: None) -> None:
    answer = Client(enforce_csrf_checks=True).post("/account/login/", {"login": "x", "password": "y"})
    assert answer.status_code == 403
    assert "This page was open for too long" in answer.content.decode()


@pytest.mark.parametrize("page", ["/", "/account/login/", "/account/signup/", "/account/password/reset/", "/nothing/"])
def test_no_page_of_a_package_has_its_default_design(stranger: Client, page: str) -> None:
    answer = stranger.get(page).content.decode()
    assert 'href="#main"' in answer
    assert 'class="footer"' in answer
    assert "Sign In" not in answer
    assert "Menu:" not in answer


@pytest.mark.parametrize(
    "page", ["/account/password/change/", "/account/email/", "/account/2fa/", "/account/sessions/", "/account/logout/"]
)
def test_account_pages_are_listed_among_the_persons_other_pages(logged_in: Client, page: str) -> None:
    answer = logged_in.get(page).content.decode()
    assert re.search(rf'<a href="{page}" aria-current="page">', answer)


def test_htmx_runs_no_code_from_pages_and_keeps_none_of_them(stranger: Client) -> None:
    page = stranger.get("/").content.decode()
    for setting in ('"allowEval":false', '"includeIndicatorStyles":false', '"historyCacheSize":0'):
        assert setting in page


def test_the_page_names_the_person_and_escapes_what_they_call_themselves(ann: User) -> None:
    assert '<span id="hello">Ann</span>' in log_in(Client(), "Ann").get("/me/").content.decode()
