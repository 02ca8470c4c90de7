"""The list of a person's games: its filters, its pages, and its index."""

import re
from datetime import UTC, datetime
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from games.history import lists
from games.models import Game, Player, Table
from tests.conftest import Player as Person
from tests.responses import text

pytestmark = pytest.mark.django_db


@pytest.fixture
def games(ann: Person, bob: Person) -> list[Game]:
    """Four games of Ann: against Bob or a bot, won, lost or ended early."""
    rows = [
        ("classic", "Official", bob, 1),
        ("flip", "Flip", bob, 2),
        ("classic", "", None, 1),
        ("classic", "", bob, None),
    ]
    return [add_game(ann, *row) for row in rows]


def add_game(ann: Person, deck: str, preset: str, other: Person | None, rank: int | None) -> Game:
    table = Table.objects.create(host=ann.user)
    game = Game.objects.create(
        table=table, rules="{}", state="", deck=deck, preset=preset, people=2 if other else 1, ended_at=timezone.now()
    )
    name = other.name if other else "Rita"
    Player.objects.create(game=game, seat=0, place=0, person=ann.user, name="Ann", face="a", rank=rank)
    person = other.user if other else None
    bot = "" if other else "Easy"
    Player.objects.create(game=game, seat=1, place=1, person=person, name=name, face="b", bot=bot, rank=2)
    return game


def test_a_win_of_the_bot_that_stood_in_is_listed_as_left_and_lost(games: list[Game], ann: Person) -> None:
    Player.objects.filter(game=games[0], person=ann.user).update(gave_up=True)
    listed = lists.listing(ann.user, lists.Filter(result="lost")).rows
    assert [(row.outcome, row.has_won) for row in listed] == [("2nd of 2", False), ("Left", False)]
    assert [row.outcome for row in lists.listing(ann.user, lists.Filter(result="won")).rows] == ["Won"]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("", [3, 2, 1, 0]),
        ("deck=flip", [1]),
        ("rules=Official", [0]),
        ("rules=house", [3, 2]),
        ("against=people", [3, 1, 0]),
        ("against=bots", [2]),
        ("result=won", [2, 0]),
        ("result=lost", [1]),
        ("result=unfinished", [3]),
        ("opponent=bob", [3, 1, 0]),
        ("opponent=RITA", [2]),
        ("opponent=o", [3, 1, 0]),
        ("opponent=it", [2]),
        ("opponent=_", []),
        ("opponent=Ann", []),
        ("opponent=Bob&result=won&deck=classic", [0]),
        ("deck=nonsense&rules=%00&against=x&result=x&opponent=%00&before=%00", [3, 2, 1, 0]),
    ],
)
def test_filters(games: list[Game], ann: Person, query: str, expected: list[int]) -> None:
    page = text(ann.client.get(f"/me/games/?{query}"))
    assert re.findall(r'href="/g/(\w+)/"', page) == [games[index].public_id for index in expected]


@pytest.mark.parametrize(("deck", "words"), [("flip", "Official, Flip ·"), ("", "Official ·")])
def test_a_row_names_the_rules_and_the_deck_if_it_is_known(ann: Person, bob: Person, deck: str, words: str) -> None:
    add_game(ann, deck, "Official", bob, 1)
    about = re.search('<span class="about soft">([^<]+)<', text(ann.client.get("/me/games/")))
    assert about
    assert " ".join(about[1].split()) == words


def test_only_own_games_that_are_over(games: list[Game], ann: Person, bob: Person, dan: Person) -> None:
    Game.objects.filter(pk=games[0].pk).update(ended_at=None)
    assert games[0].public_id not in text(ann.client.get("/me/games/"))
    assert games[2].public_id not in text(bob.client.get("/me/games/"))
    assert "You have not finished one yet" in text(dan.client.get("/me/games/"))
    assert Client().get("/me/games/").status_code == 302


def test_pages(games: list[Game], ann: Person, bob: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lists, "PAGE", 3)
    first = lists.listing(ann.user, lists.Filter())
    assert [row.url for row in first.rows] == [f"/g/{game.public_id}/" for game in games[:0:-1]]
    assert first.newest_url == ""
    add_game(ann, "classic", "", bob, 1)  # played meanwhile: the next page stays as it is
    second = text(ann.client.get(first.more_url))
    assert re.findall(r'href="/g/(\w+)/"', second) == [games[0].public_id]
    assert "Newest games" in second
    assert "Older games" not in second


def test_outcomes_in_words(games: list[Game], ann: Person) -> None:
    assert [row.outcome for row in lists.listing(ann.user, lists.Filter()).rows] == [
        "Ended early",
        "Won",
        "2nd of 2",
        "Won",
    ]


def test_a_filter_looks_at_a_limited_number_of_games(
    games: list[Game], ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Page by page, all games are looked at, and each is found once."""
    monkeypatch.setattr(lists, "LOOKED_AT", 2)
    first = text(ann.client.get("/me/games/?rules=Flip"))
    assert "None of these 2 games is like that. Older ones may be." in first
    found, address = [], "/me/games/?opponent=Bob"
    while address:
        page = text(ann.client.get(address))
        found += re.findall(r'href="/g/(\w+)/"', page)
        more = re.search(r'href="([^"]+)">Older games', page)
        address = unescape(more[1]) if more else ""
    assert found == [games[index].public_id for index in (3, 1, 0)]
    assert "None of your games is like that" in text(ann.client.get("/me/games/?deck=flip&result=unfinished&before=x"))


FILTERS = (
    {"deck": "flip"},
    {"rules": "Official"},
    {"rules": lists.HOUSE},
    {"against": "people"},
    {"against": "bots"},
    {"result": "won"},
    {"result": "lost"},
    {"result": "unfinished"},
    {"opponent": "Nobody"},
    {"deck": "no_mercy", "rules": "Flip", "against": "people", "result": "lost", "opponent": "Nobody"},
)


def test_no_filter_scans_all_games_of_a_person(
    games: list[Game], ann: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The index has both ends of what is looked at, however many games there are, and even if none is as wanted."""
    monkeypatch.setattr(lists, "LOOKED_AT", 100)
    add_many_games(ann, 500)
    add_many_games(bob, 1000)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
        if connection.vendor == "postgresql":  # so few rows may be read as a whole
            for way in ("seqscan", "mergejoin", "hashjoin", "sort", "bitmapscan"):
                cursor.execute(f"SET LOCAL enable_{way} = off")
    for chosen in FILTERS:
        for begun in ({}, {"before": "Ann400"}):
            wanted = lists.Filter(**chosen, **begun)
            oldest = lists._oldest_to_look_at(ann.user, wanted)
            page = lists.seats_of(ann.user, wanted, oldest)
            assert Player.objects.filter(person=ann.user, game__gte=oldest).count() == (200 if begun else 100)
            assert has_ends(page[: lists.PAGE + 1].explain(), upper=bool(begun)), (chosen, page.explain())
    assert "players_by_person" in lists.seats_of(ann.user, lists.Filter())[: lists.PAGE + 1].explain()


def has_ends(plan: str, upper: bool) -> bool:
    """Whether the index of a person's games is read from one number to another."""
    conditions = plan[plan.index("players_by_person") :].replace(" ", "").splitlines()[:2]
    line = conditions[1] if connection.vendor == "postgresql" else conditions[0]
    return "game_id>" in line and ("game_id<" in line or not upper)


def add_many_games(person: Person, count: int) -> None:
    table = Table.objects.create(host=person.user)
    now = timezone.now()
    games = Game.objects.bulk_create(
        Game(
            table=table,
            rules="{}",
            state="",
            deck="classic",
            people=1,
            ended_at=now,
            public_id=f"{person.name}{number}",
        )
        for number in range(count)
    )
    Player.objects.bulk_create(
        Player(game=game, seat=0, place=0, person=person.user, name=person.name, face="a", rank=1) for game in games
    )


def test_a_page_takes_the_same_queries_however_many_games_there_are(
    games: list[Game], ann: Person, bob: Person, django_assert_num_queries: object
) -> None:
    for _ in range(20):
        add_game(ann, "classic", "Official", bob, 1)
    with django_assert_num_queries(2):  # type: ignore[operator]
        lists.listing(ann.user, lists.Filter())


def test_the_end_is_shown_in_the_persons_zone(games: list[Game], ann: Person) -> None:
    Game.objects.update(ended_at=datetime(2026, 3, 10, 16, 30, tzinfo=UTC))
    assert "10 Mar 2026, 16:30 UTC" in text(ann.client.get("/me/games/"))
    ann.client.cookies["zone"] = "Asia/Tokyo"
    assert "11 Mar 2026, 01:30 JST" in text(ann.client.get("/me/games/"))
