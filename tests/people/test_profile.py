"""One's own pages: name, picture, preferences, data, and leaving."""

import json
import xml.etree.ElementTree as ElementTree

import pytest
from django.test import Client

from games.models import User
from games.people import avatars, services
from games.privacy import deletion
from tests.people.conftest import PASSWORD, log_in

HTMX = {"hx-request": "true"}
SETTINGS = {"theme": "dark", "motion": "still", "hand_order": "number", "sound": "on", "confirm_play": "on"}


def text(answer) -> str:
    return answer.content.decode()


def test_a_guest_chooses_another_name(guest, gus):
    answer = guest.post("/me/name/", {"name": " Ada  B. "}, follow=True)
    assert "You are called Ada B. now." in text(answer)
    assert User.objects.get().name == "Ada B."


def test_with_htmx_the_form_and_the_header_are_answered(guest, gus):
    answer = guest.post("/me/name/", {"name": "Ada"}, headers=HTMX)
    assert text(answer).lstrip().startswith('<form id="name"')
    assert "Saved." in text(answer)
    assert 'id="who" href="/me/" hx-swap-oob="true"' in text(answer)


@pytest.mark.parametrize("headers", [{}, HTMX])
@pytest.mark.parametrize(
    ("name", "sentence"), [("ANN", "already has that name"), ("a<b", "Names are made"), ("", "required")]
)
def test_a_bad_name_gets_a_sentence_and_changes_nothing(guest, gus, ann, name, sentence, headers):
    answer = guest.post("/me/name/", {"name": name}, headers=headers)
    assert answer.status_code == 422
    assert sentence in text(answer)
    assert User.objects.get(pk=gus.pk).name == gus.name
    # The header goes on saying who one is, not what one tried to be called.
    assert answer.context["me"].name == gus.name


def test_too_many_names_in_a_minute_are_refused_as_a_fragment_for_htmx(guest, gus):
    answers = [guest.post("/me/name/", {"name": f"Ada {n}"}, headers=HTMX) for n in range(11)]
    assert answers[-1].status_code == 429
    assert text(answers[-1]).strip().startswith('<div class="notice error">')


def test_another_picture_is_another_picture(guest, gus):
    answer = guest.post("/me/face/", headers=HTMX)
    person = User.objects.get()
    assert person.face != gus.face
    assert text(answer).count(f"/faces/{person.face}.svg") == 2  # in the form and in the header
    assert guest.post("/me/face/")["Location"] == "/me/"


def test_the_same_word_draws_the_same_picture_and_others_draw_others():
    assert avatars.draw("ann") == avatars.draw("ann")
    assert len({avatars.draw(f"player {n}") for n in range(200)}) > 150


def test_a_picture_is_plain_svg_that_runs_and_fetches_nothing():
    for n in range(300):
        for element in ElementTree.fromstring(avatars.draw(f"w{n}")).iter():  # noqa: S314 – drawn by ourselves
            assert element.tag.split("}")[1] in {"svg", "g", "path", "rect", "circle"}
            assert not {"style", "href", "onload"} & set(element.attrib)


def test_pictures_are_for_everybody_and_kept_for_ever(db):
    answer = Client().get("/faces/abc123.svg")
    assert answer["Content-Type"] == "image/svg+xml"
    assert answer["Content-Security-Policy"] == "default-src 'none'"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert "immutable" in answer["Cache-Control"]
    assert "public" in answer["Cache-Control"]
    assert "Cookie" not in answer.get("Vary", "")


def test_preferences_are_kept_and_the_page_follows_them(guest, gus):
    guest.post("/me/preferences/", SETTINGS)
    person = User.objects.get()
    kept = {preference: getattr(person, preference) for preference in services.PREFERENCES}
    assert kept == {
        "theme": "dark",
        "motion": "still",
        "sound": True,
        "color_symbols": False,
        "hand_order": "number",
        "card_hints": False,
        "confirm_play": True,
    }
    assert '<html lang="en" data-theme="dark" data-motion="still">' in text(guest.get("/me/"))


def test_a_new_player_sees_symbols_and_hints_and_hears_nothing(gus):
    assert (gus.color_symbols, gus.card_hints, gus.sound, gus.confirm_play) == (True, True, False, False)


def test_an_unknown_preference_is_refused_and_nothing_is_kept(guest, gus):
    answer = guest.post("/me/preferences/", {**SETTINGS, "theme": "pink"})
    assert answer.status_code == 422
    assert "pink is not one of the available choices" in text(answer)
    assert User.objects.get().motion == "system"


def test_preferences_cannot_smuggle_in_rights(guest, gus):
    guest.post("/me/preferences/", {**SETTINGS, "is_staff": "on", "is_superuser": "on", "is_guest": "", "name": "Root"})
    person = User.objects.get()
    assert (person.is_staff, person.is_superuser, person.is_guest, person.name) == (False, False, True, gus.name)


def test_the_download_holds_everything_but_secrets(at_home, ann):
    answer = at_home.get("/me/data/last-card-my-data.json")
    about = json.loads(answer.content)
    assert answer["Content-Disposition"].startswith("attachment")
    assert (about["name"], about["guest"]) == ("Ann", False)
    assert about["sessions"][0]["ip"] == "127.0.0.1"
    assert set(about["preferences"]) == set(services.PREFERENCES)
    assert ann.password not in text(answer)


def test_the_download_is_ones_own_and_never_cached(guest, gus, ann):
    answer = guest.get("/me/data/last-card-my-data.json")
    assert json.loads(answer.content)["name"] == gus.name
    assert answer["Cache-Control"] == "no-store"
    assert Client().get("/me/data/last-card-my-data.json").status_code == 302


def test_an_account_is_deleted_with_its_password_and_every_session_ends(at_home, ann):
    elsewhere = log_in(Client(), "Ann")
    wrong = at_home.post("/me/delete/", {"password": "guess"})
    assert "Nothing was deleted" in text(wrong)
    answer = at_home.post("/me/delete/", {"password": PASSWORD}, follow=True)
    assert "Goodbye" in text(answer)
    assert not User.objects.exists()
    assert at_home.get("/me/").status_code == elsewhere.get("/me/").status_code == 302


def test_a_guest_is_deleted_with_a_tick_and_not_without(guest, gus):
    assert guest.post("/me/delete/", {}).status_code == 422
    guest.post("/me/delete/", {"sure": "on"})
    assert not User.objects.exists()


def test_guessing_the_password_of_an_open_browser_is_slowed_down(at_home, ann):
    answers = [at_home.post("/me/delete/", {"password": "guess"}) for _ in range(7)]
    assert answers[-1].status_code == 429
    assert User.objects.exists()


def test_a_deleted_name_is_free_again(guest, gus):
    deletion.delete(gus)
    assert services.free_name(gus.name) == gus.name


def test_a_fragment_for_somebody_who_was_logged_out_leads_to_the_door_and_back(db):
    headers = {**HTMX, "hx-current-url": "http://testserver/me/preferences/"}
    answer = Client().post("/me/preferences/", SETTINGS, headers=headers)
    assert answer["HX-Redirect"] == "/account/login/?next=%2Fme%2Fpreferences%2F"
