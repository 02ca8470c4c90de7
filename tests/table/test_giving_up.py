"""Who leaves or abandons a match that needs_player them: it says how reliable they are."""

import pytest

from games.engine import Rules, State
from games.models import Game, Player
from games.table import services
from games.table.services import operating
from games.table.services.sitting import needs_player
from tests.table.conftest import RunningTable


def gave_up(table: RunningTable, name: str) -> bool:
    stored = Player.objects.get(game=table.now.game, person=table.people[name]).gave_up
    assert table.now.sitters[table.seat(name)].gave_up == stored
    return stored


def test_a_player_who_leaves_gives_up_until_they_are_back(start_game: type[RunningTable]) -> None:
    table = start_game(["Ann", "Bob"])
    services.leave(table.code, table.people["Ann"])
    assert gave_up(table, "Ann")
    assert not gave_up(table, "Bob")
    services.come_back(table.code, table.people["Ann"])
    assert not gave_up(table, "Ann")


def test_a_player_who_is_sent_away_has_not_given_up(start_game: type[RunningTable]) -> None:
    table = start_game(["Ann", "Bob"])
    operating.send_away(table.code, table.people["Bob"].pk)
    assert not gave_up(table, "Bob")
    services.abandon(table.table)
    assert not gave_up(table, "Bob")
    assert Player.objects.get(game__table=table.table, person=table.people["Ann"]).gave_up


def test_a_match_without_end_can_be_left(start_game: type[RunningTable]) -> None:
    table = start_game(["Ann", "Bob"], rules=Rules(score_limit="unlimited"))
    services.leave(table.code, table.people["Ann"])
    services.abandon(table.table)
    assert not Player.objects.filter(game__table=table.table, gave_up=True).exists()


def test_a_game_with_a_damaged_state_can_be_abandoned(start_game: type[RunningTable]) -> None:
    table = start_game(["Ann", "Bob"])
    Game.objects.update(state="{}")
    services.abandon(table.table)
    assert Game.objects.get().abandoned


@pytest.mark.parametrize(
    ("limit", "out", "gone", "needed"),
    [
        ("one_round", {0: 40}, (), False),
        ("1000", {0: 40}, (), True),
        ("elimination", {0: 0}, (0,), False),
        ("elimination", {0: 40}, (), True),
        ("one_round", {1: 40}, (), True),
    ],
)
def test_a_match_does_not_need_who_is_out_of_it(
    limit: str, out: dict[int, int], gone: tuple[int, ...], needed: bool
) -> None:
    state = State(Rules(score_limit=limit), 3)
    state.out, state.gone = out, gone
    assert needs_player(state, 0) == needed
