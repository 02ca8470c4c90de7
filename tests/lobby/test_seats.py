"""In the lobby: seats, bots, ready marks, the start, watching and waiting."""

import re

import pytest
from django.test import Client

from games.bots import BOTS
from games.engine import Rules
from games.lobby import services
from games.models import Game, Visit
from games.refusals import Unfit
from games.table import services as play
from games.wording import fill
from games.wording.lobby import refusal
from games.wording.table import REFUSALS as TABLE_REFUSALS
from tests.conftest import Player
from tests.lobby.conftest import HTMX, LobbyTable, Tables, clean_up
from tests.responses import find

HEADING = r'<h2 id="status" tabindex="-1">([^<]+)</h2>'


def test_a_link_leads_a_visitor_to_a_seat_and_a_name_in_one_step(tables: Tables, ann: Player) -> None:
    table = tables(ann)
    stranger = Client()
    assert 'id="sit"' in table.shows(stranger)
    page = table.press(stranger, "sit").content.decode()
    guest = table.table.places.get(number=1).person
    assert guest is not None
    assert guest.is_guest
    assert guest.name in page
    assert "Are you ready?" in page


@pytest.mark.parametrize(
    ("may", "says"), [(True, "They take free seats, or those of bots."), (False, "They take free seats.")]
)
def test_the_invitation_says_which_seats_friends_take(tables: Tables, ann: Player, may: bool, says: str) -> None:
    page = tables(ann, seats_may_be_taken_over=may).shows(ann)
    assert says in " ".join(page.split())


@pytest.mark.parametrize(("is_seated", "words"), [(False, "Take this seat"), (True, "Sit here")])
def test_the_buttons_of_free_seats_have_different_names(
    tables: Tables, ann: Player, bob: Player, is_seated: bool, words: str
) -> None:
    table = tables(ann)
    if is_seated:
        table.press(bob, "sit", seat="1")
    page = " ".join(re.sub(r"<[^>]+>", " ", table.shows(bob)).split())
    offered = re.findall(rf"{words}(?: \(seat \d\))?", page)
    assert offered == [f"{words} (seat {number})" for number in ((3, 4) if is_seated else (2, 3, 4))]


def test_those_at_a_table_read_its_code_above_the_seats(tables: Tables, ann: Player, dan: Player) -> None:
    table = tables(ann)
    assert find(r'<p class="code-line">.*?<b>([^<]+)</b>', table.shows(ann)) == table.code
    assert "code-line" not in table.shows(dan)


def test_a_visitor_in_a_live_page_is_led_to_a_fresh_one(tables: Tables, ann: Player) -> None:
    table = tables(ann)
    answer = table.press(Client(), "sit", headers=HTMX)
    assert answer["HX-Redirect"] == table.path


def test_people_choose_and_change_their_seats(tables: Tables, ann: Player, bob: Player) -> None:
    table = tables(ann)
    table.press(bob, "sit", seat="3")
    assert table.sitters == ["0 Ann", "3 Bob"]
    table.press(bob, "sit", seat="1")
    assert table.sitters == ["0 Ann", "1 Bob"]


def test_a_person_has_one_place_at_a_table(tables: Tables, ann: Player, bob: Player) -> None:
    table = tables(ann, seated=[bob])
    table.press(bob, "sit")
    table.press(bob, "sit", seat="2")
    assert table.sitters == ["0 Ann", "2 Bob"]


def test_a_taken_seat_is_refused_with_the_name_of_its_player(
    tables: Tables, ann: Player, bob: Player, cleo: Player
) -> None:
    table = tables(ann, seated=[bob])
    assert refusal("seat_taken", name="Bob") in table.says(cleo, "sit", seat="1")
    assert table.sitters == ["0 Ann", "1 Bob"]


@pytest.mark.parametrize("seat", ["4", "99", "-1", "x", "", "9" * 500, "\x00"])
def test_a_seat_that_does_not_exist_is_refused(tables: Tables, ann: Player, bob: Player, seat: str) -> None:
    table = tables(ann)
    assert refusal("no_such_seat") in table.says(bob, "sit", seat=seat)
    assert table.sitters == ["0 Ann"]


def test_the_host_adds_changes_and_removes_every_bot_in_any_seat(tables: Tables, ann: Player) -> None:
    table = tables(ann, seats=2)
    for name in BOTS:
        table.press(ann, "bot", seat="1", bot=name)
        assert table.sitters == ["0 Ann", f"1 {name}"]
    table.press(ann, "bot", seat="1", bot="")
    assert table.sitters == ["0 Ann"]


def test_two_bots_of_one_kind_have_two_names(tables: Tables, ann: Player) -> None:
    table = tables(ann)
    table.press(ann, "bot", seat="1", bot="Hard")
    table.press(ann, "bot", seat="2", bot="Hard")
    assert table.sitters == ["0 Ann", "1 Hard", "2 Hard"]
    assert len({place.name for place in table.table.places.all()}) == 3


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ({"seat": "1", "bot": "Skynet"}, "no_such_bot"),
        ({"seat": "9", "bot": "Hard"}, "no_such_seat"),
        ({"seat": "0", "bot": "Hard"}, "seat_has_player"),
        ({"seat": "2", "bot": ""}, "no_bot_there"),
    ],
)
def test_a_bot_that_cannot_sit_there_is_refused(tables: Tables, ann: Player, sent: dict[str, str], code: str) -> None:
    table = tables(ann)
    assert refusal(code) in table.says(ann, "bot", **sent)
    assert table.sitters == ["0 Ann"]


def test_only_the_host_deals_with_bots(tables: Tables, ann: Player, bob: Player) -> None:
    table = tables(ann, seated=[bob])
    assert refusal("host_only") in table.says(bob, "bot", seat="2", bot="Hard")
    assert table.sitters == ["0 Ann", "1 Bob"]


def test_a_person_takes_a_bots_seat_where_that_is_allowed(
    tables: Tables, ann: Player, bob: Player, cleo: Player
) -> None:
    free, kept = tables(ann, seats=2), tables(ann, seats=2, seats_may_be_taken_over=False)
    for table in (free, kept):
        table.press(ann, "bot", seat="1", bot="Easy")
    free.press(bob, "sit")
    assert free.sitters == ["0 Ann", "1 Bob"]
    assert refusal("bots_stay") in kept.says(cleo, "sit", seat="1")
    assert kept.sitters == ["0 Ann", "1 Easy"]


def test_the_host_starts_when_all_players_are_ready(tables: Tables, ann: Player, bob: Player) -> None:
    table = tables(ann, seated=[bob])
    assert refusal("not_ready", names="Bob") in table.says(ann, "start")
    assert table.games == 0
    table.press(bob, "ready", ready="yes")
    answer = table.press(ann, "start")
    assert answer.redirect_chain[-1][0] == f"{table.path}game/"
    assert table.games == 1


def test_only_the_host_starts(tables: Tables, ann: Player, bob: Player) -> None:
    table = tables(ann, seated=[bob], ready=True)
    assert refusal("host_only") in table.says(bob, "start")
    assert table.games == 0


def test_a_game_needs_two_players(tables: Tables, ann: Player) -> None:
    table = tables(ann)
    assert refusal("too_few_players") in table.says(ann, "start")
    assert table.games == 0


def test_a_second_start_says_that_the_game_is_running(tables: Tables, ann: Player, bob: Player) -> None:
    table = tables(ann, seated=[bob], ready=True)
    table.press(ann, "start")
    answer = table.press(ann, "start", headers=HTMX)
    assert answer.status_code == 409
    assert refusal("started") in answer.content.decode()
    assert table.games == 1


@pytest.mark.parametrize(
    ("by_itself", "sentence"),
    [(True, "The game starts when everyone is ready."), (False, "When everyone is ready, Ann can start the game.")],
)
def test_a_player_who_is_not_ready_reads_how_the_game_starts(
    tables: Tables, ann: Player, bob: Player, by_itself: bool, sentence: str
) -> None:
    table = tables(ann, seats=2, seated=[bob], starts_by_itself=by_itself)
    assert sentence in " ".join(table.shows(bob).split())


def test_a_full_table_starts_by_itself_when_it_is_set_so(tables: Tables, ann: Player, bob: Player) -> None:
    table = tables(ann, seats=2, starts_by_itself=True)
    table.press(ann, "ready", ready="yes")
    table.press(bob, "sit")
    assert table.games == 0
    table.press(bob, "ready", ready="yes")
    assert table.games == 1


def test_a_full_table_waits_for_its_host_when_it_is_not(tables: Tables, ann: Player, bob: Player) -> None:
    table = tables(ann, seats=2, seated=[bob], ready=True)
    assert table.games == 0


def test_all_viewers_of_a_lobby_go_along_when_the_game_starts(tables: Tables, ann: Player, bob: Player) -> None:
    table = tables(ann, seated=[bob], ready=True)
    answer = table.press(ann, "start", headers=HTMX).content.decode()
    assert f'data-go="{table.path}game/"' in answer
    assert bob.client.get(table.path)["Location"] == f"{table.path}game/"


@pytest.mark.parametrize("what", ["ready", "stand-up", "start", "bot"])
def test_nothing_in_the_lobby_moves_while_a_game_runs(tables: Tables, ann: Player, bob: Player, what: str) -> None:
    table = tables(ann, seated=[bob], ready=True)
    table.press(ann, "start")
    before = table.sitters
    answer = table.press(ann, what, headers=HTMX, seat="1", bot="Easy", person=str(bob.user.pk))
    assert answer.status_code == 409
    assert (table.sitters, table.games) == (before, 1)


def end(table: LobbyTable) -> None:
    play.abandon(table.table)


def test_after_a_game_all_players_have_their_seats_and_can_get_ready(tables: Tables, ann: Player, bob: Player) -> None:
    table = tables(ann, seated=[bob], ready=True)
    table.press(ann, "bot", seat="3", bot="Easy")
    table.press(ann, "start")
    end(table)
    assert table.sitters == ["0 Ann", "1 Bob", "3 Easy"]
    table.press(bob, "ready", ready="yes")
    table.press(ann, "start")
    assert table.games == 2


def test_a_person_who_stands_up_stays_at_the_table(tables: Tables, ann: Player, bob: Player) -> None:
    table = tables(ann, seated=[bob])
    page = table.says(bob, "stand-up")
    assert table.sitters == ["0 Ann"]
    assert 'class="visitors"' in page
    assert 'id="sit"' in page


def test_leaving_the_table_passes_the_hosts_role_to_a_person_and_never_to_a_bot(
    tables: Tables, ann: Player, bob: Player, cleo: Player
) -> None:
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


def place_in_queue(page: str) -> int | None:
    """Return the viewer's place in the queue as the page shows it; `None` if they do not wait."""
    place = re.search(r'<p class="small">[^<\d]*(\d+)[^<]*</p>', page)
    return int(place[1]) if place else None


def test_a_visitor_watches_without_a_seat(tables: Tables, ann: Player, dan: Player) -> None:
    table = tables(ann)
    assert "watching" in table.says(dan, "watch")
    assert table.sitters == ["0 Ann"]


def test_watching_is_refused_where_it_is_not_allowed(tables: Tables, ann: Player, dan: Player) -> None:
    table = tables(ann, watching="nobody")
    assert refusal("no_watching") in table.says(dan, "watch")
    assert not Visit.objects.exists()


def test_all_viewers_see_whether_hands_are_open(tables: Tables, ann: Player, bob: Player) -> None:
    assert "see all hands" in tables(ann, watching="open").shows(bob)
    assert "without seeing hands" in tables(ann, watching="hidden").shows(bob)


def test_people_who_wait_get_free_seats_in_order(
    tables: Tables, ann: Player, bob: Player, cleo: Player, dan: Player
) -> None:
    table = tables(ann, seats=2, seated=[bob])
    assert place_in_queue(table.says(cleo, "queue")) == 1
    assert place_in_queue(table.says(dan, "queue")) == 2
    table.press(bob, "stand-up")
    assert table.sitters == ["0 Ann", "1 Cleo"]
    assert place_in_queue(table.shows(dan)) == 1
    page = table.says(dan, "queue", wait="no")
    assert place_in_queue(page) is None
    assert 'id="queue-yes"' in page


def test_a_person_who_waits_during_a_game_gets_a_bots_seat_after_it(tables: Tables, ann: Player, cleo: Player) -> None:
    table = tables(ann, seats=2)
    table.press(ann, "bot", seat="1", bot="Easy")
    table.press(ann, "start")
    assert place_in_queue(table.says(cleo, "queue")) == 1
    assert table.sitters == ["0 Ann", "1 Easy"]
    end(table)
    clean_up(table.table.touched_at)
    assert table.sitters == ["0 Ann", "1 Cleo"]


def test_a_visitor_takes_a_bots_seat_in_a_running_game(tables: Tables, ann: Player, cleo: Player) -> None:
    table = tables(ann, seats=2)
    table.press(ann, "bot", seat="1", bot="Easy")
    table.press(ann, "start")
    answer = table.press(cleo, "take-over", seat="1")
    assert answer.redirect_chain[-1][0] == f"{table.path}game/"
    assert table.sitters == ["0 Ann", "1 Cleo"]
    assert Game.objects.get().players.get(seat=1).person == cleo.user


def test_a_visitor_becomes_a_guest_by_taking_a_bots_seat_in_a_running_game(tables: Tables, ann: Player) -> None:
    table = tables(ann, seats=2)
    table.press(ann, "bot", seat="1", bot="Easy")
    table.press(ann, "start")
    stranger = Client()
    assert 'id="take_seat-1"' in table.shows(stranger)
    answer = table.press(stranger, "take-over", seat="1")
    assert answer.redirect_chain[-1][0] == f"{table.path}game/"
    assert Game.objects.get().players.filter(seat=1, person__is_guest=True).exists()


def test_a_seat_in_a_running_game_that_no_bot_holds_is_not_to_be_had(
    tables: Tables, ann: Player, bob: Player, cleo: Player
) -> None:
    table = tables(ann, seats=2, seated=[bob], ready=True)
    table.press(ann, "start")
    assert fill(TABLE_REFUSALS["not_a_bot"]) in table.says(cleo, "take-over", seat="1")
    assert refusal("no_such_seat") in table.says(cleo, "take-over", seat="7")
    assert table.sitters == ["0 Ann", "1 Bob"]


def test_more_seats_than_the_rules_allow_are_refused(tables: Tables, ann: Player) -> None:
    with pytest.raises(Unfit) as refused:
        tables(ann, rules=Rules.preset("No Mercy"), seats=8)
    assert refused.value.code == "wrong_rules"


def test_watching_a_running_game_leads_to_it_at_once(tables: Tables, ann: Player, bob: Player) -> None:
    table = tables(ann, seated=[bob], ready=True)
    table.press(ann, "start")
    answer = table.press(Client(), "watch")
    assert answer.redirect_chain[-1][0] == f"{table.path}game/"
    assert answer.status_code == 200


def test_a_player_who_left_a_running_game_can_return_to_the_seat(tables: Tables, ann: Player, bob: Player) -> None:
    table = tables(ann, seated=[bob], ready=True)
    table.press(ann, "start")
    page = bob.client.post(f"{table.path}leave/", follow=True).content.decode()
    assert "a bot is playing for you" in page
    assert f'action="{table.path}return/"' in page
    answer = bob.client.post(f"{table.path}return/", follow=True)
    assert answer.redirect_chain[-1][0] == f"{table.path}game/"


def test_the_first_to_sit_at_a_table_without_a_host_becomes_its_host(tables: Tables, ann: Player, bob: Player) -> None:
    table = tables(ann)
    table.press(ann, "go")
    table.press(bob, "sit")
    assert table.table.host == bob.user


def test_a_renamed_player_plays_under_the_new_name(tables: Tables, ann: Player, bob: Player) -> None:
    table = tables(ann, seated=[bob], ready=True)
    bob.client.post("/me/name/", {"name": "Bertram"})
    table.press(ann, "start")
    assert table.sitters == ["0 Ann", "1 Bertram"]
    assert Game.objects.get().players.get(seat=1).name == "Bertram"


def test_the_host_sees_who_is_not_ready_except_themselves(tables: Tables, ann: Player, bob: Player) -> None:
    table = tables(ann, seated=[bob])
    assert refusal("not_ready", names="Bob") in table.shows(ann)
    table.press(bob, "ready", ready="yes")
    page = table.shows(ann)
    assert 'id="start"' in page
    assert 'id="start"' not in table.shows(bob)
    table.press(ann, "ready", ready="yes")
    ready = table.shows(ann)
    assert 'id="start"' in ready
    assert find(HEADING, ready) != find(HEADING, page)


@pytest.mark.parametrize("bots", [0, 1])
def test_the_seat_of_a_bot_is_offered_only_where_there_is_one(
    tables: Tables, ann: Player, bob: Player, bots: int
) -> None:
    table = tables(ann, seated=[bob], ready=True)
    if bots:
        services.set_bot(table.code, ann.user, 2, "Easy")
    table.press(ann, "start")
    assert table.games == 1
    assert ("Take a bot’s seat" in table.shows(Client())) is bool(bots)
