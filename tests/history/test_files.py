"""Games as files: they hold everything, and every change is found and named."""

import json
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from games.engine import Rules
from games.engine import replay as replay_log
from games.engine.stored import dump_state
from games.history import files
from games.history.downloads import download_of
from games.staff.inspector import engine_entries
from games.wording import history as wording
from tests.history.conftest import Played, PlayGame

pytestmark = [pytest.mark.django_db, pytest.mark.once]
Document = dict[str, Any]


@pytest.fixture
def played(play_game: PlayGame) -> Played:
    return play_game("House", score_limit="200", hand_size=3)


@pytest.fixture
def document(played: Played) -> Document:
    found: Document = json.loads(download_of(played.replay()))
    return found


@pytest.mark.parametrize("preset", ["Official", "Flip", "No Mercy", "Partners", "All Wild"])
def test_a_file_has_everything_and_can_be_read_again(play_game: PlayGame, preset: str) -> None:
    names = ("Ann", "Bob", "Cleo") if preset == "Partners" else ("Ann", "Bob")
    played = play_game(preset, score_limit="one_round", hand_size=3, names=names)
    text = download_of(played.replay())
    read = files.read(text)
    assert dump_state(replay_log(read.entries)) == played.game.state
    assert [seat.name for seat in read.seats] == list(played.replay().names)
    document = json.loads(text)
    assert Rules.of(document["rules"]) == Rules.from_json(played.game.rules)
    assert [deal["round"] for deal in document["deals"]] == [1]
    assert len(document["entries"]) == len(played.log)
    assert document["seats"][0]["rank"] == played.replay().ranks[0]


def test_the_page_offers_it(played: Played) -> None:
    client = Client()
    client.force_login(played.people["Ann"], backend="django.contrib.auth.backends.ModelBackend")
    answer = client.get(f"{played.address}game.json")
    assert answer["Content-Disposition"] == f'attachment; filename="game-{played.game.public_id}.json"'
    assert files.read(answer.content.decode()).title == played.replay().title


def first_play(document: Document) -> int:
    return next(number for number, one in enumerate(document["entries"]) if one["move"].startswith("play"))


def another_card(document: Document) -> None:
    entry = document["entries"][first_play(document)]
    entry["events"][0][2] = "W" if entry["events"][0][2] != "W" else "R1"


def another_move(document: Document) -> None:
    document["entries"][first_play(document)]["move"] = "draw"


def another_seat(document: Document) -> None:
    document["entries"][first_play(document)]["seat"] = 9


def another_deal(document: Document) -> None:
    dealt = next(event for event in document["entries"][0]["events"] if event[0] == "dealt")
    dealt[4][0][0], dealt[4][1][0] = dealt[4][1][0], dealt[4][0][0]


def another_seed(document: Document) -> None:
    document["entries"][0]["events"][0][3] += 1


def missing_entry(document: Document) -> None:
    number = first_play(document)
    del document["entries"][number]
    for later, entry in enumerate(document["entries"]):
        entry["number"] = later


def more_events(document: Document) -> None:
    document["entries"][first_play(document)]["events"].append(["drew", 0, ["R1"]])


def unknown_event(document: Document) -> None:
    document["entries"][first_play(document)]["events"][0][0] = "exploded"


def unknown_part_of_event(document: Document) -> None:
    document["entries"][first_play(document)]["events"][0] = ["played"]


@pytest.mark.parametrize(
    ("change", "number"),
    [
        (another_card, None),
        (another_move, None),
        (another_seat, None),
        (missing_entry, None),
        (more_events, None),
        (unknown_event, None),
        (unknown_part_of_event, None),
        (another_deal, 0),
        (another_seed, 0),
    ],
)
def test_a_change_is_found_and_its_entry_named(
    document: Document, change: Callable[[Document], None], number: int | None
) -> None:
    expected = first_play(document) if number is None else number
    change(document)
    with pytest.raises(files.NotAGame, match=rf"[Ee]ntry {expected}\b"):
        files.read(json.dumps(document))


@pytest.mark.parametrize(
    ("part", "value", "code"),
    [
        ("format", "chess", "other_format"),
        ("version", 99, "other_version"),
        ("entries", None, "part"),
        ("entries", [], "does_not_follow"),
        ("entries", [{"number": 1}], "entry"),
        ("entries", [7], "entry"),
        ("seats", [], "other_seats"),
        ("seats", [{}], "part"),
        ("rules", {}, "other_rules"),
        ("deals", [], "other_deals"),
        ("seats", [{"name": "", "bot": "", "rank": 1, "score": 9}] * 3, "other_result"),
        ("title", None, "part"),
    ],
)
def test_other_damage_is_named(document: Document, part: str, value: Any, code: str) -> None:
    with pytest.raises(files.NotAGame) as found:
        files.read(json.dumps(document | {part: value}))
    assert found.value.code == code
    assert str(found.value)


@pytest.mark.parametrize("text", ["", "nonsense", "[]", "7", "[" * 100_000, '{"format": "last-card-game"}'])
def test_what_is_no_game_is_refused(text: str) -> None:
    with pytest.raises(files.NotAGame):
        files.read(text)


@pytest.mark.parametrize("now", ["soon", None, 1e300, True])
def test_an_entry_needs_a_time(document: Document, now: Any) -> None:
    document["entries"][2]["now"] = now
    with pytest.raises(files.NotAGame, match="Entry 2"):
        files.read(json.dumps(document))


def test_the_clock_never_goes_back(document: Document) -> None:
    document["entries"][2]["now"] = 0.0
    with pytest.raises(files.NotAGame, match="Entry 2"):
        files.read(json.dumps(document))


def test_an_abandoned_game_keeps_its_points_and_has_no_places(play_game: PlayGame) -> None:
    whole = play_game(score_limit="500", hand_size=2, seed=5)
    last_deal = [entry.number for entry in whole.log if '"dealt"' in entry.events][-1]
    played = play_game(score_limit="500", hand_size=2, seed=5, moves=last_deal)
    text = download_of(played.replay())
    assert files.read(text)
    listed = json.loads(text)["seats"]
    assert any(seat["score"] for seat in listed)
    assert {seat["rank"] for seat in listed} == {None}


# --- the command


def show(path: Path, *words: str) -> str:
    output = StringIO()
    call_command("replay", str(path), *words, stdout=output)
    return output.getvalue()


@pytest.fixture
def file(document: Document, tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(document))
    return path


def test_the_command_shows_a_position(played: Played, file: Path) -> None:
    text = show(file)
    assert played.replay().title in text
    assert f"Entry {len(played.log) - 1} of {len(played.log) - 1}" in text
    state = replay_log(engine_entries(played.log[:4]))
    shown = show(file, "--at", "3")
    assert state.top.name in shown
    for card in state.faces(0):
        assert state.deck.faces[0][card].name in shown


def test_the_command_shows_what_a_seat_knew(played: Played, file: Path) -> None:
    state = replay_log(engine_entries(played.log[:1]))
    shown = show(file, "--at", "0", "--seat", "1")
    assert ", ".join(state.deck.faces[0][card].name for card in state.hands[1]) in shown
    assert shown.count("3 cards") == 2


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--at", "99999"), "entries 0 to"),
        (("--at", "-1"), "entries 0 to"),
        (("--seat", "7"), "no seat 7"),
    ],
)
def test_the_command_refuses_what_is_not_there(file: Path, words: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(CommandError, match=sentence):
        show(file, *words)


def test_the_command_refuses_changed_and_missing_files(document: Document, file: Path, tmp_path: Path) -> None:
    another_card(document)
    file.write_text(json.dumps(document))
    with pytest.raises(CommandError, match="was changed"):
        show(file)
    with pytest.raises(CommandError, match="cannot be read"):
        show(tmp_path / "missing.json")
    (tmp_path / "bytes").write_bytes(b"\xff\xfe")
    with pytest.raises(CommandError, match="cannot be read"):
        show(tmp_path / "bytes")


def test_it_needs_no_database(document: Document) -> None:
    from django.db import connection

    def refuse(*words: Any) -> None:
        raise AssertionError("a query")

    with connection.execute_wrapper(refuse):
        assert files.read(json.dumps(document)).entries
    assert set(wording.FILES) >= {"other_deals", "no_entry"}
