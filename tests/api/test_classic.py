"""A program that knows nothing but the vocabulary of transfers, and stops at any other word, plays every preset."""

import json
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import pytest

from games.api.pov import Vocabulary, render_game
from games.api.stream_lines import render_line
from games.engine import PRESETS, Rules
from tests.api.conftest import Program, dealt, set_position
from tests.table.positions import position

OBLIGATIONS = {"orderColor", "draw", "respond", "choosePlayer"}
FIELDS = {
    "transfer": {"type", "source", "destination"},
    "orderColor": {"type", "color"},
    "choosePlayer": {"type", "username"},
    "accuse": {"type", "username"},
    "challenge": {"type"},
    "declare": {"type"},
    "skip": {"type"},
}
HAND, PILE, STACK = {"type": "hand"}, {"type": "pile", "name": "discard"}, {"type": "stack", "name": "draw"}


def check_action(action: Any) -> None:
    """Stop at any action that the vocabulary does not have."""
    assert set(action) >= FIELDS[action["type"]]
    if action["type"] == "transfer":
        others = {"amount"} if action["source"] == STACK else {"cards"}
        assert set(action) == FIELDS["transfer"] | others
        ends = (action["source"], action["destination"])
        assert ends in ((HAND, PILE), (STACK, HAND))
    else:
        assert set(action) == FIELDS[action["type"]]


def check_game(game: Any) -> None:
    assert {obligation["type"] for obligation in game["meta"]["obligations"]} <= OBLIGATIONS
    assert isinstance(game["meta"]["accusation"], str | None)
    for action in game["legal"]:
        check_action(action)


@dataclass
class StrictClient:
    program: Program
    code: str

    def ask(self, method: str, body: Any = None) -> Any:
        """Send a request, without the check against the whole document that would take most of the time."""
        path, headers = f"/api/tables/{self.code}?vocabulary=classic", {"Authorization": f"Bearer {self.program.token}"}
        data, kind = json.dumps(body) if body else "", "application/json"
        game = self.program.ok(self.program.client.generic(method, path, data, kind, headers=headers))
        check_game(game)
        return game

    def look(self) -> Any:
        return self.ask("GET")

    def move(self, game: Any) -> Any:
        """Send the best action as it was offered: call, then play, then anything else."""
        offered = [action for action in game["legal"] if action["type"] not in ("accuse", "challenge")]
        action = min(offered or game["legal"], key=lambda action: self.rank(action))
        return self.ask("PATCH", action)

    def rank(self, action: Any) -> int:
        if action["type"] == "transfer":
            return 1 if action["source"] == HAND else 2
        return 0 if action["type"] in ("declare", "orderColor", "choosePlayer") else 3


@pytest.fixture
def _unlimited(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let programs play as fast as they can."""
    monkeypatch.setattr("games.limits.time", SimpleNamespace(time=iter(range(10**6, 10**9, 60)).__next__))


@pytest.mark.usefixtures("_unlimited")
@pytest.mark.once
@pytest.mark.parametrize("preset", PRESETS)
def test_a_strict_client_plays_whole_games_under_every_preset(preset: str, program: Any) -> None:
    seats = Rules.preset(preset).seats_near(2)
    people = [program(name) for name in ("Ada", "Ben", "Cleo", "Dan")[:seats]]
    rules = {"decision_seconds": 0, "score_limit": "one_round", "turn_clock": 0, "hand_size": 4}
    code = dealt(*people, preset=preset, rules=rules)
    clients = {person.name: StrictClient(person, code) for person in people}
    game = clients["Ada"].look()
    for _ in range(1000):
        if game["status"] == "ended":
            break
        client = clients[game["meta"]["turn"]["username"]]
        game = client.move(client.look())
    assert (game["status"], game["legal"]) == ("ended", [])
    assert game["meta"]["winner"] in clients


def seen(table: Any, seat: int) -> Any:
    game: Any = json.loads(render_game(table, seat, vocabulary=Vocabulary.CLASSIC))
    check_game(game)
    return game


def test_a_drawn_card_is_no_obligation_but_may_be_played_or_passed() -> None:
    table = position("Official | G2 Y3 / G1 G3 | 0 clockwise red | B1 R5 | R9", (0, "draw"))
    game = seen(table, 0)
    assert (game["meta"]["obligations"], game["meta"]["turn"]["cardsDrawn"]) == ([], 1)
    card = [{"color": "red", "type": "5"}]
    assert game["legal"] == [
        {"type": "transfer", "source": HAND, "destination": PILE, "cards": card},
        {"type": "skip"},
    ]


def test_a_penalty_is_accepted_by_drawing_all_of_it() -> None:
    table = position("House | RD R2 / G1 G3 RD | 0 clockwise red | B1 B2 B3 B4 B5 | R9", (0, "play RD"))
    game = seen(table, 1)
    assert {"type": "transfer", "source": STACK, "destination": HAND, "amount": 2} in game["legal"]
    assert [one["type"] for one in game["meta"]["obligations"]] == ["respond", "draw"]


def test_what_others_did_is_told_in_the_same_words() -> None:
    moves = (0, "play RD"), (1, "accept")
    table = position("House | RD R2 / G1 G3 RD | 0 clockwise red | B1 B2 B3 B4 B5 | R9", *moves, version=2)
    reason = json.loads(render_line(table, 0, vocabulary=Vocabulary.CLASSIC))["reason"]
    assert reason["actions"] == [{"type": "transfer", "source": STACK, "destination": HAND, "amount": 2}]
    for action in reason["actions"]:
        check_action(action)


def test_a_card_that_flips_the_deck_is_named_by_the_side_it_was_played_on() -> None:
    cards = "RF|P8 R1|P3 / B1|UE B2|P6 | 0 clockwise red | G1|O5 G1|OF | R2|OR"
    table = position(f"Flip | {cards}", (0, "declare"), (0, "play RF"), version=2)
    assert table.state.side == 1
    (played,) = json.loads(render_line(table, 1, vocabulary=Vocabulary.CLASSIC))["reason"]["actions"]
    assert played["cards"] == [{"color": "red", "type": "flip"}]


def test_the_accusation_is_the_name_of_the_player_accused(table: str, ada: Program, ben: Program) -> None:
    set_position(table, '{"uno_head_start": "0"} | R1 R2 / R5 G3 G4 | 0 clockwise red | B1 B2 B3 B4 | R9')
    ada.ok(ada.act(table, {"type": "play", "card": "R1"}))
    answer = ben.ok(ben.ask("PATCH", f"tables/{table}?vocabulary=classic", {"type": "accuse", "username": "Ada"}))
    assert answer["meta"]["accusation"] == "Ada"


def test_a_bare_array_is_one_move(table: str, ada: Program) -> None:
    set_position(table, "Official | W R1 R2 / G1 G3 | 0 clockwise red | B1 B2 | R9")
    card = [{"color": "black", "type": "wild"}]
    play = {"type": "transfer", "source": HAND, "destination": PILE, "cards": card}
    refused = ada.ask("PATCH", f"tables/{table}", [play, {"type": "orderColor", "color": "pink"}])
    assert refused.status_code == 409
    after = ada.ok(ada.ask("PATCH", f"tables/{table}", [play, {"type": "orderColor", "color": "green"}]))
    assert (after["version"], after["meta"]["orderedColor"]) == (2, "green")


@pytest.mark.parametrize("body", [[], [{}], {"type": "fly"}, [[{"type": "draw"}]], {"type": "draw", "version": 1}])
def test_an_invalid_bare_body_is_refused(table: str, ada: Program, body: Any) -> None:
    assert ada.ask("PATCH", f"tables/{table}", body).status_code == 422


def test_an_unknown_vocabulary_is_refused(table: str, ada: Program) -> None:
    for method, path in (("GET", ""), ("GET", "/stream"), ("PATCH", "")):
        body = {"type": "draw"} if method == "PATCH" else None
        assert ada.ask(method, f"tables/{table}{path}?vocabulary=latin", body).status_code == 422
