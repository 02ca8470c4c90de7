"""Catches are judged by when they were pressed, whatever the connections are like."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from games import engine
from games.engine import Rules, replay
from games.engine.notation import read_events
from games.models import Entry, Game, Place
from games.presence import services as presence
from games.table import schedule, services
from games.table.refusals import TableRefusal
from games.table.socket_moves import HELD, OK
from tests.table.conftest import RunningTable
from tests.table.races import OPENED, Clock, Race, closing

pytestmark = pytest.mark.django_db
DELAYS = (0.02, 0.2, 0.4)
CATCH, CALL = "accuse 0", "declare"
REFUSED = 409
StartRace = Callable[..., Race]


@pytest.fixture
def start_race(start_game: type[RunningTable], monkeypatch: pytest.MonkeyPatch) -> Iterator[StartRace]:
    with ExitStack() as stack:

        def start(bots: tuple[str, ...] = (), **delays: float) -> Race:
            names = ["Ann", "Bob", "Cleo"][: 3 - len(bots)]
            race = Race(start_game(names, bots), Clock(monkeypatch), **delays)
            return stack.enter_context(closing(race))

        yield start


def is_replayed(race: Race) -> bool:
    rows = Entry.objects.filter(game=race.table.game)
    log = [engine.Entry(row.seat, row.move, row.now, read_events(row.events)) for row in rows]
    return replay(log, check=True) == race.table.now.state


# --- who was first


@pytest.mark.parametrize("bob", DELAYS)
@pytest.mark.parametrize("ann", DELAYS)
@pytest.mark.parametrize("first", ["Ann", "Bob"])
def test_who_presses_first_wins_with_any_delays(start_race: StartRace, ann: float, bob: float, first: str) -> None:
    race = start_race(Ann=ann, Bob=bob)
    times = {"Ann": 11.65, "Bob": 11.65} | {first: 11.6}
    race.press(("Ann", CALL, times["Ann"]), ("Bob", CATCH, times["Bob"]))
    race.pass_until(13.0)
    assert race.moves == ["Ann declare" if first == "Ann" else "Bob accuse 0"]
    assert race.table.now.held == ()
    assert is_replayed(race)


@pytest.mark.parametrize(("first", "verdict"), [("Ann", ("judged", 0, 1, 0, 120)), ("Bob", ("judged", 1, 0, 0, 120))])
def test_the_log_states_by_how_much(start_race: StartRace, first: str, verdict: Any) -> None:
    race = start_race(Ann=0.3, Bob=0.3)
    times = {"Ann": 11.62, "Bob": 11.62} | {first: 11.5}
    race.press(("Ann", CALL, times["Ann"]), ("Bob", CATCH, times["Bob"]))
    race.pass_until(13.0)
    assert race.events("judged") == [verdict]


def test_of_two_catches_the_one_pressed_first_succeeds(start_race: StartRace) -> None:
    race = start_race(Ann=0.02, Bob=0.02, Cleo=0.4)
    race.press(("Bob", CATCH, 11.55), ("Cleo", CATCH, 11.5))
    race.pass_until(13.0)
    assert race.moves == ["Cleo accuse 0"]
    assert race.events("judged") == [("judged", 2, 1, 0, 50)]
    assert len(race.table.now.state.hands[0]) == 3


def test_a_call_in_the_head_start_counts_at_once(start_race: StartRace) -> None:
    race = start_race(Ann=0.2, Bob=0.4)
    assert race.press(("Ann", CALL, 11.1))["Ann"].status == OK
    assert race.moves == ["Ann declare"]


def test_without_delays_nothing_is_held(start_race: StartRace) -> None:
    race = start_race()
    race.pass_until(11.5)
    assert race.table.act("Bob", CATCH).changed
    assert race.moves == ["Bob accuse 0"]


# --- the head start


def test_the_head_start_is_longer_by_the_delay_of_the_player_who_may_be_caught(start_race: StartRace) -> None:
    race = start_race(Ann=0.3, Bob=0.02)
    answer = race.press(("Bob", CATCH, 11.25))["Bob"]
    assert (answer.status, answer.sentence) == (REFUSED, "Too early: Ann still has a moment to call.")
    assert race.table.now.held == ()
    assert race.press(("Bob", CATCH, 11.31))["Bob"].status == HELD


def test_who_presses_in_the_head_start_is_refused_even_if_it_is_over_on_arrival(start_race: StartRace) -> None:
    race = start_race(Ann=0.02, Bob=0.4)
    assert race.press(("Bob", CATCH, 11.01))["Bob"].status == REFUSED
    assert race.press(("Bob", CATCH, 11.03))["Bob"].status == OK


# --- presses that are held


def test_a_held_catch_is_decided_when_no_earlier_call_can_arrive(start_race: StartRace) -> None:
    race = start_race(Ann=0.4, Bob=0.02)
    race.press(("Bob", CATCH, 11.5))
    race.pass_until(11.89)
    assert race.moves == []
    race.pass_until(11.91)
    assert race.moves == ["Bob accuse 0"]
    assert Entry.objects.get(game=race.table.game, number=3).now == pytest.approx(11.5, abs=0.002)


def test_nobody_learns_that_a_catch_is_held(start_race: StartRace) -> None:
    race = start_race(Ann=0.4, Bob=0.02)
    before = race.table.now
    race.press(("Bob", CATCH, 11.5))
    assert (race.table.now.version, race.table.now.log) == (before.version, before.log)


@pytest.mark.parametrize("delay", [0.02, 0.4])
def test_what_a_stand_in_catches_does_not_bring_the_player_back(start_race: StartRace, delay: float) -> None:
    race = start_race(Ann=delay, Bob=0.02)
    services.leave(race.table.code, race.table.people["Cleo"])
    race.pass_until(OPENED + 10)
    assert race.moves[0] == "Cleo accuse 0"
    cleo = race.table.now.sitters[2]
    assert (cleo.has_left, bool(cleo.stand_in)) == (True, True)
    caught = Entry.objects.get(game=race.table.game, move=CATCH)
    assert caught.is_by_stand_in


def test_a_repeated_request_neither_plays_nor_counts_again(start_race: StartRace) -> None:
    race = start_race(Ann=0.4, Bob=0.02)
    race.press(("Bob", CATCH, 11.5))
    again = race.press(("Bob", CATCH, 11.6))["Bob"]
    assert again.status == HELD
    race.pass_until(12.0)
    assert Entry.objects.get(game=race.table.game, number=3).now == pytest.approx(11.5, abs=0.002)
    repeated = race.table.act("Bob", CATCH, version=2, key=f"Bob {CATCH}")
    assert not repeated.changed
    assert race.moves == ["Bob accuse 0"]


def test_a_held_catch_survives_a_restart_of_the_server(start_race: StartRace) -> None:
    race = start_race(Ann=0.4, Bob=0.02)
    race.press(("Bob", CATCH, 11.5))
    race.forget_memory()
    due_at = Game.objects.get(pk=race.table.game.pk).due_at
    assert due_at is not None
    assert due_at.timestamp() - race.start == pytest.approx(11.9, abs=0.002)
    race.pass_until(12.0)
    assert race.moves == ["Bob accuse 0"]


def test_a_call_that_was_held_before_a_restart_still_wins(start_race: StartRace) -> None:
    race = start_race(Ann=0.02, Bob=0.4)
    race.press(("Ann", CALL, 11.5))
    race.forget_memory()
    race.pass_until(11.7)
    race.table.act("Bob", CATCH)
    race.pass_until(12.0)
    assert race.moves == ["Ann declare"]
    assert race.events("judged") == [("judged", 0, 1, 0, 200)]


def test_a_socket_lost_during_a_held_catch_changes_nothing(start_race: StartRace) -> None:
    race = start_race(Ann=0.4, Bob=0.02)
    race.press(("Bob", CATCH, 11.5))
    race.pages["Ann"].close()
    race.pass_until(11.7)
    race.table.act("Ann", CALL)  # posted, so it counts as pressed now
    race.pass_until(12.0)
    assert race.moves == ["Bob accuse 0"]
    assert race.events("judged") == [("judged", 1, 0, 0, 200)]


def test_a_move_that_would_end_the_race_waits_for_the_verdict(start_race: StartRace) -> None:
    race = start_race(Ann=0.4, Bob=0.02)
    race.press(("Bob", CATCH, 11.9))
    race.pass_until(12.1)
    with pytest.raises(TableRefusal) as refused:
        race.table.act("Bob", "play R3")
    assert (refused.value.status, refused.value.code) == (425, "judging")
    race.pass_until(12.4)
    race.table.act("Bob", "play R3")
    assert race.moves == ["Bob accuse 0", "Bob play R3"]


def test_other_moves_are_played_while_a_catch_is_held(start_race: StartRace) -> None:
    race = start_race(Ann=0.4, Bob=0.02, Cleo=0.02)
    race.press(("Cleo", CATCH, 11.5))
    race.table.act("Bob", "play R3")
    race.pass_until(12.0)
    assert race.moves == ["Bob play R3", "Cleo accuse 0"]
    assert is_replayed(race)


def test_the_end_of_a_game_ends_its_races(start_race: StartRace) -> None:
    race = start_race(Ann=0.4, Bob=0.02)
    race.press(("Bob", CATCH, 11.5))
    services.abandon(race.table.table)
    assert Game.objects.get(pk=race.table.game.pk).held == ""


def test_a_catch_that_staff_have_made_pointless_is_dropped(start_race: StartRace) -> None:
    race = start_race(Ann=0.4, Bob=0.02)
    race.press(("Bob", CATCH, 11.5))
    race.change_state(windows=[])
    race.pass_until(12.0)
    assert race.moves == []
    assert (race.table.now.held, race.table.now.version) == ((), 3)


# --- false accusations


def test_a_catch_that_comes_after_the_call_may_cost_cards_as_before(start_race: StartRace) -> None:
    race = start_race(Ann=0.3, Bob=0.3)
    race.change_state(rules=race.table.now.state.rules.but(false_accuse_penalty=2).as_dict())
    race.press(("Ann", CALL, 11.5), ("Bob", CATCH, 11.6))
    race.pass_until(12.2)
    assert race.moves == ["Ann declare", "Bob accuse 0"]
    assert race.events("false_accusation") == [("false_accusation", 1, 0)]
    assert race.events("judged") == [("judged", 0, 1, 0, 100)]


# --- claims


CLAIMS = [
    {"since": -5}, {"since": 1e300}, {"since": float("nan")}, {"since": None}, {"since": "1"}, {"since": True},
    {"ping": ""}, {"ping": "x"}, {"ping": 5}, {"ping": None}, {"ping": ["x"]},
]  # fmt: skip


@pytest.mark.parametrize("claim", CLAIMS, ids=str)
def test_a_forged_claim_counts_as_pressed_at_arrival(start_race: StartRace, claim: dict[str, Any]) -> None:
    race = start_race(Ann=0.3, Bob=0.02)
    race.press(("Bob", CATCH, 11.5))
    ann = race.pages["Ann"]
    race.arrive(ann, ann.message(CALL, 11.4, **claim), 11.6)
    race.pass_until(12.0)
    assert race.moves == ["Bob accuse 0"]
    assert race.events("judged") == [("judged", 1, 0, 0, 100)]


def test_the_nonce_of_another_page_proves_nothing(start_race: StartRace) -> None:
    race = start_race(Ann=0.3, Bob=0.02)
    race.press(("Bob", CATCH, 11.5))
    ann = race.pages["Ann"]
    race.arrive(ann, ann.message(CALL, 11.4, ping=race.pages["Bob"].trips.answered), 11.6)
    race.pass_until(12.0)
    assert race.moves == ["Bob accuse 0"]


def test_who_reacts_to_a_catch_cannot_be_earlier(start_race: StartRace) -> None:
    race = start_race(Ann=0.3, Bob=0.02)
    race.press(("Bob", CATCH, 11.5))
    ann = race.pages["Ann"]
    # If it had told Ann at once, she would know it half a round trip later, and her call would take as long.
    race.arrive(ann, ann.message(CALL, 11.0), 11.51 + 0.3)
    race.pass_until(12.0)
    assert race.moves == ["Bob accuse 0"]


def test_nobody_presses_before_the_table_was_shown(start_race: StartRace) -> None:
    race = start_race(Ann=0.4, Bob=0.02)
    ann = race.pages["Ann"]
    assert race.arrive(ann, ann.message(CALL, 9.0), OPENED + 0.05).status == OK
    assert Entry.objects.get(game=race.table.game, number=3).now >= OPENED


# --- bots, and other processes


def test_a_bot_waits_for_calls_that_are_under_way(start_race: StartRace) -> None:
    race = start_race(("Hard", "Hard"), Ann=0.4)
    due = min(action.due for action in schedule.due_actions(race.table.now) if action.move.startswith("accuse"))
    race.press(("Ann", CALL, due + 0.35))  # the bot's head start is longer by 0.4 too
    race.pass_until(due + 1.0)
    assert race.moves == ["Ann declare"]


def test_a_bot_catches_who_does_not_call(start_race: StartRace) -> None:
    race = start_race(("Hard", "Hard"), Ann=0.4)
    due = min(action.due for action in schedule.due_actions(race.table.now) if action.move.startswith("accuse"))
    race.pass_until(due + 0.79)
    assert race.moves == []
    race.pass_until(due + 0.81)
    assert [event[:1] for event in race.events("accused")] == [("accused",)]
    assert is_replayed(race)


def test_another_process_knows_the_stored_delay(start_race: StartRace) -> None:
    race = start_race(Ann=0.3)
    who = race.pages["Ann"].who
    presence.store_delays({who: 0.3, (race.table.code, race.table.people["Bob"].pk): 0.004})
    assert list(Place.objects.filter(table=race.table.table).values_list("delay", flat=True)) == [300, 0, 0]
    race.forget_memory()
    race.pass_until(11.2)
    with pytest.raises(TableRefusal) as refused:
        race.table.act("Bob", CATCH)
    assert refused.value.code == "too_early"
    presence.depart(*who)
    assert race.table.act("Bob", CATCH).changed


def test_a_stored_delay_changes_only_with_a_difference(start_race: StartRace) -> None:
    race = start_race(Ann=0.3)
    who = race.pages["Ann"].who
    for measured, stored in ((0.3, 300), (0.32, 300), (0.4, 400), (0.31, 400), (0.2, 200)):
        presence.store_delays({who: measured})
        assert Place.objects.get(table=race.table.table, person=who[1]).delay == stored


def test_tables_without_calls_have_no_races(start_game: type[RunningTable]) -> None:
    assert not start_game(["Ann", "Bob"], rules=Rules.preset("Robots")).now.state.rules.has_calls
