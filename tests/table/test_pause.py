"""The pause after a round: who waits, for how long, and who may end it."""

from games.models import Entry, Player
from games.table import schedule, services
from tests.table.conftest import RunningTable

LAST_CARDS = "Official | R7 / B1 B3 | 0 clockwise red | G1 G2 | R1"
WITH_BOT = "Official | R7 / B1 B3 / G9 G8 | 0 clockwise red | G1 G2 | R1"


def after_a_round(start_game: type[RunningTable], with_bot: bool = False) -> RunningTable:
    table = start_game(["Ann", "Bob"], bots=["Easy"] if with_bot else [])
    table.set_position(WITH_BOT if with_bot else LAST_CARDS)
    table.act("Ann", "play R7")
    return table


def test_when_the_pause_is_over_the_next_round_is_dealt_and_nobody_has_missed_anything(
    start_game: type[RunningTable],
) -> None:
    table = after_a_round(start_game)
    (action,) = schedule.due_actions(table.now)
    assert action.due == table.now.state.since + 6
    table.do_due_action()
    assert table.now.state.round == 2
    assert not Player.objects.filter(missed__gt=0).exists()
    assert list(Entry.objects.filter(game=table.game).values_list("move", flat=True)) == ["deal", "play R7", "decide"]


def test_the_pause_ends_at_once_when_all_people_want_to_go_on(start_game: type[RunningTable]) -> None:
    table = after_a_round(start_game, with_bot=True)
    table.act("Bob", "continue")
    (action,) = schedule.due_actions(table.now)
    assert action.due == table.now.state.since + 6
    table.act("Ann", "continue")
    (action,) = schedule.due_actions(table.now)
    assert action.due == table.now.state.now
    assert services.tick(table.code, table.now.version, action)
    assert table.now.state.round == 2


def test_where_only_bots_play_the_pause_lasts_for_those_who_watch(start_game: type[RunningTable]) -> None:
    table = start_game([], bots=["Easy", "Easy"])
    table.set_position(LAST_CARDS)
    services.tick(table.code, 1, schedule.DueAction(0.0, 0, "play R7"))
    (action,) = schedule.due_actions(table.now)
    assert action.due == table.now.state.since + 6


def test_a_player_who_is_away_does_not_make_the_others_wait(start_game: type[RunningTable]) -> None:
    table = after_a_round(start_game)
    services.leave(table.code, table.people["Bob"])
    table.act("Ann", "continue")
    (action,) = schedule.due_actions(table.now)
    assert action.due == table.now.state.now
