"""The pages of a running game: who gets which response."""

import re
import threading
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from games.chat.reactions import buttons
from games.engine import Refused
from games.models import Entry, User, Visibility, Watching
from games.table.pov import Preferences, pieces
from games.table.prompts import KEYS
from games.wording.access import REASONS
from games.wording.refusals import sentence
from games.wording.table import REFUSALS
from tests.live_site import ROOT
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


def test_a_player_sees_their_hand_and_their_legal_moves(start_game: type[RunningTable]) -> None:
    table = start_game(["Ann", "Bob"])
    page = client_of(table.people[table.current_player]).get(f"/t/{table.code}/game/")
    assert page.status_code == 200
    html = page.content.decode()
    assert f'value="{table.any_move()}"' in html
    assert "no-store" in page["Cache-Control"]


def test_the_help_names_every_key(start_game: type[RunningTable]) -> None:
    table = start_game(["Ann", "Bob"])
    html = client_of(table.people["Ann"]).get(f"/t/{table.code}/game/").content.decode()
    templates = "".join(path.read_text() for path in (ROOT / "templates" / "fragments").iterdir())
    pressing = {*re.findall('aria-keyshortcuts="([a-z?])"', templates + html), *KEYS.values()}
    reactions = {reaction.key for reaction in buttons()}
    assert {"?", "c", "m", "u"} < pressing
    assert pressing - reactions <= set(re.findall("<kbd>(.)</kbd>", html))


def test_a_viewer_without_a_seat_sees_the_table_and_no_hand(start_game: type[RunningTable]) -> None:
    table = start_game(["Ann", "Bob"])
    html = client_of(User.objects.create_user("Dan")).get(f"/t/{table.code}/game/").content.decode()
    assert 'id="hand"' in html
    assert 'value="play ' not in html


@pytest.mark.parametrize("options", [{"watching": Watching.NOBODY}, {"visibility": Visibility.PASSWORD}])
def test_an_outsider_is_redirected_from_the_game_to_the_lobby(start_game: type[RunningTable], options: Any) -> None:
    table = start_game(["Ann", "Bob"], **options)
    for client in (client_of(User.objects.create_user("Dan")), Client()):
        answer = client.get(f"/t/{table.code}/game/")
        assert (answer.status_code, answer["Location"]) == (302, f"/t/{table.code}/?stay")
        assert client.get(answer["Location"]).status_code == 200
    assert client_of(table.people["Ann"]).get(f"/t/{table.code}/game/").status_code == 200


def test_an_unknown_table_is_a_404_with_a_message(client: Client, django_user_model: type[User]) -> None:
    client.force_login(django_user_model.objects.create_user("Ann"))
    answer = client.get("/t/nowhere2/game/")
    assert answer.status_code == 404
    assert REASONS["no_table"] in answer.content.decode()


@pytest.mark.parametrize("card", ["R1", "B7", "W"])
def test_a_list_that_would_uncover_the_draw_pile_is_refused(start_game: type[RunningTable], card: str) -> None:
    table = start_game(["Ann", "Bob"])
    mover = table.people[table.current_player]
    answer = post(client_of(mover), table, f"draw, play {card}, draw").content.decode()
    assert "what comes before it uncovers cards" in answer
    assert table.now.version == 1


def test_a_click_is_answered_with_the_fragments_of_the_table(start_game: type[RunningTable]) -> None:
    table = start_game(["Ann", "Bob"])
    answer = post(client_of(table.people[table.current_player]), table, table.any_move())
    assert answer.status_code == 200
    html = answer.content.decode()
    assert 'id="hand"' in html
    assert 'data-version="2"' in html
    assert "<html" not in html
    assert len(answer.content) < 24_000


def test_a_refused_move_is_answered_with_a_message_and_the_current_table(start_game: type[RunningTable]) -> None:
    table = start_game(["Ann", "Bob"])
    other = "Bob" if table.current_player == "Ann" else "Ann"
    answer = post(client_of(table.people[other]), table, "draw")
    assert answer.status_code == 409
    seats = [sitter.name for sitter in table.now.sitters]
    refused = Refused("priority", "not_your_turn", seat=table.now.state.turn, decision="turn")
    assert sentence(refused, seats) in answer.content.decode()
    assert 'id="hand"' in answer.content.decode()


def test_an_outdated_move_is_a_409_with_the_current_table(start_game: type[RunningTable]) -> None:
    table = start_game(["Ann", "Bob"])
    answer = post(client_of(table.people[table.current_player]), table, table.any_move(), version=0)
    assert answer.status_code == 409
    assert REFUSALS["stale"] in answer.content.decode()


def test_without_javascript_a_click_leads_back_to_the_page(start_game: type[RunningTable]) -> None:
    table = start_game(["Ann", "Bob"])
    client = client_of(table.people[table.current_player])
    answer = post(client, table, table.any_move(), htmx=False)
    assert (answer.status_code, answer["Location"]) == (302, f"/t/{table.code}/game/")
    assert table.now.version == 2


@pytest.mark.parametrize("version", ["", "abc", "-1", "9" * 40, "1.5"])
def test_an_invalid_version_counts_as_outdated(start_game: type[RunningTable], version: int | None) -> None:
    table = start_game(["Ann", "Bob"])
    assert post(client_of(table.people[table.current_player]), table, table.any_move(), version).status_code == 409


def test_a_move_of_a_viewer_without_a_seat_is_refused(start_game: type[RunningTable]) -> None:
    table = start_game(["Ann", "Bob"])
    answer = post(client_of(User.objects.create_user("Dan")), table, table.any_move())
    assert answer.status_code == 403
    assert REASONS["not_playing"] in answer.content.decode()


@pytest.mark.django_db(transaction=True)
def test_thirty_identical_requests_at_once_are_one_move(start_game: type[RunningTable]) -> None:
    table = start_game(["Ann", "Bob"])
    person, move, version = table.people[table.current_player], table.any_move(), table.now.version
    answers = []

    def click(client: Client) -> None:
        client.raise_request_exception = False
        try:
            # As the page does, send it again when the server is too busy: so many clicks share its few connections.
            while (status := post(client, table, move, version, key="one-click").status_code) == 503:
                pass
            answers.append(status)
        finally:
            connection.close()

    clicks = [threading.Thread(target=click, args=(client_of(person),)) for _ in range(30)]
    for thread in clicks:
        thread.start()
    for thread in clicks:
        thread.join()
    assert answers == [200] * 30
    assert Entry.objects.filter(game=table.game).count() == 2


def test_a_response_contains_only_what_has_changed(start_game: type[RunningTable]) -> None:
    table = start_game(["Ann", "Bob"])
    before, mover = table.now, table.current_player
    seat = table.seat(mover)
    html = post(client_of(table.people[mover]), table, "draw").content.decode()
    old, new = (pieces(seen, seat, Preferences()) for seen in (before, table.now))
    assert all((piece in html) == (piece != old.get(name)) for name, piece in new.items() if name != "message")
    assert old["end"] == new["end"]  # so that a part of the page did not change


def test_a_call_from_an_outdated_page_is_answered_with_the_whole_table(start_game: type[RunningTable]) -> None:
    table = start_game(["Ann", "Bob"])
    client = client_of(table.people[table.current_player])
    post(client, table, "draw")
    html = post(client, table, "accuse 1", version=1).content.decode()
    assert all(f'id="{name}"' in html for name in ("hand", "pile", "seats", "end"))


def test_the_code_in_the_address_of_a_game_may_be_in_capitals(start_game: type[RunningTable]) -> None:
    table = start_game(["Ann", "Bob"])
    ann = client_of(table.people["Ann"])
    assert ann.get(f"/t/{table.code.upper()}/game/").status_code == 200
    assert Client().get(f"/t/{table.code.upper()}/game/")["Location"] == f"/t/{table.code}/?stay"
