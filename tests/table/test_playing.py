"""The table's services: which moves are accepted, which are refused, and what is stored."""

import re
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from typing import Any

import pytest
from django.db import connection
from django.db.models import F
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries

from games import access
from games.bots import BOTS
from games.engine import Entry as LogEntry
from games.engine import Rules, replay
from games.engine.notation import read_events
from games.models import Ban, Entry, Game, Place, Table, User
from games.table import schedule, services, snapshot
from games.table.refusals import NoGame, NotPlaying, Stale, TableRefusal
from games.table.services.moving import stored_key
from tests.table.conftest import RunningTable
from tests.table.positions import MANY, position, sitter


def stored(game: Game) -> Any:
    return [
        LogEntry(entry.seat, entry.move, entry.now, read_events(entry.events))
        for entry in Entry.objects.filter(game=game)
    ]


def refusal_of(work: Callable[[], object]) -> str:
    """Return the code of the refusal."""
    with pytest.raises(TableRefusal) as refusal:
        work()
    return refusal.value.code


def test_a_move_is_one_entry_and_the_log_leads_to_the_stored_state(start_game: type[RunningTable]) -> None:
    table = start_game(["Ann", "Bob"])
    name, move = table.current_player, table.any_move()
    outcome = table.act(name, move)
    assert outcome.changed
    assert outcome.table.version == 2
    assert [entry.move for entry in Entry.objects.filter(game=table.game)] == ["deal", move]
    assert replay(stored(table.game), check=True) == snapshot.read(Game.objects.get(pk=table.game.pk)).state


def test_a_repeated_key_gets_the_same_response_and_is_played_once(start_game: type[RunningTable]) -> None:
    table = start_game(["Ann", "Bob"])
    name, move, version = table.current_player, table.any_move(), table.now.version
    first = table.act(name, move, version, key="once")
    again = table.act(name, move, version, key="once")
    assert (first.changed, again.changed) == (True, False)
    assert Entry.objects.filter(game=table.game).count() == 2


def test_an_older_version_is_refused_and_changes_nothing(start_game: type[RunningTable]) -> None:
    table = start_game(["Ann", "Bob"])
    name = table.current_player
    before = table.now.state
    with pytest.raises(Stale):
        table.act(name, table.any_move(), version=0)
    assert table.now.state == before


def test_a_player_cannot_move_when_it_is_not_their_turn(start_game: type[RunningTable]) -> None:
    table = start_game(["Ann", "Bob"])
    other = "Bob" if table.current_player == "Ann" else "Ann"
    assert refusal_of(lambda: table.act(other, "draw")) == "not_your_turn"


@pytest.mark.parametrize(
    "nonsense", ["", "dance", "play", "play R7 red red red", "draw -1", "draw 1e9", "x" * 5000, "\x00"]
)
def test_unreadable_moves_are_refused(start_game: type[RunningTable], nonsense: str) -> None:
    table = start_game(["Ann", "Bob"])
    with pytest.raises(TableRefusal, match=r"\.$"):
        table.act(table.current_player, nonsense)
    assert table.now.version == 1


def test_a_person_without_a_seat_cannot_move(start_game: type[RunningTable], django_user_model: type[User]) -> None:
    table = start_game(["Ann", "Bob"])
    table.people["Dan"] = django_user_model.objects.create_user("Dan")
    assert refusal_of(lambda: table.act("Dan", table.any_move())) == "not_playing"


def test_a_table_without_a_game_refuses_moves(start_game: type[RunningTable], django_user_model: type[User]) -> None:
    ann = django_user_model.objects.create_user("Ann")
    with pytest.raises(NoGame):
        services.act("nowhere2", ann, "draw", 1)


def test_a_second_game_cannot_start_during_the_first(start_game: type[RunningTable]) -> None:
    table = start_game(["Ann", "Bob"])
    assert refusal_of(lambda: services.start(table.table)) == "already_started"


def test_due_actions_let_bots_play_a_whole_match(start_game: type[RunningTable]) -> None:
    table = start_game([], bots=["Easy", "Hard", "Ruthless"], rules=Rules.preset("Robots"))
    for _ in range(600):
        if table.now.ended:
            break
        assert table.do_due_action() is not None
    game = Game.objects.get(pk=table.game.pk)
    assert game.ended_at is not None
    assert game.due_at is None
    assert game.winner == table.now.state.winner
    assert replay(stored(game), check=True) == table.now.state
    assert [player.score for player in game.players.all()] == table.now.state.scores


def test_a_due_action_is_performed_once(start_game: type[RunningTable]) -> None:
    table = start_game([], bots=["Easy", "Hard"], rules=Rules.preset("Robots"))
    before = table.now
    action = table.do_due_action()
    assert action is not None
    assert services.tick(before.code, before.version, action) is False
    assert Entry.objects.filter(game=table.game).count() == 2


def test_after_two_missed_deadlines_a_bot_plays_until_the_players_next_move(start_game: type[RunningTable]) -> None:
    table = start_game(["Ann", "Bob"])
    absent = table.current_player
    for _ in range(80):
        sitter = table.now.sitters[table.seat(absent)]
        if sitter.stand_in:
            break
        table.do_due_action()
    assert table.now.sitters[table.seat(absent)].stand_in == "Medium"
    assert table.now.sitters[table.seat(absent)].gave_up
    while table.current_player != absent:
        table.do_due_action()
    table.act(absent, table.any_move())
    assert table.now.sitters[table.seat(absent)].stand_in == ""


def test_a_bot_replaces_a_player_who_leaves_until_they_return(start_game: type[RunningTable]) -> None:
    table = start_game(["Ann", "Bob"])
    version = table.now.version
    services.leave(table.code, table.people["Ann"])
    sitter = table.now.sitters[table.seat("Ann")]
    assert (sitter.stand_in, sitter.has_left) == ("Medium", True)
    assert table.now.version == version + 1
    services.come_back(table.code, table.people["Ann"])
    assert not table.now.sitters[table.seat("Ann")].has_left


def test_a_player_who_was_not_away_changes_nothing_by_coming_back(start_game: type[RunningTable]) -> None:
    table = start_game(["Ann", "Bob"])
    version = table.now.version
    services.come_back(table.code, table.people["Ann"])
    assert table.now.version == version
    services.leave(table.code, table.people["Ann"])
    services.leave(table.code, table.people["Ann"])
    assert table.now.version == version + 1


def test_nobody_can_leave_and_come_back_again_and_again(
    start_game: type[RunningTable], client: Client, stopped_limits: None
) -> None:
    """Each time is a version, at which the others cannot move as they were about to."""
    table = start_game(["Ann", "Bob"])
    client.force_login(table.people["Bob"])
    answers = [client.post(f"/t/{table.code}/{what}/").status_code for what in ("leave", "return") * 15]
    assert answers == [302] * 20 + [429, 302] * 5  # who could not leave changes nothing by coming back
    services.come_back(table.code, table.people["Ann"])
    services.leave(table.code, table.people["Ann"])


def test_nobody_can_use_up_the_key_of_another_player(start_game: type[RunningTable]) -> None:
    table = start_game(["Ann", "Bob"])
    first, second = table.current_player, "Bob" if table.current_player == "Ann" else "Ann"
    table.act(first, table.any_move(), key="mine")
    while table.current_player != second:
        table.act(first, table.any_move())
    version = table.now.version
    assert table.act(second, table.any_move(), key="mine").changed
    assert table.now.version == version + 1
    table.act(second, "draw", version, key="mine")
    assert table.now.version == version + 1


def test_a_removed_player_cannot_return_to_the_seat(start_game: type[RunningTable]) -> None:
    table = start_game(["Ann", "Bob"])
    bob = table.people["Bob"]
    services.leave(table.code, bob)
    Ban.objects.create(table=table.table, person=bob)
    for wanted in (lambda: services.come_back(table.code, bob), lambda: table.act("Bob", "draw")):
        assert refusal_of(wanted) == "host_ban"
    assert table.now.sitters[table.seat("Bob")].has_left


def test_a_bots_seat_can_be_taken_over_once(start_game: type[RunningTable], django_user_model: type[User]) -> None:
    table = start_game(["Ann"], bots=["Easy"])
    cleo, dan = (django_user_model.objects.create_user(name) for name in ("Cleo", "Dan"))
    services.take_over(table.code, cleo, 1)
    assert table.now.sitters[1].name == "Cleo"
    assert Place.objects.get(table=table.table, number=1).person == cleo
    assert refusal_of(lambda: services.take_over(table.code, dan, 1)) == "not_a_bot"


def test_a_key_that_was_used_for_another_move_is_refused_and_plays_nothing(start_game: type[RunningTable]) -> None:
    table = start_game(["Ann", "Bob"])
    mover = table.current_player
    table.act(mover, table.any_move(), key="once")
    while table.current_player != mover:
        table.act(table.current_player, table.any_move())
    version = table.now.version
    assert refusal_of(lambda: table.act(mover, table.any_move(), key="once")) == "key_used"
    assert table.now.version == version
    assert Entry.objects.filter(game=table.game).count() == version


def test_a_process_with_an_outdated_snapshot_reads_the_game_again(start_game: type[RunningTable]) -> None:
    """Another process has stored a move in the meantime."""
    table = start_game(["Ann", "Bob"])
    old = table.now
    table.act(table.current_player, table.any_move())
    newest = table.now.version
    snapshot.forget(table.code)
    snapshot.keep(old)
    services.leave(table.code, table.people["Ann"])
    assert table.now.version == newest + 1


def test_of_the_log_only_what_is_new_is_read_and_nothing_is_missing(start_game: type[RunningTable]) -> None:
    table = start_game(["Ann", "Bob"])
    before = table.now
    for _ in range(50):
        table.act(table.current_player, table.any_move())
    after = table.now
    for old in (before, replace(after, version=after.version - 3, log=after.log[:-3])):
        go_back_to(old)
        with CaptureQueriesContext(connection) as queries:
            again = table.now
        (entries,) = [query["sql"] for query in queries if 'FROM "games_entry"' in query["sql"]]
        assert re.search(rf'"number" > {old.log[-1].number}\b', entries)
        assert again.log == after.log
        assert again.version == after.version


def test_a_snapshot_contains_no_move_played_while_it_was_read(start_game: type[RunningTable]) -> None:
    table = start_game(["Ann", "Bob"])
    asked_for = Game.objects.get(pk=table.game.pk)
    table.act(table.current_player, table.any_move())
    taken = snapshot.read(asked_for)
    assert (taken.version, taken.log[-1].number) == (1, 1)
    assert (table.now.version, table.now.log[-1].number) == (2, 2)


@pytest.mark.django_db(transaction=True)
def test_a_move_costs_few_statements(
    start_game: type[RunningTable], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    table = start_game(["Ann", "Bob"])
    access.read(table.code)  # as a page or a socket did before
    mover, move, version = table.current_player, table.any_move(), table.now.version
    with django_assert_num_queries(4):  # begin, the entry, the game, and commit
        services.act(table.code, table.people[mover], move, version, "a key")


def test_a_move_of_another_process_is_noticed(start_game: type[RunningTable]) -> None:
    """What this process keeps is one move behind when the same move arrives twice, and when its player moves again."""
    table = start_game(["Ann", "Bob"])
    access.read(table.code)
    mover, move, before = table.current_player, table.any_move(), table.now
    for key, refused in (("a key", False), ("a key", False), ("another", True)):
        go_back_to(before)
        with pytest.raises(Stale) if refused else nullcontext():
            services.act(table.code, table.people[mover], move, before.version, key)
    assert Entry.objects.filter(game=before.game, number__gt=before.version).count() == 1
    assert Game.objects.get(pk=before.game).version == before.version + 1


def test_a_ban_by_another_process_is_noticed(start_game: type[RunningTable]) -> None:
    table = start_game(["Ann", "Bob"])
    access.read(table.code)
    mover, move, version = table.current_player, table.any_move(), table.now.version
    Ban.objects.create(table=table.table, person=table.people[mover])
    Table.objects.filter(pk=table.table.pk).update(version=F("version") + 1)
    with pytest.raises(NotPlaying):
        services.act(table.code, table.people[mover], move, version, "a key")
    assert not Entry.objects.filter(key=stored_key(table.people[mover], "a key")).exists()


def go_back_to(before: snapshot.Snapshot) -> None:
    """Keep an older version of a game in this process, as if another process had made the moves since."""
    snapshot.forget(before.code)
    snapshot.keep(before)


def test_a_due_action_of_a_game_that_has_ended_is_not_performed(start_game: type[RunningTable]) -> None:
    table = start_game(["Ann"], bots=["Easy"])
    before = table.now
    action = schedule.due_actions(before)[0]
    services.abandon(table.table)
    assert services.tick(table.code, before.version, action) is False


def test_a_player_without_time_on_the_clock_is_not_absent(start_game: type[RunningTable]) -> None:
    table = start_game(["Ann", "Bob"], rules=Rules(turn_clock=60, decision_seconds=0, uno_call="off"))
    slow = table.current_player
    for _ in range(12):
        if table.current_player == slow:
            table.do_due_action()
        else:
            table.act(table.current_player, table.any_move())
    sitter = table.now.sitters[table.seat(slow)]
    assert (sitter.missed, sitter.stand_in) == (0, "")
    assert table.now.state.clocks[table.seat(slow)] == 0.0


@pytest.mark.parametrize("answer", ["challenge", "accept"])
def test_bots_let_people_see_a_verdict_before_they_go_on(answer: str) -> None:
    line = "Official | WD4 G2 G3 / B7 B1 R3 / Y1 Y2 R4 | 0 clockwise red | G1 G4 G5 G6 G8 G9 B2 B3 | R1"
    bots = tuple(sitter(seat, bot="Hard") for seat in range(3))
    table = position(line, (0, "play WD4"), (0, "color blue"), (1, answer), sitters=bots)
    after = next(action.due - table.state.since for action in schedule.due_actions(table) if action.decides)
    longest = BOTS["Hard"].pace.longest
    look = schedule.TO_SEE["challenge_won"] if answer == "challenge" else 0.0
    assert look <= after <= look + longest


def test_bots_play_faster_while_all_people_wait_for_the_next_round() -> None:
    line = f"No Mercy | RD4 R3 R4 / {MANY} / Y1 Y2 | 0 clockwise red | G1 G2 G3 G4 G5 G6 G7 G8 | R9"

    def pause(*people: int) -> float:
        """How long the bot of seat 2 waits after seat 1 was knocked out, if these seats are people's."""
        sitters = tuple(sitter(seat, bot="" if seat in people else "Hard") for seat in range(3))
        table = position(line, (0, "play RD4"), (1, "accept"), sitters=sitters)
        assert list(table.state.out) == [1]
        return next(action.due - table.state.since for action in schedule.due_actions(table) if action.decides)

    look = schedule.TO_SEE["knocked_out"]
    assert look > 0
    assert pause(1) - look == pytest.approx(schedule.SHARE_OF_A_PAUSE * (pause() - look))
    assert pause(0, 1) == pytest.approx(pause())


def test_bots_let_people_see_a_flip_before_they_go_on() -> None:
    bots = tuple(sitter(seat, bot="Hard") for seat in range(2))
    table = position(
        "Flip | YF|P4 R1|P3 / G2|TE Y7|O2 | 0 clockwise yellow | G3|U2 G4|T9 | Y1|PE", (0, "play YF"), sitters=bots
    )
    after = next(action.due - table.state.since for action in schedule.due_actions(table) if action.decides)
    pace = BOTS["Hard"].pace
    assert schedule.TO_SEE["flipped"] + pace.shortest <= after <= schedule.TO_SEE["flipped"] + pace.longest


def test_bots_let_people_see_the_deal_before_they_play() -> None:
    line = "Official | R7 G2 / B7 B1 R3 / Y1 Y2 R4 | 0 clockwise red | G1 G4 G5 G6 G8 G9 | R1"
    bots = tuple(sitter(seat, bot="Hard") for seat in range(3))
    fresh = position(line, sitters=bots)
    later = position(line, (0, "play R7"), sitters=bots)
    first, second = (
        next(action.due - table.state.since for action in schedule.due_actions(table) if action.decides)
        for table in (fresh, later)
    )
    longest = BOTS["Hard"].pace.longest
    assert schedule.AFTER_THE_DEAL < first <= schedule.AFTER_THE_DEAL + longest
    assert second <= longest < schedule.AFTER_THE_DEAL
