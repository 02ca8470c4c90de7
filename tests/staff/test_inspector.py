"""The inspector: a game's entries, its state at any moment, and any seat's view of it."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.core.management import call_command

from games.devtools import demo_data
from games.models import Entry, Game
from games.models import Player as Row
from tests.conftest import Player
from tests.staff.test_actions import play
from tests.table.conftest import RunningTable

pytestmark = pytest.mark.django_db


def page(player: Player, table: RunningTable, query: str = "") -> str:
    return player.client.get(f"/admin/games/game/{table.game.pk}/change/?{query}").content.decode()


def test_it_shows_the_state_the_player_asked_and_the_deadline(
    olga: Player, start_game: Callable[..., RunningTable]
) -> None:
    table = start_game(["Ann", "Bob"])
    seen = page(olga, table)
    assert f"{table.current_player}’s turn" in seen
    assert "until" in seen
    assert "◀ the game waits here" in seen
    assert "Exactly the official rules." in seen
    for words in ("Top card", "Color in play", "Draw pile", "connected"):
        assert words in seen


def test_rules_are_shown_as_differences_from_the_official_ones(
    olga: Player, start_game: Callable[..., RunningTable]
) -> None:
    from games.engine import Rules

    seen = page(olga, start_game(["Ann", "Bob"], rules=Rules.preset("House", jump_in=True)))
    assert "Jump-in" in seen
    assert "(official:" in seen


def test_every_entry_is_listed_with_its_events_and_can_be_filtered_by_seat(olga: Player, table: RunningTable) -> None:
    play(table, 6)
    assert page(olga, table).count('#stands">') >= 7
    numbers = {entry.number for entry in Entry.objects.filter(game=table.game, seat=0)}
    mine = page(olga, table, "seat=0")
    shown = {int(number) for number in re.findall(r'seat=0#stands">(\d+)</a></th>', mine)}
    assert shown == numbers


def test_the_state_after_any_entry_can_be_shown(olga: Player, table: RunningTable) -> None:
    play(table, 4)
    first = page(olga, table, "at=1")
    assert "State after entry 1" in first
    assert 'rel="next"' in first
    assert 'rel="prev"' not in first
    assert "Current state" in page(olga, table)


def test_a_game_that_is_over_can_be_seen_from_every_seat(
    olga: Player, table: RunningTable, do: Callable[..., Any]
) -> None:
    play(table, 2)
    do(olga, "end-game", table.game.pk)
    hands = [len(hand) for hand in table.now.state.hands]
    assert page(olga, table, "as=all").count('class="card"') == sum(hands)
    assert page(olga, table, "as=1").count('class="card"') == hands[1]
    assert page(olga, table, "as=nobody").count('class="card"') == 0
    assert page(olga, table, "as=all&at=1").count('class="card"') == 21


def test_the_seed_is_never_shown(olga: Player, table: RunningTable, do: Callable[..., Any]) -> None:
    do(olga, "look", table.game.pk)
    seed = str(table.now.state.seed)
    assert seed not in page(olga, table, "as=all")
    do(olga, "end-game", table.game.pk)
    assert seed not in page(olga, table, "as=all&at=1")


# --- replay and compare


def test_replay_and_compare_confirms_a_log_or_names_the_first_difference(olga: Player, table: RunningTable) -> None:
    play(table, 5)
    path = f"/admin/games/game/{table.game.pk}/replay/"
    assert "leads to exactly the stored state" in olga.client.post(path, follow=True).content.decode()
    Entry.objects.filter(number=3).update(move="play R1")
    answer = olga.client.post(path, follow=True).content.decode()
    assert "does not lead to its stored state" in answer
    assert "Entry 2" in answer or "It cannot be replayed" in answer


def test_a_damaged_game_is_reported(olga: Player, table: RunningTable) -> None:
    Game.objects.update(state="{}")
    assert "The stored data of this game is damaged" in page(olga, table)


def test_all_games_are_verified_by_one_command(table: RunningTable, capsys: pytest.CaptureFixture[str]) -> None:
    list(demo_data.seed(30, 2))
    call_command("verify", "games")
    assert "Games replayed: 33. Different from their stored state: 0." in capsys.readouterr().out
    broken = Game.objects.latest("pk")
    Game.objects.filter(pk=broken.pk).update(state=Game.objects.earliest("pk").state)
    with pytest.raises(SystemExit):
        call_command("verify", "games")
    said = capsys.readouterr().out
    assert f"Game {broken.pk}: The log leads to another state" in said
    assert "Different from their stored state: 1." in said


@pytest.mark.parametrize(
    ("events", "message"),
    [
        ('[["nonsense"]]', "Entry 0, “deal”, does not follow"),
        ('[["', "It cannot be replayed: JSONDecodeError"),
    ],
)
def test_an_unreadable_log_is_reported(
    table: RunningTable, capsys: pytest.CaptureFixture[str], events: Any, message: Any
) -> None:
    Entry.objects.filter(number=1).update(events=events)
    with pytest.raises(SystemExit):
        call_command("verify", "games")
    assert f"Game {table.game.pk}: {message}" in capsys.readouterr().out


def test_the_demo_data_consists_of_valid_games(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("seed", "demo", games=40, live=3)
    assert "Finished games: 40. Live tables: 3." in capsys.readouterr().out
    assert Game.objects.filter(ended_at=None).count() == 3
    assert Game.objects.filter(ended_at__isnull=False, abandoned=False).exists()
    assert len(set(Row.objects.values_list("name", flat=True))) > 10
    call_command("verify", "games")
