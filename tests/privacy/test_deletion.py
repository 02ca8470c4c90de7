"""People delete their accounts, and what others share with them stays without their name."""

from django.test import Client

from games.fields import FORMER_PLAYER
from games.lobby import services
from games.models import User
from games.people.services import free_name
from games.privacy import deletion
from games.wording.people import confirmation, refusal
from tests.conftest import Player
from tests.lobby.conftest import Tables

PASSWORD = "a good long password"


def test_an_account_is_deleted_with_its_password_and_every_session_ends(ann: Player) -> None:
    elsewhere = Client()
    elsewhere.post("/account/login/", {"login": "Ann", "password": PASSWORD})
    wrong = ann.client.post("/me/delete/", {"password": "guess"})
    assert refusal("wrong_deletion_password") in wrong.content.decode()
    answer = ann.client.post("/me/delete/", {"password": PASSWORD}, follow=True)
    assert confirmation("deleted") in answer.content.decode()
    assert not User.objects.exists()
    assert ann.client.get("/me/").status_code == elsewhere.get("/me/").status_code == 302


def test_a_guest_is_deleted_only_with_the_checkbox(guest: Client, gus: User) -> None:
    assert guest.post("/me/delete/", {}).status_code == 422
    guest.post("/me/delete/", {"sure": "on"})
    assert not User.objects.exists()


def test_guessing_the_password_of_an_open_browser_is_limited(ann: Player) -> None:
    answers = [ann.client.post("/me/delete/", {"password": "guess"}) for _ in range(7)]
    assert answers[-1].status_code == 429
    assert User.objects.exists()


def test_a_deleted_name_is_free_again(gus: User) -> None:
    deletion.delete(gus)
    assert free_name(gus.name) == gus.name


def test_a_deleted_person_leaves_a_free_seat_and_no_name(tables: Tables, ann: Player, bob: Player) -> None:
    table = tables(ann, seated=[bob])
    services.say(table.code, bob.user, "Good evening")
    bob.client.post("/me/delete/", {"password": PASSWORD})
    assert table.sitters == ["0 Ann"]
    assert "Good evening" not in table.shows(ann)
    assert FORMER_PLAYER in table.shows(ann)
