"""The inspector: a game's entries, its state at any moment, and any seat's view of it."""

import html
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils.html import escape

from games.devtools import demo_data
from games.engine import Diverged
from games.models import Entry, Game
from games.models import Player as Row
from games.staff.services import difference, verify_all
from games.wording.inspection import CONNECTION, FACTS
from games.wording.options import differences
from games.wording.prompts import WAITING
from games.wording.refusals import sentence
from games.wording.staff import NOTES, note
from tests.conftest import Player
from tests.responses import find, text
from tests.staff.test_actions import play
from tests.table.conftest import RunningTable

pytestmark = pytest.mark.django_db


def page(player: Player, table: RunningTable, query: str = "") -> str:
    return text(get(player, table, query))


def get(player: Player, table: RunningTable, query: str = "") -> Any:
    return player.client.get(f"/admin/games/game/{table.game.pk}/change/?{query}")


def entry_shown(html: str) -> int:
    """Return after which entry the page shows the game."""
    return int(find(r'name="at"[^>]* value="(\d+)"', html))


def beginning(code: str) -> str:
    """Return what is always the same in a note about a game that cannot be replayed."""
    return str(NOTES[code]).partition("{")[0]


def test_it_shows_the_state_the_player_asked_and_the_deadline(
    olga: Player, start_game: Callable[..., RunningTable]
) -> None:
    table = start_game(["Ann", "Bob"])
    deadline = table.now.state.deadline
    assert deadline is not None
    answer = get(olga, table)
    inspected = answer.context["inspected"]
    assert inspected.asked == WAITING["turn"].format(name=table.current_player)
    assert (inspected.until - table.game.started_at).total_seconds() == pytest.approx(deadline)
    assert inspected.differences == ()
    assert "◀" in inspected.tree
    html = text(answer)
    for part in (inspected.asked, inspected.until.strftime("%H:%M:%S"), escape(inspected.tree)):
        assert part in html
    for name in ("top", "color", "to_draw"):
        assert f"<dt>{FACTS[name]}</dt>" in html
    assert f"<td>{CONNECTION['connected']}</td>" in html


def test_rules_are_shown_as_differences_from_the_official_ones(
    olga: Player, start_game: Callable[..., RunningTable]
) -> None:
    from games.engine import Rules

    rules = Rules.preset("House", jump_in=True)
    seen = page(olga, start_game(["Ann", "Bob"], rules=rules))
    assert differences(rules)
    assert all(escape(line) in seen for line in differences(rules))


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
    assert entry_shown(first) == 1
    assert 'rel="next"' in first
    assert 'rel="prev"' not in first
    assert entry_shown(page(olga, table)) == table.now.version


def test_a_game_that_is_over_can_be_seen_from_every_seat(
    olga: Player, table: RunningTable, do: Callable[..., Any]
) -> None:
    play(table, 2)
    do(olga, "end-game", table.game.pk)
    assert "without a winner · <a" in html.unescape(page(olga, table))
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
    assert note("replay_agrees", entry=table.now.version) in text(olga.client.post(path, follow=True))
    Entry.objects.filter(number=3).update(move="play R1")
    table.game.refresh_from_db()
    problem = difference(table.game)
    assert "2" in problem or problem.startswith(beginning("not_replayable"))
    assert escape(note("replay_differs", game=table.game.pk, problem=problem)) in text(
        olga.client.post(path, follow=True)
    )


def test_a_damaged_game_is_reported(olga: Player, table: RunningTable) -> None:
    Game.objects.update(state="{}")
    answer = get(olga, table)
    assert answer.status_code == 200
    assert "staff/damaged.html" in {template.name for template in answer.templates}


def test_all_games_are_verified_by_one_command(table: RunningTable, capsys: pytest.CaptureFixture[str]) -> None:
    list(demo_data.seed(30, 2))
    call_command("verify", "games")
    assert totals(capsys) == ["33", "0"]
    broken = Game.objects.latest("pk")
    Game.objects.filter(pk=broken.pk).update(state=Game.objects.earliest("pk").state)
    with pytest.raises(SystemExit):
        call_command("verify", "games")
    assert totals(capsys) == ["33", "1"]
    problems = {game: problem for game, problem in verify_all() if problem}
    assert list(problems) == [broken.pk]
    assert problems[broken.pk].startswith(beginning("other_state"))


def totals(capsys: pytest.CaptureFixture[str]) -> list[str]:
    """Return the numbers in the last line that the command printed."""
    return re.findall(r"\d+", capsys.readouterr().out.splitlines()[-1])


@pytest.mark.parametrize(
    ("events", "problem"),
    [
        ('[["nonsense"]]', sentence(Diverged("umpire_entry", number=0, move="deal"))),
        ('[["', beginning("not_replayable") + "JSONDecodeError"),
    ],
)
def test_an_unreadable_log_is_reported(
    table: RunningTable, capsys: pytest.CaptureFixture[str], events: str, problem: str
) -> None:
    Entry.objects.filter(number=1).update(events=events)
    with pytest.raises(SystemExit):
        call_command("verify", "games")
    assert f" {table.game.pk}: {problem}" in capsys.readouterr().out


def test_demo_data_is_not_mixed_with_real_games(table: RunningTable) -> None:
    with pytest.raises(CommandError, match="This database has games"):
        call_command("seed", "demo", games=1, live=0)
    assert Game.objects.count() == 1


def test_the_demo_data_consists_of_valid_games(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("seed", "demo", games=40, live=3)
    assert totals(capsys) == ["40", "3"]
    assert Game.objects.filter(ended_at=None).count() == 3
    assert Game.objects.filter(ended_at__isnull=False, abandoned=False).exists()
    assert len(set(Row.objects.values_list("name", flat=True))) > 10
    call_command("verify", "games")
