"""The development commands bench, soak and chart."""

import io
import json
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.devtools import soak
from games.devtools.progress import Progress
from games.engine import State, events, problems, replay
from games.engine.notation import read_game


def run(*words: str) -> Any:
    out = io.StringIO()
    call_command(*words, stdout=out)
    return out.getvalue()


def test_the_bench_prints_its_figures_as_json() -> None:
    printed = json.loads(run("bench", "engine", "--rules", "Robots", "--seats", "3", "--games", "5", "--json"))
    assert printed["rules"] == "Robots"
    assert (printed["seats"], printed["games"]) == (3, 5)
    figures = (
        "games_per_cpu_second", "moves_per_cpu_second", "events_per_cpu_second", "state_bytes", "log_bytes_per_game",
    )  # fmt: skip
    assert all(printed[name] > 0 for name in figures)
    assert printed["moves_per_cpu_second"] > printed["games_per_cpu_second"]


def test_the_bench_prints_its_figures_as_a_table() -> None:
    assert "moves per cpu second" in run("bench", "engine", "--games", "3")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--rules", "Chess"), "There are no rules called Chess"),
        (("--seats", "1"), "2 to 10 players"),
        (("--games", "0"), "at least one game"),
    ],
)
def test_the_bench_reports_invalid_arguments_in_a_sentence(words: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(CommandError, match=sentence):
        run("bench", "engine", *words)


def test_a_soak_plays_the_given_number_of_games_without_failures() -> None:
    assert run("soak", "engine", "--games", "6", "--first", "7").startswith("6 games, ")


def test_a_soak_can_use_several_processes() -> None:
    assert run("soak", "engine", "--games", "4", "--jobs", "2").startswith("4 games, ")


@pytest.mark.parametrize("words", [("--games", "0"), ("--jobs", "0")])
def test_a_soak_of_no_games_is_refused(words: tuple[str, ...]) -> None:
    with pytest.raises(CommandError, match="at least one"):
        run("soak", "engine", *words)


def test_a_soak_prints_its_first_failure_as_a_failing_test(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every draw loses a card here: the checks must find it, and the printed test must fail."""
    real = events.drew

    def losing_a_card(state: State, seat: int, cards: tuple[str, ...]) -> None:
        real(state, seat, cards)
        state.hands[seat].pop()

    monkeypatch.setattr(events, "drew", losing_a_card)
    monkeypatch.setitem(events.KINDS, "drew", losing_a_card)
    seed, _, failure = next(result for result in soak.soak(0, 50, 1) if result[2])
    assert f"def test_random_game_{seed}():" in failure
    log = read_game(failure.split('"""')[3].lstrip())
    assert problems(replay(log)) == ["The cards are not those of the deck."]


def test_a_chart_can_be_printed_for_every_card_of_a_deck() -> None:
    printed = run("chart", "all", "--rules", "No Mercy")
    assert "Wild Color Roulette\n" in printed
    assert "Discard All\n" in printed


def test_a_chart_follows_single_options_and_can_be_a_diagram() -> None:
    assert "challenge:" not in run("chart", "WD4", "--option", "wild_draw=free")
    assert run("chart", "WD4", "--mermaid").startswith("flowchart TD")


def test_a_chart_of_a_position_marks_the_current_step() -> None:
    position = "House | R7 GS / W B2 | 1 clockwise red | G1 G2 | R1"
    assert "the game waits here" in run("chart", "--position", position)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((), "Name a card"),
        (("joker",), "no card joker"),
        (("WD4", "--rules", "Chess"), "no rules called Chess"),
        (("WD4", "--option", "stacking"), "NAME=VALUE"),
        (("WD4", "--option", "stacking=maybe"), "Stacking must be"),
        (("--position", "nonsense"), "A position reads"),
    ],
)
def test_a_chart_reports_invalid_arguments_in_a_sentence(words: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(CommandError, match=sentence):
        run("chart", *words)


class Terminal(io.StringIO):
    def isatty(self) -> Any:
        return True


def test_a_progress_bar_shows_only_on_a_terminal() -> None:
    quiet, watched = io.StringIO(), Terminal()
    for stream in (quiet, watched):
        bar = Progress(10, "games", stream)
        bar.update(10)
        bar.end()
    assert quiet.getvalue() == ""
    assert "10/10" in watched.getvalue()


def test_a_progress_bar_shows_the_remaining_time() -> None:
    assert Progress(200, "games").line(50, 30.0).endswith("50/200, 1:30 left")
    assert Progress(200, "games").line(0, 0.0).endswith("0/200")
