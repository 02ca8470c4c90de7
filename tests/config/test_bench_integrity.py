"""The benchmark counts lost and repeated moves, viewers that are behind, and cards of other players."""

import json
from dataclasses import replace
from random import Random

import pytest
from django.core.management import CommandError, call_command

from games.api.pov import render_game
from games.devtools import bench_browser, bench_program, bench_server
from games.devtools.bench_figures import Load
from games.devtools.bench_integrity import Faults, PlayedMove, Received, Stored, faults, foreign_cards
from games.devtools.bench_stored import stored_game
from games.devtools.bench_tables import seat, session_of
from games.engine import view
from games.models import Game, User
from games.table import services
from games.table.pov import Preferences, pieces
from games.table.snapshot import latest

pytestmark = pytest.mark.once
FIRST, SECOND = PlayedMove(2, 0, "play R1"), PlayedMove(3, 1, "play R3")
STORED = Stored(
    "abc",
    version=3,
    moves=[FIRST, SECOND],
    keys=["a", "b"],
    hands={1: [["R1", "R2"], ["R3", "R3"]], 2: [["R2"], ["R3", "R3"]], 3: [["R2"], ["R3"]]},
)
ANN = Received("abc", 0, 3, [(1, ["R1", "R2"]), (2, ["R2"])], [FIRST])
BOB = Received("abc", 1, 3, [(1, ["R3", "R3"]), (3, ["R3"])], [SECOND])
DAN = Received("abc", None, 3)


def found(*viewers: Received, stored: Stored = STORED) -> Faults:
    return faults(viewers, {"abc": stored})


def test_nothing_is_counted_when_all_is_well() -> None:
    assert found(ANN, BOB, DAN) == Faults()


def test_an_acknowledged_move_that_is_not_in_the_log_is_lost() -> None:
    assert found(ANN, BOB, stored=replace(STORED, moves=[FIRST], keys=["a"])) == Faults(lost_moves=1)


def test_a_move_whose_text_is_stored_differently_is_lost() -> None:
    other = replace(STORED, moves=[FIRST, SECOND._replace(move="draw")])
    assert found(ANN, BOB, stored=other).lost_moves == 1


def test_a_move_that_was_stored_again_is_counted() -> None:
    again = replace(STORED, moves=[FIRST, SECOND, PlayedMove(4, 1, "play R3")])
    assert found(ANN, BOB, stored=again) == Faults(moves_applied_twice=1)


def test_a_key_that_was_used_again_is_counted() -> None:
    assert found(ANN, BOB, stored=replace(STORED, keys=["a", "b", "b"])) == Faults(moves_applied_twice=1)


def test_a_viewer_at_another_version_is_counted() -> None:
    assert found(ANN, BOB, replace(DAN, version=2)) == Faults(viewers_at_another_version=1)


@pytest.mark.parametrize(
    ("viewer", "cards"),
    [
        (replace(ANN, hands=[(1, ["R1", "R3"])]), ["R3"]),
        (replace(BOB, hands=[(2, ["R3", "R3", "R3"])]), ["R3"]),
        (replace(BOB, hands=[(3, ["R3", "R3"])]), ["R3"]),
        (replace(DAN, hands=[(1, ["R1"])]), ["R1"]),
        (replace(ANN, hands=[(9, ["R1"])]), ["R1"]),
    ],
    ids=["of another player", "one too many", "no longer held", "for a spectator", "at no version"],
)
def test_cards_that_are_not_the_viewers_are_counted(viewer: Received, cards: list[str]) -> None:
    assert foreign_cards(viewer, STORED) == cards
    assert faults([viewer], {"abc": STORED}).cards_of_others == len(cards)


def test_tables_are_counted_together() -> None:
    other = replace(STORED, code="xyz", keys=["a", "a"])
    both = faults([replace(ANN, version=1), BOB, replace(DAN, code="xyz", version=1)], {"abc": STORED, "xyz": other})
    assert both == Faults(lost_moves=0, moves_applied_twice=2, viewers_at_another_version=2)


def test_what_is_stored_survives_its_way_between_processes() -> None:
    assert Stored.from_json(STORED.to_json()) == STORED


@pytest.fixture
def game(db: None) -> Game:
    """A game of two in which some moves have been played."""
    [(code, *_)] = seat(1, 2, 0, bench_server.RULES, session_of)
    rng, game = Random(1), Game.objects.get(table__code=code)
    for number in range(8):
        table = latest(code)
        assert table is not None
        mover = table.state.turn
        person = User.objects.get(name=table.names[mover])
        move = str(rng.choice(view(table.state, mover).legal))
        services.act(code, person, move, table.version, key=f"key {number}")
    game.refresh_from_db()
    return game


def test_the_stored_games_are_read_with_moves_keys_and_hands(game: Game) -> None:
    stored, table = stored_game(game), latest(game.table.code)
    assert table is not None
    assert stored.version == table.version == 9
    assert [move.version for move in stored.moves] == list(range(2, 10))
    assert [key.partition(" ")[2] for key in stored.keys] == [f"key {number}" for number in range(8)]
    assert stored.hands[9] == [list(view(table.state, number).hand) for number in range(2)]


def test_the_hands_in_pages_and_streams_are_those_that_are_stored(game: Game) -> None:
    stored, table = stored_game(game), latest(game.table.code)
    assert table is not None
    for number in range(2):
        html = "".join(pieces(table, number, Preferences()).values())
        assert sorted(bench_browser.cards_in(html)) == sorted(stored.hands[9][number])
        program = json.loads(render_game(table, number))
        assert sorted(bench_program.cards_in(program)) == sorted(stored.hands[9][number])
    assert bench_browser.cards_in("".join(pieces(table, None, Preferences()).values())) == []
    assert bench_program.cards_in(json.loads(render_game(table, None))) == []


def test_open_hands_in_a_stream_are_found(game: Game) -> None:
    table = latest(game.table.code)
    assert table is not None
    cards = bench_program.cards_in(json.loads(render_game(table, None, open_hands=True)))
    assert len(cards) == sum(map(len, table.state.hands))


def test_a_button_that_plays_a_card_of_no_hand_is_found() -> None:
    html = '<button id="h-R7-1" value="play R7"></button><button value="play B2"></button>'
    assert bench_browser.cards_in(html) == ["R7", "B2"]


def load(**faults: int) -> Load:
    return Load(1, 2, 0, 1, 1.0, 0.0, 1, 1.0, 1.0, 1.0, 1.0)._replace(**faults)


@pytest.mark.parametrize("name", Faults._fields)
def test_each_fault_lets_the_benchmark_fail(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_server, "measure", lambda plan: load(**{name: 1}))
    with pytest.raises(CommandError, match=f"(?i){name.replace('_', ' ')}: 1"):
        call_command("bench", "table")


@pytest.mark.apart
@pytest.mark.parametrize("words", [(), ("--api",)])
def test_a_small_run_finds_nothing(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    call_command(
        "bench", "table", "--tables=2", "--viewers=3", "--spectators=1", "--idle=1", "--seconds=1", "--json", *words
    )
    figures = json.loads(capsys.readouterr().out)
    assert {name: figures[name] for name in Faults._fields} == Faults()._asdict()
    assert figures["moves"] > 0
    assert 0 < figures["bytes_per_viewer_and_move_p50"] <= figures["bytes_per_viewer_and_move_p95"]
    assert (figures["page_bytes"] > 1000) != bool(words)
