"""The check of a deal: it accepts what was played, finds every change, and needs nothing of this project."""

import ast
import copy
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from games.engine import DECKS, PRESETS, Rules, deal_from
from games.engine.rounds import may_begin
from games.engine.stored import as_beginning
from games.engine.umpire import take_back
from games.history import check_deal, files
from games.history.fairness import CHECK
from games.table.commitments import source_from
from tests.history.dealing import SECRET, Document, agreed, dealt_game, document_of, play_log
from tests.history.tampering import CHANGES, Change, verdict

pytestmark = pytest.mark.once


@pytest.fixture(scope="module")
def played() -> Document:
    """A match of several rounds with a reshuffle."""
    return dealt_game("Official", number=6, moves=5000, score_limit="500", hand_size=15, draw="until_playable")


@pytest.fixture
def document(played: Document) -> Document:
    return copy.deepcopy(played)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_game_is_accepted(preset: str) -> None:
    for number, mode in enumerate(["official", "number_only", "no_effect"]):
        document = dealt_game(preset, 3 + number, number, moves=150, first_card=mode)
        assert verdict(document) == ""
        assert files.read(json.dumps(document)).entries


def test_games_with_every_way_of_moving_cards_are_accepted() -> None:
    options = {"seven": "swap", "zero": "pass", "mercy_limit": 12, "score_limit": "elimination", "jump_in": True}
    kinds = set()
    for deck in ("classic_112", "flip", "no_mercy"):
        document = dealt_game("House", 5, 2, moves=900, deck=deck, **options)
        assert verdict(document) == ""
        kinds |= {event[0] for entry in document["entries"] for event in entry["events"]}
    assert kinds >= {"swapped", "passed_hands", "knocked_out", "eliminated", "shuffled_hands", "flipped", "reshuffled"}
    assert kinds >= {"discarded_all", "roulette", "reversed", "noted"}


@pytest.mark.parametrize(("change", "sentence", "_"), CHANGES, ids=[change.__name__ for change, _, _ in CHANGES])
def test_every_change_is_found_and_named(document: Document, change: Change, sentence: str, _: str) -> None:
    change(document)
    assert sentence in verdict(document)


def test_a_changed_file_is_not_replayed(document: Document) -> None:
    document["shuffles"]["contributions"][0]["value"] = "ac" * 16
    with pytest.raises(files.NotAGame, match="a contribution was changed"):
        files.read(json.dumps(document))


def test_the_match_of_these_tests_has_everything(played: Document) -> None:
    kinds = [event[0] for entry in played["entries"] for event in entry["events"]]
    assert verdict(played) == ""
    assert kinds.count("dealt") > 2
    assert "reshuffled" in kinds


def test_a_move_that_was_taken_back_is_followed() -> None:
    rules = Rules.preset("House")
    shuffles = agreed(rules, 3)
    state = deal_from(source_from(SECRET, shuffles), shuffles.commitment, rules, 3)
    from random import Random

    log = play_log(state, Random(1), 4)
    before = deal_from(source_from(SECRET, shuffles), shuffles.commitment, rules, 3)
    again = play_log(before, Random(1), 3)
    assert again == log[:-1]
    seat = log[-1].seat or 0
    events = tuple(take_back(state, before, seat, state.now))
    log.append(log[0]._replace(move="take back", now=state.now, events=events))
    document = document_of(state, [*log, *play_log(state, Random(2), 60)[1:]], shuffles)
    assert verdict(document) == ""
    stored = json.loads(document["entries"][5]["events"][0][3])
    stored["hands"][0][0], stored["draw"][0] = stored["draw"][0], stored["hands"][0][0]
    document["entries"][5]["events"][0][3] = json.dumps(stored)
    assert "after a move was taken back" in verdict(document)


def test_a_game_that_goes_on_from_a_position_is_checked_from_there() -> None:
    from random import Random

    rules = Rules.preset("House")
    shuffles = agreed(rules, 3)
    earlier = deal_from(source_from("0a" * 32, shuffles), "e" * 64, rules, 3)
    play_log(earlier, Random(5), 20)
    state = as_beginning(earlier, shuffles.commitment, source_from(SECRET, shuffles))
    document = document_of(state, play_log(state, Random(3), 500), shuffles)
    checked = check_deal.check(document)
    assert any("begins with a position" in sentence for sentence in checked.matched)
    stored = json.loads(document["entries"][0]["events"][0][1])
    stored["draw"][0] = "W" if stored["draw"][0] != "W" else "R1"
    document["entries"][0]["events"][0][1] = json.dumps(stored)
    assert "not those of the deck" in verdict(document)


def test_games_from_before_there_were_commitments_say_so(document: Document) -> None:
    document["shuffles"] = None
    with pytest.raises(check_deal.NothingToCheck, match="before there were commitments"):
        check_deal.check(document)


@pytest.mark.parametrize("part", ["secret", "commitment", "rules", "contributions", "deck"])
@pytest.mark.parametrize("value", [None, 7, "", [], {}, "nonsense"])
def test_damaged_files_are_refused_in_a_sentence(document: Document, part: str, value: object) -> None:
    document["shuffles"][part] = value
    assert verdict(document)


# --- independent of the engine


def test_it_knows_the_decks_and_first_cards_by_itself() -> None:
    for name, deck in DECKS.items():
        assert sorted(check_deal.DECKS[name]) == sorted(deck.cards)
        for mode in ("official", "number_only", "no_effect"):
            for face in deck.faces[0].values():
                assert check_deal.may_begin(face.text, mode) == may_begin(Rules(first_card=mode), face), face


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom):
            yield str(node.module)
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)


def test_it_imports_nothing_but_the_standard_library() -> None:
    assert {name.partition(".")[0] for name in imported(CHECK)} <= sys.stdlib_module_names


def run(folder: Path, *words: str) -> tuple[int, str]:
    (folder / "check_deal.py").write_bytes(CHECK.read_bytes())
    command = [sys.executable, "-I", "check_deal.py", *words]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert not done.stderr
    return done.returncode, done.stdout


def test_it_runs_alone(document: Document, tmp_path: Path) -> None:
    (tmp_path / "game.json").write_text(json.dumps(document))
    commitment = document["shuffles"]["commitment"]
    code, said = run(tmp_path, "game.json", "--commitment", commitment[:8], "--contribution", "ab" * 16, "--seeds")
    assert code == 0
    assert said.endswith("The deal is right.\n")
    assert said.count("entry ") == len(check_deal.check(document).seeds)
    assert run(tmp_path, "game.json", "--commitment", "1234 5678")[0] == 1
    assert run(tmp_path, "game.json", "--contribution", "cd" * 16) == (
        1, "WRONG. Your contribution is not among those of this game.\n"
    )  # fmt: skip


def test_it_names_what_is_wrong_and_what_cannot_be_read(document: Document, tmp_path: Path) -> None:
    document["shuffles"]["secret"] = "08" * 32
    (tmp_path / "game.json").write_text(json.dumps(document))
    code, said = run(tmp_path, "game.json")
    assert (code, said[:33]) == (1, "WRONG. The secret is not the one ")
    (tmp_path / "game.json").write_text("nonsense")
    assert run(tmp_path, "game.json")[0] == 2
    assert run(tmp_path, "missing.json")[0] == 2
    document["shuffles"] = None
    (tmp_path / "game.json").write_text(json.dumps(document))
    assert run(tmp_path, "game.json")[0] == 2
