"""Ways to a table: the list, a code, Quick match and Play now."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries
from pytest_django import Settings as SiteSettings

from games.engine import Rules
from games.lobby.services import Settings, open_table
from games.lobby.services.opponents import FIRST, LEVELS
from games.lobby.services.seats import FILLING
from games.models import Table, User, Visibility
from games.presence import services as presence
from games.wording.lobby import refusal
from tests.conftest import Player
from tests.lobby.conftest import Tables, clean_up

PUBLIC = {"visibility": Visibility.PUBLIC}


@pytest.fixture
def reader(db: None) -> Client:
    return Client()


def listed(reader: Client, query: str = "") -> str:
    return reader.get(f"/tables/{query}").content.decode()


def test_only_public_and_open_tables_are_in_the_list(
    tables: Tables, ann: Player, bob: Player, cleo: Player, dan: Player, reader: Client
) -> None:
    tables(ann, **PUBLIC)
    tables(bob)
    tables(cleo, visibility="password", password="sesame")
    tables(dan, **PUBLIC).press(dan, "close")
    page = listed(reader)
    assert "1 table<" in page
    assert "Ann’s table" in page
    for name in ("Bob", "Cleo", "Dan"):
        assert f"{name}’s table" not in page


def test_an_empty_list_says_what_to_do(reader: Client) -> None:
    page = listed(reader)
    assert 'class="empty' in page
    assert 'action="/tables/quick/"' in page


def test_a_list_without_what_was_looked_for_leads_to_all_tables(tables: Tables, ann: Player, reader: Client) -> None:
    tables(ann, **PUBLIC)
    assert "Show all open tables" in listed(reader, "?deck=flip")
    assert "Show all open tables" not in listed(reader)


def test_the_list_is_filtered_by_deck_rules_and_free_seats(
    tables: Tables, ann: Player, bob: Player, cleo: Player, reader: Client
) -> None:
    tables(ann, rules=Rules.preset("Party"), **PUBLIC)
    tables(bob, rules=Rules.preset("Flip"), **PUBLIC)
    full = tables(cleo, rules=Rules(hand_size=5), seats=2, seats_may_be_taken_over=False, **PUBLIC)
    full.press(cleo, "bot", seat="1", bot="Easy")
    shown = {
        "?deck=flip": {"Bob"},
        "?rules=Party": {"Ann"},
        "?rules=Changed+rules": {"Cleo"},
        "?free=1": {"Ann", "Bob"},
        "?deck=classic&free=1": {"Ann"},
        "?deck=tarot&rules=nobody&free=x": {"Ann", "Bob", "Cleo"},
    }
    for query, names in shown.items():
        page = listed(reader, query)
        assert {name for name in ("Ann", "Bob", "Cleo") if f"{name}’s table" in page} == names, query


def test_a_hundred_tables_are_listed_with_a_handful_of_queries(
    ann: Player, reader: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for n in range(120):
        open_table(User.objects.create_user(f"Host {n}"), Rules(), Settings(visibility=Visibility.PUBLIC))
    with django_assert_max_num_queries(4):
        page = listed(reader)
    assert page.count('class="entry"') == 100
    assert "120 tables&#32;· showing the first 100" in page


@pytest.mark.parametrize("shape", ["{}", " {} ", "http://cards.example/t/{}/", "UPPER", "SPACED"])
def test_a_code_is_found_however_it_is_typed(tables: Tables, ann: Player, reader: Client, shape: str) -> None:
    table = tables(ann)
    typed = {"UPPER": table.code.upper(), "SPACED": f"{table.code[:4]} {table.code[4:]}"}.get(shape)
    answer = reader.get("/join/", {"code": typed or shape.format(table.code)})
    assert answer["Location"] == table.path


def test_an_empty_code_is_refused(reader: Client) -> None:
    answer = reader.get("/join/", {"code": " "})
    assert answer.status_code == 404
    assert refusal("code_missing", count=8) in answer.content.decode()


@pytest.mark.parametrize("code", ["nothing", "a" * 500, "../me", "\x00", "١٢٣", "<b>"])
def test_an_unknown_code_is_refused_next_to_the_field(reader: Client, code: str) -> None:
    answer = reader.get("/join/", {"code": code})
    assert answer.status_code == 404
    assert answer.context["problem"] == refusal("code_unknown", code=code[:20], count=8)


# --- quick match


def quick(player: Player, **sent: Any) -> Any:
    answer = player.client.post("/tables/quick/", sent, follow=True)
    return answer.redirect_chain[-1][0]


def test_quick_match_joins_the_fullest_fitting_table_and_is_ready(
    tables: Tables, ann: Player, bob: Player, cleo: Player, dan: Player
) -> None:
    tables(ann, **PUBLIC)
    fuller = tables(bob, seated=[cleo], **PUBLIC)
    assert quick(dan) == fuller.path
    assert fuller.sitters == ["0 Bob", "1 Cleo", "2 Dan"]
    assert fuller.ready == ["Dan"]


def test_quick_match_passes_by_tables_that_do_not_fit(
    tables: Tables, ann: Player, bob: Player, cleo: Player, dan: Player, invite: Callable[..., Player]
) -> None:
    playing = tables(ann, seated=[bob], ready=True, **PUBLIC)
    playing.press(ann, "start")
    private, banned = tables(cleo), tables(cleo, **PUBLIC)
    banned.press(dan, "watch")
    banned.press(cleo, "ban", person=str(dan.user.pk))
    full = tables(cleo, seats=2, seated=[invite("Eve")], **PUBLIC)
    other = tables(cleo, rules=Rules.preset("Flip"), **PUBLIC)
    taken = {table.path for table in (playing, private, banned, full, other)}
    assert quick(dan, deck="classic") not in taken
    assert quick(dan, rules="Flip") == other.path


def test_quick_match_skips_a_table_that_all_players_have_left(tables: Tables, ann: Player, dan: Player) -> None:
    table = tables(ann, **PUBLIC)
    presence.depart(table.code, ann.user.pk)
    assert quick(dan) != table.path


def test_quick_match_opens_a_table_that_bots_fill_if_no_one_waits(dan: Player) -> None:
    quick(dan)
    table = Table.objects.get()
    assert table.visibility == Visibility.PUBLIC
    assert table.bots_fill_at
    clean_up(table.bots_fill_at.replace(year=2020))
    assert table.places.count() == 1
    clean_up(table.bots_fill_at)
    assert [place.bot for place in table.places.all()] == ["", *FILLING[:3]]
    assert table.games.count() == 1


def test_quick_match_leads_to_the_table_that_you_host(tables: Tables, ann: Player) -> None:
    table = tables(ann, **PUBLIC)
    presence.depart(table.code, ann.user.pk)
    assert quick(ann) == table.path
    assert Table.objects.count() == 1


def test_people_who_come_before_the_bots_play_together(ann: Player, bob: Player) -> None:
    assert quick(ann) == quick(bob)
    table = Table.objects.get()
    assert table.bots_fill_at
    clean_up(table.bots_fill_at)
    assert [place.name for place in table.places.all()][:2] == ["Ann", "Bob"]
    assert table.games.count() == 1


# --- play now


def test_play_now_starts_a_game_with_one_click(reader: Client) -> None:
    answer = reader.post("/play/", follow=True)
    table = Table.objects.get()
    assert answer.redirect_chain[-1][0] == f"/t/{table.code}/game/"
    assert answer.status_code == 200
    assert [place.bot for place in table.places.all()] == ["", *LEVELS[FIRST]]
    assert Rules.from_json(table.rules) == Rules.preset("House", score_limit="one_round")


def test_play_now_comes_back_to_the_game_that_is_running(reader: Client) -> None:
    reader.post("/play/")
    reader.post("/play/")
    assert Table.objects.count() == 1
    assert Table.objects.get().games.count() == 1


def test_play_now_leaves_tables_with_friends_alone(tables: Tables, ann: Player, bob: Player) -> None:
    table = tables(ann, seated=[bob])
    ann.client.post("/play/")
    assert table.games == 0
    assert Table.objects.count() == 2


@pytest.mark.parametrize(("settings", "hidden"), [
    ({"visibility": "public"}, False), ({"visibility": "link"}, True),
    ({"visibility": "password", "password": "x"}, True),
])  # fmt: skip
def test_search_engines_are_asked_to_leave_out_tables_that_are_not_public(
    tables: Tables, ann: Player, client: Client, settings: SiteSettings, hidden: bool
) -> None:
    table = tables(ann, **settings)
    for page in (ann.client.get(table.path), client.get(table.path)):
        assert (page.get("X-Robots-Tag") == "noindex") is hidden
        assert ('name="robots" content="noindex"' in page.content.decode()) is hidden
