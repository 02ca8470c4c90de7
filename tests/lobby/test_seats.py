"""In the lobby: seats, bots, ready marks, the start, watching and waiting."""

import pytest
from django.test import Client

from games.bots import BOTS
from games.engine import Rules
from games.lobby import services
from games.models import Game, Visit
from games.table import services as play
from tests.lobby.conftest import HTMX


def test_a_link_leads_a_visitor_to_a_seat_and_a_name_in_one_step(tables, ann):
    table = tables(ann)
    stranger = Client()
    assert "Take a seat" in table.shows(stranger)
    page = table.press(stranger, "sit").content.decode()
    guest = table.table.places.get(number=1).person
    assert guest.is_guest
    assert guest.name in page
    assert "Are you ready?" in page


def test_a_visitor_in_a_live_page_is_led_to_a_fresh_one(tables, ann):
    table = tables(ann)
    answer = table.press(Client(), "sit", headers=HTMX)
    assert answer["HX-Redirect"] == table.path


def test_people_choose_and_change_their_seats(tables, ann, bob):
    table = tables(ann)
    table.press(bob, "sit", seat="3")
    assert table.sitters == ["0 Ann", "3 Bob"]
    table.press(bob, "sit", seat="1")
    assert table.sitters == ["0 Ann", "1 Bob"]


def test_a_person_has_one_place_at_a_table(tables, ann, bob):
    table = tables(ann, seated=[bob])
    table.press(bob, "sit")
    table.press(bob, "sit", seat="2")
    assert table.sitters == ["0 Ann", "2 Bob"]


def test_a_taken_seat_is_told_in_a_sentence(tables, ann, bob, cleo):
    table = tables(ann, seated=[bob])
    assert "Bob was quicker: that seat is taken." in table.says(cleo, "sit", seat="1")
    assert table.sitters == ["0 Ann", "1 Bob"]


@pytest.mark.parametrize("seat", ["4", "99", "-1", "x", "", "9" * 500, "\x00"])
def test_a_seat_that_does_not_exist_is_refused(tables, ann, bob, seat):
    table = tables(ann)
    assert "There is no such seat" in table.says(bob, "sit", seat=seat)
    assert table.sitters == ["0 Ann"]


def test_the_host_adds_changes_and_removes_every_bot_in_any_seat(tables, ann):
    table = tables(ann, seats=2)
    for name in BOTS:
        table.press(ann, "bot", seat="1", bot=name)
        assert table.sitters == ["0 Ann", f"1 {name}"]
    table.press(ann, "bot", seat="1", bot="")
    assert table.sitters == ["0 Ann"]


def test_two_bots_of_one_kind_have_two_names(tables, ann):
    table = tables(ann)
    table.press(ann, "bot", seat="1", bot="Hard")
    table.press(ann, "bot", seat="2", bot="Hard")
    assert table.sitters == ["0 Ann", "1 Hard", "2 Hard 2"]


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ({"seat": "1", "bot": "Skynet"}, "There is no such bot"),
        ({"seat": "9", "bot": "Hard"}, "There is no such seat"),
        ({"seat": "0", "bot": "Hard"}, "Somebody sits there"),
        ({"seat": "2", "bot": ""}, "No bot sits there any more"),
    ],
)
def test_a_bot_that_cannot_sit_there_is_refused(tables, ann, sent, sentence):
    table = tables(ann)
    assert sentence in table.says(ann, "bot", **sent)
    assert table.sitters == ["0 Ann"]


def test_only_the_host_deals_with_bots(tables, ann, bob):
    table = tables(ann, seated=[bob])
    assert "Only the host" in table.says(bob, "bot", seat="2", bot="Hard")
    assert table.sitters == ["0 Ann", "1 Bob"]


def test_a_person_takes_a_bots_seat_where_that_is_allowed(tables, ann, bob, cleo):
    free, kept = tables(ann, seats=2), tables(ann, seats=2, seats_may_be_taken_over=False)
    for table in (free, kept):
        table.press(ann, "bot", seat="1", bot="Easy")
    free.press(bob, "sit")
    assert free.sitters == ["0 Ann", "1 Bob"]
    assert "bots keep their seats" in kept.says(cleo, "sit", seat="1")
    assert kept.sitters == ["0 Ann", "1 Easy"]


def test_the_host_starts_when_everybody_is_ready(tables, ann, bob):
    table = tables(ann, seated=[bob])
    assert "Not everybody is ready: Bob." in table.says(ann, "start")
    assert table.games == 0
    table.press(bob, "ready", ready="yes")
    answer = table.press(ann, "start")
    assert answer.redirect_chain[-1][0] == f"{table.path}game/"
    assert table.games == 1


def test_only_the_host_starts(tables, ann, bob):
    table = tables(ann, seated=[bob], ready=True)
    assert "Only the host" in table.says(bob, "start")
    assert table.games == 0


def test_nobody_plays_alone(tables, ann):
    table = tables(ann)
    assert "A game needs two players" in table.says(ann, "start")
    assert table.games == 0


def test_a_second_start_says_that_the_game_is_running(tables, ann, bob):
    table = tables(ann, seated=[bob], ready=True)
    table.press(ann, "start")
    answer = table.press(ann, "start", headers=HTMX)
    assert answer.status_code == 409
    assert "already started" in answer.content.decode()
    assert table.games == 1


def test_a_full_table_starts_by_itself_when_it_is_set_so(tables, ann, bob):
    table = tables(ann, seats=2, starts_by_itself=True)
    table.press(ann, "ready", ready="yes")
    table.press(bob, "sit")
    assert table.games == 0
    table.press(bob, "ready", ready="yes")
    assert table.games == 1


def test_a_full_table_waits_for_its_host_when_it_is_not(tables, ann, bob):
    table = tables(ann, seats=2, seated=[bob], ready=True)
    assert table.games == 0


def test_everybody_at_a_table_goes_along_when_the_game_starts(tables, ann, bob):
    table = tables(ann, seated=[bob], ready=True)
    answer = table.press(ann, "start", headers=HTMX).content.decode()
    assert f'data-go="{table.path}game/"' in answer
    assert bob.client.get(table.path)["Location"] == f"{table.path}game/"


@pytest.mark.parametrize("what", ["ready", "stand-up", "start", "bot"])
def test_nothing_in_the_lobby_moves_while_a_game_runs(tables, ann, bob, what):
    table = tables(ann, seated=[bob], ready=True)
    table.press(ann, "start")
    before = table.sitters
    answer = table.press(ann, what, headers=HTMX, seat="1", bot="Easy", person=str(bob.user.pk))
    assert answer.status_code == 409
    assert (table.sitters, table.games) == (before, 1)


def end(table):
    play.abandon(table.table)


def test_after_a_game_everybody_is_back_in_the_same_seats_and_one_click_from_ready(tables, ann, bob):
    table = tables(ann, seated=[bob], ready=True)
    table.press(ann, "bot", seat="3", bot="Easy")
    table.press(ann, "start")
    end(table)
    assert table.sitters == ["0 Ann", "1 Bob", "3 Easy"]
    table.press(bob, "ready", ready="yes")
    table.press(ann, "start")
    assert table.games == 2


def test_leaving_the_seat_keeps_somebody_at_the_table(tables, ann, bob):
    table = tables(ann, seated=[bob])
    page = table.says(bob, "stand-up")
    assert table.sitters == ["0 Ann"]
    assert "Also here" in page
    assert "Take a seat" in page


def test_leaving_the_table_passes_the_hosts_role_to_a_person_and_never_to_a_bot(tables, ann, bob, cleo):
    table = tables(ann)
    table.press(ann, "bot", seat="1", bot="Easy")
    table.press(bob, "sit")
    table.press(cleo, "sit")
    table.press(ann, "go")
    assert table.table.host == bob.user
    table.press(bob, "go")
    table.press(cleo, "go")
    assert table.table.host is None
    assert table.sitters == ["1 Easy"]


# --- watching and waiting


def test_somebody_watches_without_a_seat(tables, ann, dan):
    table = tables(ann)
    assert "watching" in table.says(dan, "watch")
    assert table.sitters == ["0 Ann"]


def test_where_nobody_may_watch_nobody_watches(tables, ann, dan):
    table = tables(ann, watching="nobody")
    assert "does not allow watching" in table.says(dan, "watch")
    assert not Visit.objects.exists()


def test_whether_hands_are_open_is_shown_to_everybody(tables, ann, bob):
    assert "see all hands" in tables(ann, watching="open").shows(bob)
    assert "without seeing hands" in tables(ann, watching="hidden").shows(bob)


def test_who_waits_gets_the_next_free_seat_in_turn(tables, ann, bob, cleo, dan):
    table = tables(ann, seats=2, seated=[bob])
    assert "number 1 in the queue" in table.says(cleo, "queue")
    assert "number 2 in the queue" in table.says(dan, "queue")
    table.press(bob, "stand-up")
    assert table.sitters == ["0 Ann", "1 Cleo"]
    assert "number 1 in the queue" in table.shows(dan)
    assert "All seats are taken" in table.says(dan, "queue", wait="no")


def test_who_waits_during_a_game_sits_in_a_bots_seat_after_it(tables, ann, cleo):
    table = tables(ann, seats=2)
    table.press(ann, "bot", seat="1", bot="Easy")
    table.press(ann, "start")
    assert "A game is running" in table.says(cleo, "queue")
    assert table.sitters == ["0 Ann", "1 Easy"]
    end(table)
    services.tidy(table.table.touched_at)
    assert table.sitters == ["0 Ann", "1 Cleo"]


def test_a_visitor_takes_a_bots_seat_in_a_running_game(tables, ann, cleo):
    table = tables(ann, seats=2)
    table.press(ann, "bot", seat="1", bot="Easy")
    table.press(ann, "start")
    answer = table.press(cleo, "take-over", seat="1")
    assert answer.redirect_chain[-1][0] == f"{table.path}game/"
    assert table.sitters == ["0 Ann", "1 Cleo"]
    assert Game.objects.get().players.get(seat=1).person == cleo.user


def test_a_stranger_takes_a_bots_seat_in_a_running_game_and_a_name_in_one_step(tables, ann):
    table = tables(ann, seats=2)
    table.press(ann, "bot", seat="1", bot="Easy")
    table.press(ann, "start")
    stranger = Client()
    assert "Take this seat" in table.shows(stranger)
    answer = table.press(stranger, "take-over", seat="1")
    assert answer.redirect_chain[-1][0] == f"{table.path}game/"
    assert Game.objects.get().players.get(seat=1).person.is_guest


def test_a_seat_in_a_running_game_that_no_bot_holds_is_not_to_be_had(tables, ann, bob, cleo):
    table = tables(ann, seats=2, seated=[bob], ready=True)
    table.press(ann, "start")
    assert "not held by a bot" in table.says(cleo, "take-over", seat="1")
    assert "There is no such seat" in table.says(cleo, "take-over", seat="7")
    assert table.sitters == ["0 Ann", "1 Bob"]


def test_more_sit_down_than_the_rules_allow_is_told_before_the_start(tables, ann):
    with pytest.raises(services.Unfit, match="2 to 6 players"):
        tables(ann, rules=Rules.preset("No Mercy"), seats=8)


def test_watching_a_running_game_leads_to_it_at_once(tables, ann, bob):
    table = tables(ann, seated=[bob], ready=True)
    table.press(ann, "start")
    answer = table.press(Client(), "watch")
    assert answer.redirect_chain[-1][0] == f"{table.path}game/"
    assert answer.status_code == 200


def test_who_left_a_running_game_may_have_the_seat_again(tables, ann, bob):
    table = tables(ann, seated=[bob], ready=True)
    table.press(ann, "start")
    page = bob.client.post(f"{table.path}leave/", follow=True).content.decode()
    assert "a bot is playing for you" in page
    assert f'action="{table.path}return/"' in page
    answer = bob.client.post(f"{table.path}return/", follow=True)
    assert answer.redirect_chain[-1][0] == f"{table.path}game/"


def test_who_comes_to_a_table_without_a_host_is_its_host(tables, ann, bob):
    table = tables(ann)
    table.press(ann, "go")
    table.press(bob, "sit")
    assert table.table.host == bob.user


def test_who_was_renamed_plays_under_the_new_name(tables, ann, bob):
    table = tables(ann, seated=[bob], ready=True)
    bob.client.post("/me/name/", {"name": "Bertram"})
    table.press(ann, "start")
    assert table.sitters == ["0 Ann", "1 Bertram"]
    assert Game.objects.get().players.get(seat=1).name == "Bertram"


def test_the_host_is_told_for_whom_to_wait_and_not_for_oneself(tables, ann, bob):
    table = tables(ann, seated=[bob])
    assert "Not everybody is ready: Bob." in table.shows(ann)
    table.press(bob, "ready", ready="yes")
    page = table.shows(ann)
    assert "Everyone else is ready" in page
    assert "Ann can start the game now." in table.shows(bob)
    table.press(ann, "ready", ready="yes")
    assert "Everyone is ready" in table.shows(ann)
    assert 'id="start"' in page
