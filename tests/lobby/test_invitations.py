"""Invitations: who can be invited by whom, where they appear, and what accepting and declining does."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.lobby import services
from games.lobby.services import invitations
from games.models import Game, Invitation, Mute, Place, Visit
from games.people.invitations import pending
from games.table import services as play
from games.wording.lobby import confirmation, refusal
from tests.conftest import Player
from tests.lobby.conftest import HTMX, LobbyTable, Tables

pytestmark = pytest.mark.once


@pytest.fixture
def played(tables: Tables, ann: Player, bob: Player) -> LobbyTable:
    """Ann and Bob have played together, at a table that Ann has closed since."""
    table = tables(ann, seated=[bob], ready=True)
    table.press(ann, "start")
    play.abandon(table.table)
    services.close(table.code, ann.user)
    return table


def offered(table: LobbyTable, player: Player) -> list[str]:
    return [one.name for one in services.companions(table.table, player.user)]


def invited(player: Player) -> list[str]:
    return [one.name for one in pending(player.user)]


@pytest.mark.usefixtures("played")
def test_an_invitation_leads_from_the_home_page_to_the_table(tables: Tables, ann: Player, bob: Player) -> None:
    table = tables(ann)
    assert offered(table, ann) == ["Bob"]
    assert 'id="invite-' in table.shows(ann)
    assert confirmation("invited", name="Bob") in table.says(ann, "invite", person=str(bob.user.pk))
    assert invited(bob) == ["Ann"]
    assert f"{table.path}accept/" in bob.client.get("/").content.decode()
    response = table.press(bob, "accept", headers={})
    assert response["Location"] == table.path
    assert (invited(bob), Visit.objects.filter(person=bob.user).count()) == ([], 1)
    assert "Bob" in table.shows(ann)


@pytest.mark.usefixtures("played")
def test_htmx_marks_an_invited_person_at_once(tables: Tables, ann: Player, bob: Player) -> None:
    table = tables(ann)
    content = table.press(ann, "invite", headers=HTMX, person=str(bob.user.pk)).content.decode()
    assert 'id="companions" hx-swap-oob="morph"' in content
    assert "invited</span>" in content
    assert 'id="invite-' not in content


@pytest.mark.usefixtures("played")
def test_an_invitation_opens_a_table_with_a_password(tables: Tables, ann: Player, bob: Player, cleo: Player) -> None:
    table = tables(ann, visibility="password", password="sesame")
    table.press(ann, "invite", person=str(bob.user.pk))
    table.press(bob, "accept")
    services.sit(table.code, bob.user)
    assert table.sitters == ["0 Ann", "1 Bob"]
    assert refusal("not_invited") in table.says(cleo, "accept")
    assert not Visit.objects.filter(person=cleo.user).exists()


@pytest.mark.usefixtures("played")
def test_a_declined_invitation_is_gone(tables: Tables, ann: Player, bob: Player, cleo: Player) -> None:
    table = tables(ann)
    table.press(ann, "invite", person=str(bob.user.pk))
    table.press(cleo, "decline")
    assert invited(bob) == ["Ann"]
    assert table.press(bob, "decline", headers={})["Location"] == "/"
    assert invited(bob) == []
    assert refusal("not_invited") in table.says(bob, "accept")


@pytest.mark.usefixtures("played")
def test_sitting_down_answers_an_invitation(tables: Tables, ann: Player, bob: Player) -> None:
    table = tables(ann)
    table.press(ann, "invite", person=str(bob.user.pk))
    services.sit(table.code, bob.user)
    assert not Invitation.objects.exists()
    assert offered(table, ann) == []


@pytest.mark.usefixtures("played")
def test_only_people_who_have_played_with_the_player_can_be_invited(
    tables: Tables, ann: Player, bob: Player, cleo: Player
) -> None:
    table = tables(ann)
    for wanted in (cleo.user.pk, ann.user.pk, 0, 10**12):
        assert refusal("not_played_with") in table.says(ann, "invite", person=str(wanted))
    assert refusal("no_such_person") in table.says(ann, "invite", person="Bob")
    assert not Invitation.objects.exists()


@pytest.mark.usefixtures("played")
def test_only_people_with_a_seat_invite(tables: Tables, ann: Player, bob: Player, cleo: Player) -> None:
    table = tables(cleo)
    services.watch(table.code, ann.user)
    assert refusal("not_seated") in table.says(ann, "invite", person=str(bob.user.pk))
    assert 'id="companions"' not in table.shows(ann)
    locked = tables(cleo, visibility="password", password="sesame")
    locked.press(ann, "invite", person=str(bob.user.pk))
    assert not Invitation.objects.exists()


@pytest.mark.usefixtures("played")
@pytest.mark.parametrize("what", ["invite", "accept", "decline"])
def test_strangers_are_sent_to_log_in(tables: Tables, ann: Player, client: Client, what: str) -> None:
    response = tables(ann).press(client, what, headers={}, person="1")
    assert (response.status_code, response["Location"].partition("?")[0]) == (302, "/account/login/")


@pytest.mark.usefixtures("played")
def test_a_person_who_is_banned_is_neither_offered_nor_let_in(tables: Tables, ann: Player, bob: Player) -> None:
    table = tables(ann)
    table.press(ann, "invite", person=str(bob.user.pk))
    services.watch(table.code, bob.user)
    services.ban(table.code, ann.user, bob.user.pk)
    assert (offered(table, ann), invited(bob)) == ([], [])
    table.press(bob, "accept")
    assert not Visit.objects.filter(person=bob.user).exists()
    assert refusal("not_played_with") in table.says(ann, "invite", person=str(bob.user.pk))


@pytest.mark.usefixtures("played")
def test_people_whom_the_staff_has_banned_are_not_offered(tables: Tables, ann: Player, bob: Player) -> None:
    bob.user.banned_until = timezone.now() + timedelta(days=1)
    bob.user.save()
    assert offered(tables(ann), ann) == []


@pytest.mark.usefixtures("played")
def test_a_person_who_has_muted_the_player_is_not_bothered(tables: Tables, ann: Player, bob: Player) -> None:
    table = tables(ann)
    Mute.objects.create(person=bob.user, other=ann.user)
    assert confirmation("invited", name="Bob") in table.says(ann, "invite", person=str(bob.user.pk))
    assert invited(bob) == []


@pytest.mark.usefixtures("played")
def test_invitations_to_closed_tables_are_not_shown(tables: Tables, ann: Player, bob: Player) -> None:
    table = tables(ann)
    table.press(ann, "invite", person=str(bob.user.pk))
    services.close(table.code, ann.user)
    assert invited(bob) == []
    assert table.press(bob, "accept", headers={})["Location"] == "/"


@pytest.mark.usefixtures("played")
def test_a_table_has_only_so_many_invitations(
    tables: Tables, ann: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(invitations, "MOST_AT_TABLE", 0)
    table = tables(ann)
    assert refusal("too_many_invitations", count=0) in table.says(ann, "invite", person=str(bob.user.pk))


@pytest.mark.usefixtures("played")
def test_a_second_invitation_changes_nothing(tables: Tables, ann: Player, bob: Player) -> None:
    table = tables(ann)
    for _ in range(2):
        table.press(ann, "invite", person=str(bob.user.pk))
    assert Invitation.objects.count() == 1


def test_the_most_recent_companions_come_first(tables: Tables, ann: Player, bob: Player, cleo: Player) -> None:
    for other in (bob, cleo, bob):
        table = tables(ann, seated=[other], ready=True)
        table.press(ann, "start")
        play.abandon(table.table)
    assert Game.objects.count() == 3
    Place.objects.all().delete()
    assert offered(tables(ann), ann) == ["Bob", "Cleo"]
