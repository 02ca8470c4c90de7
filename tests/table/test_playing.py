"""One click, from the service down: what is accepted, what is refused, and what is kept."""

from collections.abc import Callable
from typing import Any

import pytest

from games import access
from games.engine import Entry as LogEntry
from games.engine import Rules, replay
from games.engine.notation import read_events
from games.models import Ban, Entry, Game, Place, User
from games.table import schedule, services, snapshot
from games.table.refusals import NoGame, Stale, TableRefusal
from tests.table.conftest import RunningTable


def stored(game: Game) -> Any:
    return [
        LogEntry(entry.seat, entry.move, entry.now, read_events(entry.events))
        for entry in Entry.objects.filter(game=game)
    ]


def refusal_of(work: Callable[[], object]) -> str:
    """The code with which something is refused."""
    with pytest.raises(TableRefusal) as refusal:
        work()
    return refusal.value.code


def test_a_move_is_one_entry_and_the_log_leads_to_the_stored_state(stage: type[RunningTable]) -> None:
    table = stage(["Ann", "Bob"])
    name, move = table.on_turn, table.any_move()
    outcome = table.act(name, move)
    assert outcome.changed
    assert outcome.table.version == 2
    assert [entry.move for entry in Entry.objects.filter(game=table.game)] == ["deal", move]
    assert replay(stored(table.game), check=True) == snapshot.read(Game.objects.get(pk=table.game.pk)).state


def test_a_repeated_key_is_answered_again_and_played_once(stage: type[RunningTable]) -> None:
    table = stage(["Ann", "Bob"])
    name, move, version = table.on_turn, table.any_move(), table.now.version
    first = table.act(name, move, version, key="once")
    again = table.act(name, move, version, key="once")
    assert (first.changed, again.changed) == (True, False)
    assert Entry.objects.filter(game=table.game).count() == 2


def test_an_older_version_is_refused_and_changes_nothing(stage: type[RunningTable]) -> None:
    table = stage(["Ann", "Bob"])
    name = table.on_turn
    before = table.now.state
    with pytest.raises(Stale):
        table.act(name, table.any_move(), version=0)
    assert table.now.state == before


def test_a_player_cannot_move_when_it_is_not_their_turn(stage: type[RunningTable]) -> None:
    table = stage(["Ann", "Bob"])
    other = "Bob" if table.on_turn == "Ann" else "Ann"
    assert refusal_of(lambda: table.act(other, "draw")) == "not_your_turn"


@pytest.mark.parametrize(
    "nonsense", ["", "dance", "play", "play R7 red red red", "draw -1", "draw 1e9", "x" * 5000, "\x00"]
)
def test_nonsense_is_refused_in_a_sentence(stage: type[RunningTable], nonsense: str) -> None:
    table = stage(["Ann", "Bob"])
    with pytest.raises(TableRefusal, match=r"\.$"):
        table.act(table.on_turn, nonsense)
    assert table.now.version == 1


def test_somebody_without_a_seat_cannot_move(stage: type[RunningTable], django_user_model: type[User]) -> None:
    table = stage(["Ann", "Bob"])
    table.people["Dan"] = django_user_model.objects.create_user("Dan")
    assert refusal_of(lambda: table.act("Dan", table.any_move())) == "not_playing"


def test_where_nothing_is_played_there_is_no_game(stage: type[RunningTable], django_user_model: type[User]) -> None:
    ann = django_user_model.objects.create_user("Ann")
    with pytest.raises(NoGame):
        services.act("nowhere2", ann, "draw", 1)


def test_a_second_game_cannot_start_beside_a_running_one(stage: type[RunningTable]) -> None:
    table = stage(["Ann", "Bob"])
    assert refusal_of(lambda: services.start(table.table)) == "already_started"


def test_bots_play_a_whole_match_by_the_clock_and_everybody_is_back_at_the_table(stage: type[RunningTable]) -> None:
    table = stage([], bots=["Easy", "Hard", "Ruthless"], rules=Rules.preset("Robots"))
    for _ in range(600):
        if table.now.ended:
            break
        assert table.let_happen() is not None
    game = Game.objects.get(pk=table.game.pk)
    assert game.ended_at is not None
    assert game.due_at is None
    assert game.winner == table.now.state.winner
    assert replay(stored(game), check=True) == table.now.state
    assert [player.score for player in game.players.all()] == table.now.state.scores


def test_the_clock_does_nothing_twice(stage: type[RunningTable]) -> None:
    table = stage([], bots=["Easy", "Hard"], rules=Rules.preset("Robots"))
    before = table.now
    deed = table.let_happen()
    assert deed is not None
    assert services.tick(before.code, before.version, deed) is False
    assert Entry.objects.filter(game=table.game).count() == 2


def test_whoever_lets_the_time_run_out_twice_is_played_by_a_bot_until_the_next_move(stage: type[RunningTable]) -> None:
    table = stage(["Ann", "Bob"])
    absent = table.on_turn
    for _ in range(80):
        sitter = table.now.sitters[table.seat(absent)]
        if sitter.stand_in:
            break
        table.let_happen()
    assert table.now.sitters[table.seat(absent)].stand_in == "Medium"
    while table.on_turn != absent:
        table.let_happen()
    table.act(absent, table.any_move())
    assert table.now.sitters[table.seat(absent)].stand_in == ""


def test_a_bot_plays_on_for_who_leaves_and_the_seat_can_be_had_back(stage: type[RunningTable]) -> None:
    table = stage(["Ann", "Bob"])
    version = table.now.version
    services.leave(table.code, table.people["Ann"])
    sitter = table.now.sitters[table.seat("Ann")]
    assert (sitter.stand_in, sitter.has_left) == ("Medium", True)
    assert table.now.version == version + 1
    services.come_back(table.code, table.people["Ann"])
    assert not table.now.sitters[table.seat("Ann")].has_left


def test_whoever_was_sent_away_does_not_get_the_seat_back(stage: type[RunningTable]) -> None:
    table = stage(["Ann", "Bob"])
    bob = table.people["Bob"]
    services.leave(table.code, bob)
    Ban.objects.create(table=table.table, person=bob)
    for wanted in (lambda: services.come_back(table.code, bob), lambda: table.act("Bob", "draw")):
        assert refusal_of(wanted) == "host_ban"
    assert table.now.sitters[table.seat("Bob")].has_left


def test_a_bots_seat_can_be_taken_over_once(stage: type[RunningTable], django_user_model: type[User]) -> None:
    table = stage(["Ann"], bots=["Easy"])
    cleo, dan = (django_user_model.objects.create_user(name) for name in ("Cleo", "Dan"))
    services.take_over(table.code, cleo, 1)
    assert table.now.sitters[1].name == "Cleo"
    assert Place.objects.get(table=table.table, number=1).person == cleo
    assert refusal_of(lambda: services.take_over(table.code, dan, 1)) == "not_a_bot"


def test_in_a_rematch_the_deal_has_moved_on(stage: type[RunningTable]) -> None:
    table = stage(["Ann", "Bob", "Cleo"], rules=Rules(score_limit="one_round"))
    first = table.now.state.dealer
    services.abandon(table.table)
    table.table.refresh_from_db()
    services.start(table.table)
    assert table.now.state.dealer == (first + 1) % 3


def test_a_key_that_was_used_for_another_move_is_refused_and_plays_nothing(stage: type[RunningTable]) -> None:
    table = stage(["Ann", "Bob"])
    table.act(table.on_turn, table.any_move(), key="once")
    version = table.now.version
    assert refusal_of(lambda: table.act(table.on_turn, table.any_move(), key="once")) == "key_used"
    assert table.now.version == version
    assert Entry.objects.filter(game=table.game).count() == version


def test_a_process_whose_picture_is_old_reads_the_game_again(stage: type[RunningTable]) -> None:
    """Another process has moved meanwhile."""
    table = stage(["Ann", "Bob"])
    old = table.now
    table.act(table.on_turn, table.any_move())
    newest = table.now.version
    snapshot.forget(table.code)
    snapshot.keep(old)
    services.leave(table.code, table.people["Ann"])
    assert table.now.version == newest + 1


def test_a_picture_has_nothing_in_it_of_what_was_played_while_it_was_taken(stage: type[RunningTable]) -> None:
    table = stage(["Ann", "Bob"])
    asked_for = Game.objects.get(pk=table.game.pk)
    table.act(table.on_turn, table.any_move())
    taken = snapshot.read(asked_for)
    assert (taken.version, taken.log[-1].number) == (1, 1)
    assert (table.now.version, table.now.log[-1].number) == (2, 2)


@pytest.mark.django_db(transaction=True)
def test_a_move_costs_few_statements(stage: type[RunningTable], django_assert_num_queries: Any) -> None:
    table = stage(["Ann", "Bob"])
    access.read(table.code)  # as a page or a socket has done before
    mover, move, version = table.on_turn, table.any_move(), table.now.version
    with django_assert_num_queries(5):  # begin, the lock, the entry, the game, and commit
        services.act(table.code, table.people[mover], move, version, "a key")


def test_what_is_due_in_a_game_that_has_ended_meanwhile_is_left_alone(stage: type[RunningTable]) -> None:
    table = stage(["Ann"], bots=["Easy"])
    before = table.now
    deed = schedule.due_actions(before)[0]
    services.abandon(table.table)
    assert services.tick(table.code, before.version, deed) is False
