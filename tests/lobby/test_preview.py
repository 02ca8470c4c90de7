"""Messengers show a table by its picture: who invites, its rules and its seats; only to those who may see the table."""

from io import BytesIO

import pytest
from django.core.cache import caches
from django.core.cache.backends.locmem import LocMemCache
from django.test import Client
from PIL import Image

from games.engine import Rules
from games.lobby import services, snapshot
from games.lobby.views.preview import invitation_to
from games.models import Table, Visibility
from games.pictures import invitation
from tests.conftest import Player
from tests.lobby.conftest import LobbyTable, Tables

pytestmark = pytest.mark.once


def picture_of(table: LobbyTable, client: Client | None = None) -> bytes:
    answer = (client or Client()).get(f"{table.path}preview.png")
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")
    return bytes(answer.content)


def test_a_link_has_a_picture_for_those_who_are_not_logged_in(tables: Tables, ann: Player) -> None:
    table = tables(ann)
    found = Image.open(BytesIO(picture_of(table)))
    assert found.size == (1200, 630)


def test_the_page_names_its_picture_and_describes_it(tables: Tables, ann: Player) -> None:
    table = tables(ann, Rules.preset("House"))
    page = Client().get(table.path).content.decode()
    assert f'content="http://testserver{table.path}preview.png?{table.table.version}"' in page
    assert "House, Classic deck, 4 seats." in page
    assert "The table of Ann: its rules, and the players in their seats." in page
    assert Client().get(f"{table.path}preview.png?{table.table.version}").status_code == 200


def test_other_pages_have_the_picture_of_the_site(tables: Tables, ann: Player) -> None:
    assert "/static/img/share" in Client().get("/").content.decode()


def test_it_changes_with_the_seats(tables: Tables, ann: Player, bob: Player) -> None:
    table = tables(ann)
    before = picture_of(table)
    table.press(bob, "sit")
    assert picture_of(table) != before


def test_it_is_rendered_once_per_version(tables: Tables, ann: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    table, calls = tables(ann), []

    def render(found: invitation.Invitation) -> bytes:
        calls.append(found)
        return b"picture"

    caches["pictures"].clear()
    monkeypatch.setattr(invitation, "render", render)
    assert [picture_of(table), picture_of(table)] == [b"picture"] * 2
    assert len(calls) == 1


def test_it_shows_names_rules_and_free_seats(tables: Tables, ann: Player, bob: Player) -> None:
    table = tables(ann, Rules.preset("House"), seated=[bob])
    table.press(ann, "bot", seat="2", bot="Hard")
    shown = invitation_to(snapshot.build(table.table))
    assert shown.title == "Ann invites you to play"
    assert shown.rules == "House – Classic deck, 4 seats"
    assert [bool(seat.avatar) for seat in shown.seats] == [True, True, True, False]
    assert [seat.name for seat in shown.seats][:2] == ["Ann", "Bob"]
    assert len(shown.details) == 3
    assert shown.details[-1] == "and 4 more rules"


def test_official_rules_need_no_details(tables: Tables, ann: Player) -> None:
    assert invitation_to(snapshot.build(tables(ann).table)).details == ()


def test_a_host_whose_name_cannot_be_written_is_not_named(tables: Tables, ann: Player) -> None:
    ann.user.name = "日本"
    ann.user.save()
    assert invitation_to(snapshot.build(tables(ann).table)).title == "You are invited to play"


def test_a_table_with_a_password_shows_nothing_to_strangers(tables: Tables, ann: Player) -> None:
    table = tables(ann, visibility=Visibility.PASSWORD, password="open sesame")
    assert Client().get(f"{table.path}preview.png").status_code == 404
    assert picture_of(table, ann.client)


def test_there_is_none_of_a_table_that_is_closed_or_does_not_exist(tables: Tables, ann: Player) -> None:
    table = tables(ann)
    services.close(table.code, ann.user)
    assert Client().get(f"{table.path}preview.png").status_code == 404
    assert Client().get("/t/abcdefgh/preview.png").status_code == 404


def test_a_banned_person_does_not_see_it(tables: Tables, ann: Player, bob: Player) -> None:
    table = tables(ann, seated=[bob])
    table.press(ann, "ban", person=bob.user.pk)
    assert bob.client.get(f"{table.path}preview.png").status_code == 404


def test_old_pictures_do_not_fill_the_memory(tables: Tables, ann: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table has a new picture for every version."""
    table, pictures, others = tables(ann), caches["pictures"], caches["default"]
    assert isinstance(pictures, LocMemCache)
    assert isinstance(others, LocMemCache)
    monkeypatch.setattr(pictures, "_max_entries", 3)
    for number in range(8):
        Table.objects.filter(pk=table.table.pk).update(version=number)
        picture_of(table)
    assert len(vars(pictures)["_cache"]) <= 3
    assert not any(isinstance(kept, bytes) and b"PNG" in kept for kept in vars(others)["_cache"].values())
