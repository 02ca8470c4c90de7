"""The arena: its schedule, its statistics, and its command."""

import json
import os
import signal
import subprocess
import sys
from io import StringIO
from pathlib import Path
from random import Random

import pytest
from django.core.management import CommandError, call_command

from games.bots import BOTS
from games.bots.search import Budget
from games.devtools.arena.contest import Contest, Outcome, contest, hold, play_deal
from games.devtools.arena.report import report
from games.devtools.arena.scoreboard import scoreboard
from games.devtools.arena.simulation import Table
from games.devtools.arena.stats import as_json, duels, rate, standings, wilson
from games.engine import Rules, deal, view

ROOT = Path(__file__).resolve().parents[2]
ROUND = Rules(score_limit="one_round")
NAMES = ("Easy", "Hard", "Medium", "Ruthless", "Chaotic")


def outcomes(held: Contest) -> list[Outcome]:
    return [game for games in hold(held) for game in games]


def arena(*words: str) -> str:
    out = StringIO()
    call_command("arena", *words, stdout=out, stderr=StringIO())
    return out.getvalue()


# --- the schedule


def test_two_bots_at_two_seats_play_each_deal_from_both_sides() -> None:
    held = contest(["Easy", "Hard"], ROUND, 2, 10)
    assert held.seatings == [(0, 1), (1, 0)]
    assert held.deals == 5


def test_with_two_bots_at_four_seats_the_first_has_each_seat_once() -> None:
    held = contest(["Easy", "Hard"], ROUND, 4, 10)
    assert sorted(held.seatings, reverse=True) == [(1, 1, 1, 0), (1, 1, 0, 1), (1, 0, 1, 1), (0, 1, 1, 1)]
    assert held.deals == 3


def test_all_groups_of_many_bots_play() -> None:
    held = contest(NAMES, ROUND, 3, 10)
    assert len(held.lineups) == 10
    assert len(held.seatings) == 30


def test_with_fewer_bots_than_seats_each_has_the_same_number_of_seats() -> None:
    held = contest(NAMES[:3], ROUND, 4, 12)
    seats = [bot for seating in held.seatings for bot in seating]
    assert {seats.count(bot) for bot in range(3)} == {16}


def test_every_seating_of_a_deal_gets_the_same_cards() -> None:
    """A bot that plays against itself on the same deal makes the same moves whatever its number is."""
    held = contest(["Hard", "Hard"], ROUND.but(uno_call="off"), 2, 2)
    first, second = play_deal(held, 0)
    assert first.winner == second.winner
    assert first.points == second.points


def test_the_same_seed_gives_the_same_games_with_any_number_of_jobs() -> None:
    held = contest(["Easy", "Chaotic", "Mixed"], ROUND, 3, 18, seed=9)

    def results(jobs: int) -> list[tuple[object, ...]]:
        games = [game for games in hold(held, jobs) for game in games]
        return sorted((game.deal, game.seating, game.winner, game.points) for game in games)

    assert (
        results(1)
        == results(2)
        != sorted((game.deal, game.seating, game.winner, game.points) for game in outcomes(held._replace(seed=10)))
    )


def test_a_stronger_bot_wins_more() -> None:
    easy, hard = standings(held := contest(["Easy", "Hard"], ROUND, 2, 400), outcomes(held))
    assert hard.low > easy.high
    assert hard.rating > easy.rating
    assert hard.points > easy.points


def test_expert_beats_random() -> None:
    held = contest(["Expert", "Random"], ROUND, 2, 60, budget=Budget(100))
    expert, random = standings(held, outcomes(held))
    assert expert.low > 0.66
    assert expert.cpu_ms_per_move > random.cpu_ms_per_move


# --- the statistics


def game(winner: int, seating: tuple[int, ...] = (0, 1), deal: int = 0) -> Outcome:
    count = len(seating)
    return Outcome(deal, seating, winner, (10,) * count, (0.5,) * count, (100,) * count, 1)


def test_wilsons_interval_matches_the_textbook_formula() -> None:
    assert [round(bound, 4) for bound in wilson(8, 10)] == [0.4902, 0.9433]
    assert wilson(0, 20)[0] == 0
    assert wilson(20, 20)[1] == 1


def test_a_win_is_counted_for_the_bot_in_the_winning_seat() -> None:
    held = contest(["Easy", "Hard"], ROUND, 2, 4)
    easy, hard = standings(held, [game(0), game(1), game(0, (1, 0)), game(1, (1, 0))])
    assert (easy.games, easy.wins, hard.games, hard.wins) == (4, 2, 4, 2)
    assert (easy.win_rate, easy.points, easy.cpu_ms_per_move) == (0.5, 10, 5)


def test_a_bot_with_three_seats_counts_for_each_of_them() -> None:
    held = contest(["Easy", "Hard"], ROUND, 4, 4)
    easy, hard = standings(held, [game(1, (0, 1, 1, 1)), game(0, (0, 1, 1, 1))])
    assert (easy.games, easy.wins, hard.games, hard.wins) == (2, 1, 6, 1)


def test_the_cross_table_counts_wins_for_each_pair() -> None:
    held = contest(["Easy", "Hard", "Medium"], ROUND, 2, 6)
    table = duels(held, [game(0, (0, 1)), game(1, (1, 0)), game(0, (2, 1)), game(1, (2, 0))])
    assert table[0][1] == (2, 2)
    assert table[1][0] == (0, 2)
    assert table[2][1] == (1, 1)
    assert table[0][2].rate == 1


def test_a_seer_sees_all_hands_and_others_do_not() -> None:
    state = deal(ROUND, 3, Random(1))
    table = Table(state, [BOTS["Easy"]] * 3, [Random(1)] * 3, seers=[1])
    assert table.view(1).open_hands == (state.faces(0), (), state.faces(2))
    assert table.view(0) == view(state, 0)


def test_the_first_bot_sees_all_hands_on_request() -> None:
    honest, seer = (
        outcomes(contest(["Expert", "Hard"], ROUND, 2, 8, budget=Budget(40), open_hands=sees)) for sees in (False, True)
    )
    assert [game.winner for game in honest] != [game.winner for game in seer]


def test_ratings_do_not_depend_on_the_order_of_the_games() -> None:
    held = contest(["Easy", "Hard"], ROUND, 2, 40)
    played = [game(Random(number).randrange(2), deal=number) for number in range(40)]
    mixed = Random(1).sample(played, 40)
    assert rate(held, played) == rate(held, mixed)


def test_the_json_has_exactly_these_keys() -> None:
    held = contest(["Easy", "Hard"], ROUND, 2, 4)
    result = as_json(held, outcomes(held), "Official")
    assert list(result) == ["rules", "seats", "games", "playouts", "open_hands", "bots"]
    keys = ["name", "games", "wins", "win_rate", "low", "high", "rating", "cpu_ms_per_move"]
    assert all(list(line) == keys for line in result["bots"])
    assert (result["rules"], result["seats"], result["games"]) == ("Official", 2, 4)


# --- the command


def test_the_command_prints_a_table_and_a_cross_table() -> None:
    result = arena("easy", "hard", "--games", "8", "--rounds")
    assert "Official, match after one round, 2 seats, 8 games with 4 deals" in result
    assert "wins against" in result
    assert "Easy" in result


def test_the_command_prints_json_for_programs() -> None:
    result = json.loads(arena("Easy", "Hard", "--games", "4", "--rounds", "--seats", "4", "--json"))
    assert [line["name"] for line in result["bots"]] == ["Easy", "Hard"]
    assert [line["games"] for line in result["bots"]] == [4, 12]


def test_rules_can_be_changed_on_the_command_line() -> None:
    result = json.loads(arena("Easy", "Hard", "--games", "2", "--rules", "house", "--set", "jump_in=on", "--json"))
    assert result["rules"] == "House, jump-in on"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["Easy", "Herd"], "There is no bot called Herd. Choose from Random, Easy,"),
        (["Easy"], "at least two bots"),
        (["Easy", "Hard", "--rules", "Whist"], "There are no rules called Whist. The presets are Official, House,"),
        (["Easy", "Hard", "--set", "jump_on=on"], "There is no option called jump_on. The options are deck,"),
        (["Easy", "Hard", "--set", "jump_in"], "OPTION=VALUE"),
        (["Easy", "Hard", "--set", "hand_size=99"], "Hand size must be"),
        (["Easy", "Hard", "--seats", "11"], "2 to 10 players"),
        (["Easy", "Hard", "--seats", "1"], "2 to 10 players"),
        (["Easy", "Hard", "--games", "0"], "at least one game"),
        (["Easy", "Hard", "--set", "score_limit=unlimited"], "never ends"),
        (["Easy", "Hard", "--games", "2", "--rounds", "--report", "/nowhere/report.html"], "cannot be written"),
    ],
)
def test_invalid_arguments_are_reported_in_a_sentence(words: list[str], sentence: str) -> None:
    with pytest.raises(CommandError, match=sentence):
        arena(*words)


def test_an_unknown_bot_is_reported_without_a_traceback() -> None:
    run = subprocess.run(
        [sys.executable, "manage.py", "arena", "Easy", "Herd"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert run.returncode != 0
    assert "Choose from Random, Easy" in run.stderr
    assert "Traceback" not in run.stderr


def test_an_interrupt_prints_the_results_so_far() -> None:
    """The command creates a file when its first games are over; then it is interrupted."""
    result = subprocess.Popen(
        [sys.executable, "manage.py", "arena", "Ruthless", "Hard", "--games", "200000", "--jobs", "2", "-v", "2"],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    assert result.stderr is not None
    first = result.stderr.readline()
    os.killpg(result.pid, signal.SIGINT)
    out, err = result.communicate()
    assert "games" in first
    assert result.returncode == 0
    assert "Stopped after" in err
    assert "Ruthless" in out
    assert "Traceback" not in err


# --- the reports


def test_the_columns_of_the_scoreboard_are_aligned() -> None:
    held = contest(["Easy", "Hard"], ROUND, 2, 4)
    blocks = scoreboard(held, outcomes(held), "Official").split("\n\n")
    assert all(len({len(line) for line in block.splitlines()}) == 1 for block in blocks)


def test_the_report_is_one_page_without_external_files() -> None:
    held = contest(["Easy", "Hard", "Medium"], ROUND, 2, 12)
    page = report(held, outcomes(held), "Official", "manage.py arena …", "2026-01-01")
    assert page.count("<svg") == 5
    assert all(word not in page for word in ("<script", "http:", "https:", "src=", "@import", "url("))
    assert all(BOTS[name].line in page for name in ("Easy", "Hard", "Medium"))
    assert "2026-01-01" in page


def test_the_saved_result_has_its_date_and_settings(tmp_path: Path) -> None:
    arena("Easy", "Hard", "--games", "2", "--rounds", "--save", str(tmp_path / "strength.json"))
    result = json.loads((tmp_path / "strength.json").read_text())
    assert set(result) == {"made", "command", "rules", "seats", "games", "playouts", "open_hands", "bots"}
    assert result["made"][:2] == "20"
