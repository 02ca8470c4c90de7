"""The pages on which people change their name, avatar and preferences."""

import xml.etree.ElementTree as ElementTree

import pytest
from django.test import Client

from games.models import User
from games.people import avatars, services
from games.wording.people import confirmation, refusal
from tests.responses import text

HTMX = {"hx-request": "true"}
SETTINGS = {
    "theme": "dark",
    "table_theme": "felt",
    "card_back": "stars",
    "motion": "still",
    "hand_order": "number",
    "sound": "on",
    "confirm_play": "on",
}  # not auto_answer


def test_a_guest_chooses_another_name(guest: Client, gus: User) -> None:
    answer = guest.post("/me/name/", {"name": " Ada  B. "}, follow=True)
    assert confirmation("renamed", name="Ada B.") in text(answer)
    assert User.objects.get().name == "Ada B."


def test_with_htmx_the_form_and_the_header_are_answered(guest: Client, gus: User) -> None:
    answer = guest.post("/me/name/", {"name": "Ada"}, headers=HTMX)
    assert text(answer).lstrip().startswith('<form id="name"')
    assert "Saved." in text(answer)
    assert 'id="who" href="/me/" hx-swap-oob="true"' in text(answer)


@pytest.mark.parametrize("headers", [{}, HTMX])
@pytest.mark.parametrize(
    ("name", "sentence"), [("ANN", refusal("name_taken")), ("a<b", "Names are made"), ("", "required")]
)
def test_a_bad_name_is_refused_and_changes_nothing(
    guest: Client, gus: User, ann: User, name: str, sentence: str, headers: dict[str, str]
) -> None:
    answer = guest.post("/me/name/", {"name": name}, headers=headers)
    assert answer.status_code == 422
    assert sentence in text(answer)
    assert User.objects.get(pk=gus.pk).name == gus.name
    # The header goes on saying who one is, not what one tried to be called.
    assert answer.context["me"].name == gus.name


def test_too_many_names_in_a_minute_are_refused_as_a_fragment_for_htmx(guest: Client, gus: User) -> None:
    answers = [guest.post("/me/name/", {"name": f"Ada {n}"}, headers=HTMX) for n in range(11)]
    assert answers[-1].status_code == 429
    assert text(answers[-1]).strip().startswith('<div class="notice error">')


def test_a_new_avatar_is_another_image(guest: Client, gus: User) -> None:
    answer = guest.post("/me/face/", headers=HTMX)
    person = User.objects.get()
    assert person.face != gus.face
    assert text(answer).count(f"/faces/{person.face}.svg") == 2  # in the form and in the header
    assert guest.post("/me/face/")["Location"] == "/me/"


def test_a_word_always_gives_the_same_avatar() -> None:
    assert avatars.render("ann") == avatars.render("ann")
    assert len({avatars.render(f"player {n}") for n in range(200)}) > 150


def test_an_avatar_is_plain_svg_without_scripts_and_external_files() -> None:
    for n in range(300):
        for element in ElementTree.fromstring(avatars.render(f"w{n}")).iter():  # noqa: S314 – rendered by ourselves
            assert element.tag.split("}")[1] in {"svg", "g", "path", "rect", "circle"}
            assert not {"style", "href", "onload"} & set(element.attrib)


def test_avatars_are_public_and_cached_for_good(db: None) -> None:
    answer = Client().get("/faces/abc123.svg")
    assert answer["Content-Type"] == "image/svg+xml"
    assert answer["Content-Security-Policy"] == "default-src 'none'"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert "immutable" in answer["Cache-Control"]
    assert "public" in answer["Cache-Control"]
    assert "Cookie" not in answer.get("Vary", "")


def test_preferences_are_kept_and_the_page_follows_them(guest: Client, gus: User) -> None:
    guest.post("/me/preferences/", SETTINGS)
    person = User.objects.get()
    kept = {preference: getattr(person, preference) for preference in services.PREFERENCES}
    assert kept == {
        "theme": "dark",
        "table_theme": "felt",
        "card_back": "stars",
        "motion": "still",
        "sound": True,
        "color_symbols": False,
        "hand_order": "number",
        "card_hints": False,
        "confirm_play": True,
        "auto_answer": False,
    }
    look = 'data-theme="dark" data-motion="still" data-table="felt" data-back="stars"'
    assert f'<html lang="en" {look}>' in text(guest.get("/me/"))


def test_a_new_player_has_symbols_and_hints_and_no_sound(gus: User) -> None:
    assert (gus.color_symbols, gus.card_hints, gus.auto_answer) == (True, True, True)
    assert (gus.sound, gus.confirm_play) == (False, False)


def test_an_unknown_preference_is_refused_and_nothing_is_kept(guest: Client, gus: User) -> None:
    answer = guest.post("/me/preferences/", {**SETTINGS, "theme": "pink"})
    assert answer.status_code == 422
    assert "pink is not one of the available choices" in text(answer)
    assert User.objects.get().motion == "system"


def test_preferences_cannot_smuggle_in_rights(guest: Client, gus: User) -> None:
    guest.post("/me/preferences/", {**SETTINGS, "is_staff": "on", "is_superuser": "on", "is_guest": "", "name": "Root"})
    person = User.objects.get()
    assert (person.is_staff, person.is_superuser, person.is_guest, person.name) == (False, False, True, gus.name)


def test_htmx_requests_of_a_logged_out_person_lead_to_the_login_and_back(db: None) -> None:
    headers = {**HTMX, "hx-current-url": "http://testserver/me/preferences/"}
    answer = Client().post("/me/preferences/", SETTINGS, headers=headers)
    assert answer["HX-Redirect"] == "/account/login/?next=%2Fme%2Fpreferences%2F"
