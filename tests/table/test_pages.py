"""The pages of a running game, from outside: what is answered to whom."""

import threading
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from games.models import Entry, User, Visibility, Watching
from games.table.pov import Preferences, pieces
from tests.table.conftest import RunningTable


def client_of(person: User) -> Client:
    client = Client()
    client.force_login(person)
    return client


def post(
    client: Client, table: RunningTable, move: str, version: int | None = None, key: str = "", htmx: bool = True
) -> Any:
    version = table.now.version if version is None else version
    headers = {"HX-Request": "true"} if htmx else {}
    sent = {"move": move, "version": version, "key": key}
    return client.post(f"/t/{table.code}/act/", sent, headers=headers)


def test_a_player_sees_the_own_hand_and_the_moves_there_are(stage: type[RunningTable]) -> None:
    table = stage(["Ann", "Bob"])
    page = client_of(table.people[table.on_turn]).get(f"/t/{table.code}/game/")
    assert page.status_code == 200
    html = page.content.decode()
    assert f'value="{table.any_move()}"' in html
    assert "no-store" in page["Cache-Control"]


def test_whoever_watches_sees_the_table_and_no_hand(stage: type[RunningTable]) -> None:
    table = stage(["Ann", "Bob"])
    html = client_of(User.objects.create_user("Dan")).get(f"/t/{table.code}/game/").content.decode()
    assert "You are watching." in html
    assert 'value="play ' not in html


@pytest.mark.parametrize("options", [{"watching": Watching.NOBODY}, {"visibility": Visibility.PASSWORD}])
def test_an_outsider_gets_from_the_game_to_the_table_s_own_page(stage: type[RunningTable], options: Any) -> None:
    table = stage(["Ann", "Bob"], **options)
    for client in (client_of(User.objects.create_user("Dan")), Client()):
        answer = client.get(f"/t/{table.code}/game/")
        assert (answer.status_code, answer["Location"]) == (302, f"/t/{table.code}/?stay")
        assert client.get(answer["Location"]).status_code == 200
    assert client_of(table.people["Ann"]).get(f"/t/{table.code}/game/").status_code == 200


def test_an_unknown_table_is_a_404_in_a_sentence(client: Client, django_user_model: type[User]) -> None:
    client.force_login(django_user_model.objects.create_user("Ann"))
    answer = client.get("/t/nowhere2/game/")
    assert answer.status_code == 404
    assert "There is no such table" in answer.content.decode()


def test_a_click_is_answered_with_the_fragments_of_the_table(stage: type[RunningTable]) -> None:
    table = stage(["Ann", "Bob"])
    answer = post(client_of(table.people[table.on_turn]), table, table.any_move())
    assert answer.status_code == 200
    html = answer.content.decode()
    assert 'id="hand"' in html
    assert 'data-version="2"' in html
    assert "<html" not in html
    assert len(answer.content) < 24_000


def test_a_refused_move_is_answered_with_a_sentence_and_the_fresh_table(stage: type[RunningTable]) -> None:
    table = stage(["Ann", "Bob"])
    other = "Bob" if table.on_turn == "Ann" else "Ann"
    answer = post(client_of(table.people[other]), table, "draw")
    assert answer.status_code == 409
    assert f"Not your turn: it is {table.on_turn}’s turn." in answer.content.decode()
    assert 'id="hand"' in answer.content.decode()


def test_a_stale_click_is_a_409_with_the_fresh_table(stage: type[RunningTable]) -> None:
    table = stage(["Ann", "Bob"])
    answer = post(client_of(table.people[table.on_turn]), table, table.any_move(), version=0)
    assert answer.status_code == 409
    assert "changed meanwhile" in answer.content.decode()


def test_without_javascript_a_click_leads_back_to_the_page(stage: type[RunningTable]) -> None:
    table = stage(["Ann", "Bob"])
    client = client_of(table.people[table.on_turn])
    answer = post(client, table, table.any_move(), htmx=False)
    assert (answer.status_code, answer["Location"]) == (302, f"/t/{table.code}/game/")
    assert table.now.version == 2


@pytest.mark.parametrize("version", ["", "abc", "-1", "9" * 40, "1.5"])
def test_a_nonsense_version_is_only_stale(stage: type[RunningTable], version: int | None) -> None:
    table = stage(["Ann", "Bob"])
    assert post(client_of(table.people[table.on_turn]), table, table.any_move(), version).status_code == 409


def test_a_watcher_who_posts_a_move_is_told_to_watch(stage: type[RunningTable]) -> None:
    table = stage(["Ann", "Bob"])
    answer = post(client_of(User.objects.create_user("Dan")), table, table.any_move())
    assert answer.status_code == 403
    assert "only watching" in answer.content.decode()


@pytest.mark.django_db(transaction=True)
def test_thirty_identical_posts_at_once_are_one_move(stage: type[RunningTable]) -> None:
    table = stage(["Ann", "Bob"])
    person, move, version = table.people[table.on_turn], table.any_move(), table.now.version
    answers = []

    def click(client: Client) -> None:
        try:
            answers.append(post(client, table, move, version, key="one-click").status_code)
        finally:
            connection.close()

    clicks = [threading.Thread(target=click, args=(client_of(person),)) for _ in range(30)]
    for thread in clicks:
        thread.start()
    for thread in clicks:
        thread.join()
    assert answers == [200] * 30
    assert Entry.objects.filter(game=table.game).count() == 2


def test_an_answer_holds_what_has_changed_and_nothing_else(stage: type[RunningTable]) -> None:
    table = stage(["Ann", "Bob"])
    before, mover = table.now, table.on_turn
    seat = table.seat(mover)
    html = post(client_of(table.people[mover]), table, "draw").content.decode()
    old, new = (pieces(seen, seat, Preferences()) for seen in (before, table.now))
    assert all((piece in html) == (piece != old[name]) for name, piece in new.items() if name != "said")
    assert old["end"] == new["end"]  # so that something had not changed


def test_a_call_from_an_older_page_is_answered_with_the_whole_table(stage: type[RunningTable]) -> None:
    table = stage(["Ann", "Bob"])
    client = client_of(table.people[table.on_turn])
    post(client, table, "draw")
    html = post(client, table, "accuse 1", version=1).content.decode()
    assert all(f'id="{name}"' in html for name in ("hand", "pile", "seats", "end"))


def test_the_page_of_a_game_is_found_under_its_code_in_capitals(stage: type[RunningTable]) -> None:
    table = stage(["Ann", "Bob"])
    ann = client_of(table.people["Ann"])
    assert ann.get(f"/t/{table.code.upper()}/game/").status_code == 200
    assert Client().get(f"/t/{table.code.upper()}/game/")["Location"] == f"/t/{table.code}/?stay"
