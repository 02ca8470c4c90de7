"""What only the host does: settings, rules, removing and banning people, and passing the role on."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.bots.personas import PERSONAS
from games.engine import Rules
from games.lobby import services
from games.lobby.services.seats import FILLING
from games.lobby.snapshot import lobby
from games.models import Ban, User, Visibility, Watching
from games.table import services as play
from games.table.services import operating
from games.wording.access import REASONS
from games.wording.lobby import confirmation, notice, refusal
from tests.conftest import Player
from tests.lobby.conftest import HTMX, Tables

SETTINGS = {"seats": "4", "visibility": "link", "watching": "hidden", "pace": "natural"}
LEAVE = "Leave the table"
RULES = {"preset": "own", "base": "{}"}


def test_a_removed_player_loses_the_seat_and_reads_why(tables: Tables, ann: Player, bob: Player) -> None:
    table = tables(ann, seated=[bob])
    table.press(ann, "kick", person=str(bob.user.pk))
    assert table.sitters == ["0 Ann"]
    assert notice("kicked", host="Ann", name="Bob") in table.shows(bob)
    table.press(bob, "sit")
    assert 'id="told"' not in table.shows(bob)


def test_in_a_running_game_a_bot_replaces_a_removed_player(
    tables: Tables, ann: Player, bob: Player, cleo: Player
) -> None:
    table = tables(ann, seated=[bob, cleo], ready=True)
    table.press(ann, "start")
    assert f'id="kick-{bob.user.pk}"' in ann.client.get(f"{table.path}?stay").content.decode()
    table.press(ann, "kick", person=str(bob.user.pk))
    player = table.table.games.get().players.get(seat=1)
    assert (player.person, player.bot) == (None, "Medium")
    assert player.face == PERSONAS[player.name].face
    assert table.sitters == ["0 Ann", "1 Medium", "2 Cleo"]
    assert notice("kicked", host="Ann", name="Bob") in table.shows(bob)
    watched = bob.client.get(f"{table.path}game/").content.decode()
    assert "You are watching." in watched
    bob.client.post(reverse("come_back", args=[table.code]))
    assert table.table.games.get().players.get(seat=1).person is None


def test_a_player_who_has_left_cannot_return_after_being_removed(
    tables: Tables, ann: Player, bob: Player, cleo: Player
) -> None:
    table = tables(ann, seated=[bob, cleo], ready=True, watching=Watching.NOBODY)
    table.press(ann, "start")
    bob.client.post(reverse("leave_game", args=[table.code]))
    table.press(ann, "kick", person=str(bob.user.pk))
    player = table.table.games.get().players.get(seat=1)
    assert (player.person, player.bot, player.has_left) == (None, "Medium", False)
    bob.client.post(reverse("come_back", args=[table.code]))
    assert bob.client.get(f"{table.path}game/").status_code == 302
    assert table.table.games.get().players.get(seat=1).person is None
    assert table.sitters == ["0 Ann", "1 Medium", "2 Cleo"]


def test_a_ban_counts_for_a_new_guest_in_the_same_browser(tables: Tables, ann: Player) -> None:
    table = tables(ann)
    browser = Client()
    browser.post(f"{table.path}watch/")
    table.press(ann, "ban", person=str(User.objects.get(is_guest=True).pk))
    browser.post("/account/logout/")
    browser.post("/play/")
    assert browser.get(table.path).status_code == 403
    browser.post("/account/logout/")
    browser.post("/account/signup/", {"username": "Eve", "password1": "seven of diamonds"})
    assert browser.get("/me/").context["me"].name == "Eve"
    assert browser.get(table.path).status_code == 403
    assert Client().get(table.path).status_code == 200


def test_a_player_who_returns_during_the_ban_is_replaced_by_a_bot(
    tables: Tables, ann: Player, bob: Player, cleo: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = tables(ann, seated=[bob, cleo], ready=True)
    table.press(ann, "start")
    send_away = operating.send_away

    def returns(code: str, person: int) -> None:
        send_away(code, person)
        monkeypatch.undo()
        play.come_back(code, bob.user)

    monkeypatch.setattr(operating, "send_away", returns)
    services.ban(table.code, ann.user, bob.user.pk)
    player = table.table.games.get().players.get(person=bob.user)
    assert player.has_left
    assert player.stand_in


def test_a_banned_person_has_no_access_until_the_host_lifts_the_ban(tables: Tables, ann: Player, bob: Player) -> None:
    table = tables(ann, seated=[bob])
    table.press(ann, "ban", person=str(bob.user.pk))
    answer = bob.client.get(table.path)
    assert answer.status_code == 403
    assert "The host, Ann, has banned you" in answer.content.decode()
    for what in ("sit", "watch", "queue", "say"):
        answer = table.press(bob, what, headers=HTMX, text="hello")
        assert "banned you" in answer.content.decode()
    assert table.sitters == ["0 Ann"]
    table.press(ann, "unban", person=str(bob.user.pk))
    assert notice("unbanned", host="Ann", name="Bob") in table.shows(bob)
    table.press(bob, "sit")
    assert table.sitters == ["0 Ann", "1 Bob"]


def test_a_banned_player_leaves_the_running_game_to_a_bot(
    tables: Tables, ann: Player, bob: Player, cleo: Player
) -> None:
    table = tables(ann, seated=[bob, cleo], ready=True)
    table.press(ann, "start")
    table.press(ann, "ban", person=str(bob.user.pk))
    player = table.table.games.get().players.get(person=bob.user)
    assert player.has_left
    assert player.stand_in
    assert table.sitters == ["0 Ann", "2 Cleo"]


@pytest.mark.parametrize("what", ["kick", "ban", "unban", "host"])
@pytest.mark.parametrize("person", ["", "x", "-4", "999999", "9" * 400, "ann"])
def test_invalid_people_are_refused(tables: Tables, ann: Player, bob: Player, what: str, person: str) -> None:
    table = tables(ann, seated=[bob])
    number = str(ann.user.pk) if person == "ann" else person
    assert table.press(ann, what, headers=HTMX, person=number).status_code == 409
    assert table.sitters == ["0 Ann", "1 Bob"]
    assert table.table.host == ann.user
    assert not Ban.objects.exists()


@pytest.mark.parametrize("what", ["kick", "ban", "unban", "host", "close", "start"])
def test_only_the_host_does_what_the_host_does(tables: Tables, ann: Player, bob: Player, what: str) -> None:
    table = tables(ann, seated=[bob], ready=True)
    answer = table.press(bob, what, headers=HTMX, person=str(ann.user.pk))
    assert answer.status_code == 409
    assert refusal("host_only") in answer.content.decode()
    assert (table.sitters, table.table.host, table.games) == (["0 Ann", "1 Bob"], ann.user, 0)


@pytest.mark.parametrize("page", ["rules", "settings"])
def test_the_hosts_pages_are_not_there_for_others(tables: Tables, ann: Player, bob: Player, page: str) -> None:
    table = tables(ann, seated=[bob])
    assert bob.client.get(f"{table.path}{page}/").status_code == 404
    assert ann.client.get(f"{table.path}{page}/").status_code == 200


def test_the_role_is_passed_on_by_hand(tables: Tables, ann: Player, bob: Player) -> None:
    table = tables(ann, seated=[bob])
    table.press(ann, "host", person=str(bob.user.pk))
    assert table.table.host == bob.user
    assert table.notices[-1] == notice("made_host", host="Ann", name="Bob")
    assert refusal("host_only") in table.says(ann, "bot", seat="2", bot="Easy")


def test_changed_rules_are_marked_and_players_have_to_get_ready_again(tables: Tables, ann: Player, bob: Player) -> None:
    table = tables(ann, seated=[bob], ready=True)
    table.press(ann, "bot", seat="2", bot="Easy")
    ann.client.post(f"{table.path}rules/", RULES | {"hand_size": "5"})
    assert Rules.from_json(table.table.rules).hand_size == 5
    assert table.ready == [table.table.places.get(bot="Easy").name]
    assert "<mark>Hand size: 5 (before: 7)</mark>" in table.shows(bob)
    for player in (ann, bob):
        table.press(player, "ready", ready="yes")
    table.press(ann, "start")
    assert table.table.rules_before == ""


def test_rules_that_are_changed_back_are_not_marked(tables: Tables, ann: Player, bob: Player) -> None:
    table = tables(ann, seated=[bob])
    ann.client.post(f"{table.path}rules/", RULES | {"hand_size": "5"})
    ann.client.post(f"{table.path}rules/", {"preset": "Official", "base": table.table.rules, "hand_size": "5"})
    assert "<mark>" not in table.shows(bob)


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ({"hand_size": "0"}, "Hand size must be"),
        ({"stacking": "sideways"}, "Stacking must be"),
        ({"deck": "no_mercy"}, "for 2 to 6 players, not 8"),
        ({"base": "{"}, "cannot be read"),
    ],
)
def test_absurd_rules_change_nothing(tables: Tables, ann: Player, sent: dict[str, str], sentence: str) -> None:
    table = tables(ann, seats=8)
    answer = ann.client.post(f"{table.path}rules/", RULES | sent)
    assert answer.status_code == 422
    assert sentence in answer.content.decode()
    assert table.table.rules == "{}"


def test_rules_stay_as_they_are_while_a_game_runs(tables: Tables, ann: Player, bob: Player) -> None:
    table = tables(ann, seated=[bob], ready=True)
    table.press(ann, "start")
    answer = ann.client.post(f"{table.path}rules/", RULES | {"hand_size": "5"})
    assert refusal("game_running") in answer.content.decode()
    assert table.table.rules == "{}"


def test_changed_settings_are_announced(tables: Tables, ann: Player, bob: Player) -> None:
    table = tables(ann, seated=[bob])
    ann.client.post(f"{table.path}settings/", SETTINGS | {"watching": "open", "seats": "6"})
    assert (table.table.watching, table.table.seats) == ("open", 6)
    assert table.notices[-1] == notice("settings_changed", host="Ann")


def test_with_fewer_seats_players_move_up(tables: Tables, ann: Player, bob: Player) -> None:
    table = tables(ann, seats=6)
    table.press(bob, "sit", seat="5")
    ann.client.post(f"{table.path}settings/", SETTINGS | {"seats": "2"})
    assert table.sitters == ["0 Ann", "1 Bob"]


def test_a_table_cannot_have_fewer_seats_than_players(tables: Tables, ann: Player, bob: Player, cleo: Player) -> None:
    table = tables(ann, seated=[bob, cleo])
    answer = ann.client.post(f"{table.path}settings/", SETTINGS | {"seats": "2"})
    assert refusal("too_many_seated", count=3) in answer.content.decode()
    assert 'aria-invalid="true"' in answer.content.decode()
    assert table.table.seats == 4


# --- passwords


def names_ann(page: str) -> bool:
    """Whether the name stands in a page as a word; the letters alone may come by chance in a token."""
    return re.search(r"\bAnn\b", page) is not None


def test_behind_a_password_nothing_is_seen_until_it_is_given(tables: Tables, ann: Player, bob: Player) -> None:
    table = tables(ann, visibility="password", password="sesame")
    page = table.shows(bob)
    assert 'name="password"' in page
    assert not names_ann(page)
    for what in ("sit", "watch", "queue", "say"):
        answer = table.press(bob, what, headers=HTMX, text="hello").content.decode()
        assert REASONS["password"] in answer
        assert not names_ann(answer)
    assert table.sitters == ["0 Ann"]
    assert table.press(bob, "password", password="sesame").status_code == 200
    table.press(bob, "sit")
    assert table.sitters == ["0 Ann", "1 Bob"]


def test_guessing_passwords_is_slow(tables: Tables, ann: Player, bob: Player, stopped_limits: None) -> None:
    table = tables(ann, visibility="password", password="sesame")
    answers = [table.press(bob, "password", password=str(n)).status_code for n in range(8)]
    assert answers == [403] * 6 + [429] * 2
    assert "has a password" in table.shows(bob)


def test_all_who_have_no_seat_must_enter_a_new_password(tables: Tables, ann: Player, bob: Player, dan: Player) -> None:
    table = tables(ann, visibility="password", password="sesame")
    for player in (bob, dan):
        table.press(player, "password", password="sesame")
    table.press(bob, "sit")
    ann.client.post(f"{table.path}settings/", SETTINGS | {"visibility": "password", "password": "thyme"})
    assert "Ann’s table" in table.shows(bob)
    assert "has a password" in table.shows(dan)


def test_the_password_stays_when_the_field_is_left_empty(tables: Tables, ann: Player, bob: Player) -> None:
    table = tables(ann, visibility="password", password="sesame")
    ann.client.post(f"{table.path}settings/", SETTINGS | {"visibility": "password", "seats": "5"})
    services.give_password(table.code, bob.user, "sesame", ["person 1"])
    assert table.table.seats == 5


def test_who_closes_a_table_reads_that_it_is_closed(tables: Tables, ann: Player) -> None:
    assert confirmation("closed") in tables(ann).says(ann, "close")


def test_every_page_says_that_a_table_is_closed(tables: Tables, ann: Player, bob: Player) -> None:
    table = tables(ann, visibility=Visibility.PUBLIC, seated=[bob])
    table.press(ann, "close")
    for answer in (bob.client.get(table.path), table.press(bob, "ready", ready="yes"), table.press(ann, "start")):
        assert answer.status_code == 404
        assert refusal("closed") in answer.content.decode()


def test_every_page_says_that_a_code_does_not_exist(ann: Player) -> None:
    for answer in (ann.client.get("/t/abcdefgh/"), ann.client.post("/t/abcdefgh/sit/")):
        assert answer.status_code == 404
        assert refusal("no_table") in answer.content.decode()


def test_the_lobby_says_in_sentences_what_differs_from_official(tables: Tables, ann: Player) -> None:
    table = tables(ann)
    assert "The printed rules of the classic game" in table.shows(ann)
    assert 'href="/rules/"' in table.shows(ann)
    ann.client.post(f"{table.path}rules/", RULES | {"stacking": "same"})
    page = table.shows(ann)
    assert "A draw card may be answered with one of the same kind." in page
    assert 'href="/rules/?stacking=same" target="_blank"' in page


def test_a_host_without_other_people_is_asked_for_bots_and_not_whether_they_are_ready(
    tables: Tables, ann: Player, bob: Player
) -> None:
    table = tables(ann, seats=4)
    page = table.shows(ann)
    assert page.count("Fill the free seats with bots") == 1
    assert page.index("Fill the free seats with bots") < page.index('aria-label="Seats"')
    assert "Start the game" not in page
    table.press(ann, "bot", bot="Easy", seat=2)
    page = table.shows(ann)
    assert "The bots are ready" in page
    assert page.index('aria-label="Seats"') < page.index("Fill the free seats with bots")
    assert not {"I am ready", "Not ready", "not ready"} & set(words(page))
    table.press(bob, "sit")
    page = table.shows(ann)
    assert {"I am ready", "not ready"} <= set(words(page))
    assert "The bots are ready" not in page


def test_a_host_says_that_they_are_ready_where_the_game_starts_by_itself(tables: Tables, ann: Player) -> None:
    table = tables(ann, visibility="public", starts_by_itself=True)
    assert {"I am ready", "not ready"} <= set(words(table.shows(ann)))


def test_the_menu_of_bots_begins_with_the_weakest(tables: Tables, ann: Player) -> None:
    found = lobby(tables(ann).code)
    assert found
    levels = [level for _, _, level in found.known_bots]
    assert levels == sorted(levels)
    assert levels[0] < levels[-1]


def words(page: str) -> list[str]:
    """The texts between the tags of a page."""
    return [text.strip() for text in re.findall(r">([^<>]+)<", page)]


def test_the_host_fills_all_free_seats_with_bots(tables: Tables, ann: Player, bob: Player) -> None:
    table = tables(ann, seated=[bob], seats=6)
    assert refusal("host_only") in table.says(bob, "fill")
    assert "Fill the free seats with bots" not in table.shows(bob)
    assert "Fill the free seats with bots" in table.shows(ann)
    table.press(ann, "fill")
    assert [place.bot for place in table.table.places.order_by("number")] == ["", "", *FILLING]
    assert "Fill the free seats with bots" not in table.shows(ann)
    for player in (ann, bob):
        table.press(player, "ready", ready="yes")
    table.press(ann, "start")
    assert refusal("game_running") in table.says(ann, "fill")


def test_only_who_is_at_a_table_and_not_in_its_game_is_offered_to_leave_it(
    tables: Tables, ann: Player, bob: Player, dan: Player
) -> None:
    table = tables(ann, seated=[bob], ready=True)
    assert [LEAVE in table.shows(player) for player in (ann, bob, dan)] == [True, True, False]
    table.press(dan, "watch")
    assert LEAVE in table.shows(dan)
    table.press(ann, "start")
    bob.client.post(reverse("leave_game", args=[table.code]))
    assert [LEAVE in table.shows(player) for player in (ann, bob, dan)] == [False, False, True]


def test_who_was_ready_reads_that_the_rules_have_changed(tables: Tables, ann: Player, bob: Player) -> None:
    table = tables(ann, seated=[bob])
    table.press(bob, "ready", ready="yes")
    services.change_rules(table.code, ann.user, Rules.preset("House"))
    assert "The rules have changed" in table.shows(bob)
