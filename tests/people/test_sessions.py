"""The list of sessions, and ending them."""

from allauth.usersessions.models import UserSession
from django.test import Client

from games.models import Token, User
from games.people import tokens as programs
from games.templatetags.people import browser
from games.wording.people import confirmation
from tests.people.conftest import PASSWORD, log_in

PHONE = (
    "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Mobile Safari/537.36"
)
DESK = "Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0"


def on_a(agent: str) -> Client:
    return log_in(Client(headers={"user-agent": agent}), "Ann")


def test_the_list_names_browsers_in_words_and_marks_this_one(ann: User) -> None:
    on_a(PHONE)
    page = on_a(DESK).get("/account/sessions/").content.decode()
    assert "Chrome on Android" in page
    assert 'Firefox on Linux <span class="badge good">this device</span>' in page


def test_the_first_name_that_fits_wins() -> None:
    assert browser(DESK) == "Firefox on Linux"
    assert browser("Mozilla/5.0 (Windows NT 10.0) Chrome/131 Safari/537 Edg/131") == "Edge on Windows"
    assert (
        browser("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604")
        == "Safari on an iPhone"
    )
    assert browser("curl/8") == "A program"


def test_one_browser_is_logged_out_from_another(ann: User) -> None:
    phone, desk = on_a(PHONE), on_a(DESK)
    session = UserSession.objects.get(user_agent=PHONE)
    desk.post(f"/me/sessions/{session.pk}/end/")
    assert phone.get("/me/").status_code == 302
    assert desk.get("/me/").status_code == 200


def test_people_cannot_end_the_sessions_of_others(ann: User, guest: Client) -> None:
    desk = on_a(DESK)
    session = UserSession.objects.get(user=ann)
    assert guest.post(f"/me/sessions/{session.pk}/end/").status_code == 404
    assert desk.get("/me/").status_code == 200


def test_all_other_browsers_are_logged_out_at_once(ann: User) -> None:
    phone, desk = on_a(PHONE), on_a(DESK)
    desk.post("/account/sessions/")
    assert phone.get("/me/").status_code == 302
    assert desk.get("/me/").status_code == 200


def test_log_out_everywhere_includes_this_browser(ann: User) -> None:
    phone, desk = on_a(PHONE), on_a(DESK)
    answer = desk.post("/me/sessions/end/", follow=True)
    assert confirmation("sessions_ended") in answer.content.decode()
    assert phone.get("/me/").status_code == desk.get("/me/").status_code == 302
    assert not UserSession.objects.exists()


def test_log_out_everywhere_revokes_tokens_and_says_so_beforehand(ann: User) -> None:
    desk = on_a(DESK)
    assert "for programs" not in desk.get("/account/sessions/").content.decode()
    programs.make_token(ann, "my bot", "play")
    assert "also revokes your 1 token for programs" in desk.get("/account/sessions/").content.decode()
    desk.post("/me/sessions/end/")
    assert not Token.objects.exists()


def test_a_new_password_from_a_guest_becoming_an_account_keeps_one_session(guest: Client, gus: User) -> None:
    guest.post("/account/signup/", {"username": "Gus", "password1": PASSWORD})
    page = guest.get("/account/sessions/")
    assert page.context["session_count"] == 1
    assert UserSession.objects.filter(user=gus).count() == 1
