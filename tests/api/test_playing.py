"""Moves of programs: two vocabularies, the same rules, and all or none of the actions."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any, get_args

import pytest
from django.db.models import F

from games.api.actions import CardType
from games.api.cards import TEXTS, TYPES, card_fields
from games.api.interface import document
from games.api.move_request import NAMES, Moves
from games.api.pov import serialize_game as seen_by
from games.engine import PRESETS, Rules, legal
from games.engine.moves import Move
from games.models import Entry, Game, Place
from games.table.snapshot import Snapshot, forget
from tests.api.conftest import Program, dealt, set_position
from tests.table.positions import NAMES as PEOPLE
from tests.table.positions import position, random_game

WAITING = "Official | R1 G2 / G1 | 0 clockwise red | B1 | R9"
HAND, PILE, STACK = {"type": "hand"}, {"type": "pile", "name": "discard"}, {"type": "stack", "name": "draw"}


def to_pile(color: Any, kind: str) -> Any:
    card = {"color": color, "type": kind}
    return {"type": "transfer", "source": HAND, "destination": PILE, "cards": [card]}


def to_hand(amount: Any = 1) -> Any:
    return {"type": "transfer", "source": STACK, "destination": HAND, "amount": amount}


# --- through the site


def test_two_programs_play_a_whole_game_with_the_legal_moves(ada: Program, ben: Program) -> None:
    code = dealt(ada, ben)
    set_position(code, "Robots | R7 R2 / G1 G3 G5 | 0 clockwise red | B1 B2 B3 B4 B5 B6 | R9")
    for mover in (ada, ben, ada):
        game = mover.get(f"tables/{code}")
        text = game["legal"][0]
        after = mover.ok(mover.act(code, {"type": "move", "text": text}, version=game["version"]))
    assert (after["status"], after["meta"]["winner"], after["legal"]) == ("ended", "Ada", [])
    assert Game.objects.get().ended_at
    assert after["meta"]["scores"] == [{"username": "Ada", "points": 15}, {"username": "Ben", "points": 0}]


def test_a_wild_and_its_color_in_one_array_are_one_event(table: str, ada: Program) -> None:
    set_position(table, "Official | W R1 R2 / G1 G3 | 0 clockwise red | B1 B2 | R9")
    after = ada.ok(ada.act(table, to_pile("black", "wild"), {"type": "orderColor", "color": "green"}))
    assert (after["version"], after["meta"]["orderedColor"], after["meta"]["turn"]["username"]) == (2, "green", "Ben")
    assert Entry.objects.filter(number__gt=1).values_list("move", flat=True)[0] == "play W, color green"


def test_one_refused_action_undoes_those_before_it(table: str, ada: Program) -> None:
    set_position(table, "Official | W R1 R2 / G1 G3 | 0 clockwise red | B1 B2 | R9")
    refused = ada.act(table, {"type": "play", "card": "W"}, {"type": "color", "color": "pink"})
    assert (refused.status_code, refused.json()["stage"]) == (409, "target")
    after = ada.get(f"tables/{table}")
    assert (after["version"], len(after["state"]["hands"][0]["cards"])) == (1, 3)


@pytest.mark.parametrize(
    ("position", "actions"),
    [
        (WAITING, [{"type": "draw"}, {"type": "play"}, {"type": "draw"}]),
        (WAITING, [to_hand(), {"type": "play"}, {"type": "draw"}]),
        (WAITING, [to_hand(), {"type": "play"}, to_pile("red", "9")]),
        (WAITING, [{"type": "move", "text": "draw, play {}, draw"}]),
        (WAITING, [{"type": "move", "text": "draw, play {}, draw"}, to_pile("red", "9")]),
        ("Party | R7 G2 / G1 B7 | 0 clockwise red | B1 | R9", [{"type": "move", "text": "play R7 1, jump {}"}]),
    ],
)
def test_actions_after_what_uncovers_cards_are_refused_whatever_they_are(
    table: str, ada: Program, position: str, actions: list[dict[str, Any]]
) -> None:
    """Such a list would show hidden cards by how it is refused, and be undone."""
    set_position(table, position)
    answers = set()
    for card in ("B1", "G1", "B7", "Y5"):
        tried = [
            action | {"card": card} if action["type"] == "play"
            else action | {"text": action["text"].format(card)} if action["type"] == "move"
            else action
            for action in actions
        ]  # fmt: skip
        refused = ada.act(table, *tried)
        answers.add((refused.status_code, refused.json()["code"]))
    assert answers == {(409, "not_seen_yet")}
    assert ada.get(f"tables/{table}")["version"] == 1


@pytest.mark.parametrize(
    ("position", "action", "code", "stage"),
    [
        (WAITING.replace("| 0", "| 1"), {"type": "draw"}, "not_your_turn", "priority"),
        (WAITING, {"type": "keep"}, "decide_first", "priority"),
        (WAITING, {"type": "skip"}, "draw_first", "cost"),
        (WAITING, to_pile("pink", "7"), "card_not_held", "cost"),
        (WAITING, to_pile("red", "3"), "card_not_held", "cost"),
        (WAITING, to_pile("green", "2"), "does_not_fit", "legality"),
        (WAITING, {"type": "stack", "card": "G2"}, "decide_first", "priority"),
        (WAITING, to_hand(2), "amount", "legality"),
        (WAITING, {"type": "accuse", "username": "Zoe"}, "no_such_player", "target"),
        (WAITING, {"type": "accuse", "username": "Ada"}, "yourself", "target"),
        (WAITING, {"type": "move", "text": "fly away"}, "unreadable", None),
    ],
)  # fmt: skip
def test_a_refusal_has_a_code_a_message_and_a_stage(
    table: str, ada: Program, position: str, action: dict[str, object], code: str, stage: str | None
) -> None:
    set_position(table, position)
    refused = ada.act(table, action)
    body = refused.json()
    assert (refused.status_code, body["code"], body["stage"], body["version"]) == (409, code, stage, 1)
    assert body["sentence"][-1] in ".?!"
    assert ada.get(f"tables/{table}")["version"] == 1


def test_an_outdated_version_is_refused_with_the_newest(table: str, ada: Program) -> None:
    set_position(table, "Official | R1 R2 R3 / G1 G3 | 0 clockwise red | B1 B2 | R9")
    ada.ok(ada.act(table, {"type": "play", "card": "R1"}))
    stale = ada.act(table, {"type": "play", "card": "R2"}, version=1)
    assert (stale.status_code, stale.json()["code"], stale.json()["version"]) == (409, "stale", 2)


def test_a_repeated_request_is_played_once(table: str, ada: Program) -> None:
    set_position(table, "Official | R1 R2 R3 / G1 G3 | 0 clockwise red | B1 B2 | R9")
    first = ada.ok(ada.act(table, {"type": "play", "card": "R1"}, version=1, id="mine"))
    again = ada.ok(ada.act(table, {"type": "play", "card": "R1"}, version=1, id="mine"))
    assert first == again


def test_two_programs_may_use_the_same_id(table: str, ada: Program, ben: Program) -> None:
    set_position(table, "Official | R1 R2 R3 / R5 G3 G4 | 0 clockwise red | B1 B2 | R9")
    ada.ok(ada.act(table, {"type": "play", "card": "R1"}, id="1"))
    assert ben.ok(ben.act(table, {"type": "play", "card": "R5"}, version=2, id="1"))["version"] == 3


def test_a_repeated_request_after_the_last_move_gets_the_same_response(table: str, ada: Program) -> None:
    set_position(table, "Robots | R7 / G1 G3 | 0 clockwise red | B1 B2 | R9")
    first = ada.ok(ada.act(table, {"type": "play", "card": "R7"}, version=1, id="last"))
    assert first["status"] == "ended"
    assert ada.ok(ada.act(table, {"type": "play", "card": "R7"}, version=1, id="last")) == first
    late = ada.act(table, {"type": "play", "card": "R7"}, version=2, id="another")
    assert (late.status_code, late.json()["code"]) == (409, "no_game")


def test_a_catch_is_held_while_a_call_may_be_under_way(table: str, ada: Program, ben: Program) -> None:
    set_position(
        table, '{"uno_head_start": "0", "uno_grace": 0} | R1 R2 / R5 G3 G4 | 0 clockwise red | B1 B2 B3 B4 | R9'
    )
    ada.ok(ada.act(table, {"type": "play", "card": "R1"}))
    Place.objects.filter(person=ada.person).update(delay=400)  # she is at a page, too, on a slow connection
    Game.objects.update(started_at=F("started_at") - timedelta(seconds=1))
    forget(table)
    held = ben.act(table, {"type": "accuse", "username": "Ada"}, version=2)
    assert (held.status_code, held.json()["version"], held.json()["meta"]["accusable"]) == (202, 2, ["Ada"])
    refused = ben.act(table, {"type": "play", "card": "R5"}, version=2)
    assert (refused.status_code, refused.json()["code"], refused.json()["version"]) == (425, "judging", 2)


def test_an_outdated_call_is_accepted_alone_but_not_with_a_card(table: str, ada: Program, ben: Program) -> None:
    set_position(table, '{"uno_head_start": "0"} | R1 R2 / R5 G3 G4 | 0 clockwise red | B1 B2 B3 B4 | R9')
    ada.ok(ada.act(table, {"type": "play", "card": "R1"}))
    hidden = ben.act(table, {"type": "accuse", "username": "Ada"}, {"type": "play", "card": "R5"}, version=1)
    assert hidden.json()["code"] == "stale"
    written = ben.act(table, {"type": "move", "text": "accuse 0, play R5"}, version=1)
    assert written.json()["code"] == "stale"
    after = ben.ok(ben.act(table, {"type": "accuse", "username": "Ada"}, version=1))
    assert after["meta"]["accusation"] == {
        "accuser": "Ben", "accused": "Ada", "justified": True, "amount": 2, "reason": "accusation",
    }  # fmt: skip
    assert len(after["state"]["hands"][0]["cards"]) == 3


def test_a_draw_may_exceed_the_draw_pile(table: str, ada: Program) -> None:
    set_position(table, "Relaxed | R1 R2 / G1 G3 | 0 clockwise blue | B1 | R5 G6 Y7 R9")
    after = ada.ok(ada.act(table, to_hand(3)))
    assert len(after["state"]["hands"][0]["cards"]) == 5
    assert after["meta"]["turn"]["cardsDrawn"] == 3


def test_a_draw_card_is_accepted_by_drawing_all_of_it(table: str, ada: Program, ben: Program) -> None:
    set_position(table, "House | RD R2 / G1 G3 RD | 0 clockwise red | B1 B2 B3 B4 B5 | R9")
    ada.ok(ada.act(table, to_pile("red", "draw")))
    game = ben.get(f"tables/{table}")
    assert [(one["type"], one.get("amount")) for one in game["meta"]["obligations"]] == [("respond", None), ("draw", 2)]
    refused = ben.act(table, to_hand(1)).json()
    assert refused["code"] == "amount"
    assert len(ben.ok(ben.act(table, to_hand(2)))["state"]["hands"][1]["cards"]) == 5


def test_later_transfers_are_read_in_the_state_after_earlier_ones(table: str, ada: Program) -> None:
    set_position(table, "Official | W RS R2 R3 / G1 G3 | 0 clockwise red | B1 B2 | R9")
    actions = [to_pile("red", "skip"), to_pile("black", "wild"), {"type": "orderColor", "color": "red"}]
    after = ada.ok(ada.act(table, *actions))
    assert (after["version"], after["meta"]["turn"]["username"]) == (2, "Ben")


SEVERAL = '{"several": "equal"} | R7 B7 G7 R2 / G1 G3 | 0 clockwise red | B1 B2 | R9'


@pytest.mark.parametrize(
    "actions",
    [
        [to_pile("red", "7") | {"cards": [{"color": color, "type": "7"} for color in ("red", "green")]}],
        [{"type": "play", "card": "R7", "also": ["G7"]}],
        [{"type": "play", "card": "R7"}, {"type": "add", "card": "G7"}, {"type": "done"}],
        [to_pile("red", "7"), to_pile("green", "7"), {"type": "skip"}],
        [{"type": "move", "text": "play R7+G7"}],
    ],
)
def test_several_cards_are_one_move(table: str, ada: Program, actions: list[Any]) -> None:
    set_position(table, SEVERAL)
    after = ada.ok(ada.act(table, *actions))
    assert (after["version"], after["meta"]["turn"]["username"], after["meta"]["color"]) == (2, "Ben", "green")
    assert len(after["state"]["hands"][0]["cards"]) == 2


def test_adding_is_an_obligation_and_several_cards_need_the_rules(table: str, ada: Program) -> None:
    set_position(table, SEVERAL)
    after = ada.ok(ada.act(table, {"type": "play", "card": "R7"}))
    assert [one["type"] for one in after["meta"]["obligations"]] == ["addMore"]
    assert after["legal"] == ["add B7", "add G7", "done", "declare"]
    set_position(table, SEVERAL.replace("equal", "off"))
    before = ada.get(f"tables/{table}")
    assert ada.act(table, {"type": "play", "card": "R7", "also": ["G7"]}).status_code == 409
    assert ada.get(f"tables/{table}") == before


def test_viewers_without_a_seat_are_refused_and_outsiders_get_404(table: str, eve: Program, ada: Program) -> None:
    watching = eve.act(table, {"type": "draw"}, version=1)
    assert (watching.status_code, watching.json()["code"]) == (403, "not_playing")
    Game.objects.get().table.__class__.objects.update(visibility="password")
    assert eve.ask("PATCH", f"tables/{table}", {"version": 1, "actions": {"type": "draw"}}).status_code == 404
    assert eve.ask("GET", f"tables/{table}").status_code == 404
    assert eve.ask("PATCH", "tables/nowhere2", {"version": 1, "actions": {"type": "draw"}}).status_code == 404


def test_participants_never_share_a_username(program: Callable[..., Program], ada: Program) -> None:
    code = str(ada.post("tables", {"seats": 3, "preset": "Robots"})["code"])
    ada.ok(ada.ask("PUT", f"tables/{code}/seats/1", {"bot": "Medium"}))
    bot = Place.objects.get(bot="Medium").name
    namesake = program(bot)
    namesake.post(f"tables/{code}/join", {"seat": 2})
    names = [seat["username"] for seat in namesake.get(f"tables/{code}/seats")["seats"]]
    assert names == ["Ada", bot, f"{bot} (seat 3)"]


# --- the vocabularies


PLAYED = [("Official", 3, 1), ("House", 2, 2), ("Party", 4, 3), ("Flip", 3, 4), ("No Mercy", 4, 5), ("Relaxed", 3, 6)]


@pytest.mark.parametrize(("preset", "seats", "seed"), PLAYED)
@pytest.mark.parametrize("vocabulary", ["ours", "transfer"])
def test_every_legal_move_can_be_expressed_in_either_vocabulary(
    preset: str, seats: int, seed: int, vocabulary: Any
) -> None:
    said = {"ours": as_action, "transfer": as_transfers}[vocabulary]
    for moves in range(0, 160, 8):
        table = random_game(Rules.preset(preset, several="equal"), seats, seed, moves)
        for seat in range(seats):
            for move in legal(table.state, seat):
                sent = Moves.model_validate({"version": 1, "actions": said(table, seat, move)})
                assert sent.request.text(table, seat) in (move, *same_as(move))


def same_as(move: Any) -> Any:
    """Ending a turn is the same as keeping the drawn card."""
    return ("pass",) if move == "keep" else ()


def as_action(table: Snapshot, seat: int, move: Move) -> Any:
    words = {"type": move.verb}
    words |= {"card": move.card} if move.card else {"color": move.color} if move.color else {}
    if move.seat >= 0:
        words["username" if move.verb == "accuse" else "target"] = PEOPLE[move.seat]
    return words


def as_transfers(table: Snapshot, seat: int, move: Move) -> Any:
    if move.card:
        card = card_fields(table.state.deck.name, table.state.side, move.card)
        return to_pile(card["color"], card["type"])
    owed = 1 if table.state.until else table.state.debt
    words = {
        "draw": to_hand(),
        "accept": to_hand(max(owed, 1)),
        "keep": {"type": "skip"},
        "pass": {"type": "skip"},
        "done": {"type": "skip"},
        "color": {"type": "orderColor", "color": move.color},
        "swap": {"type": "choosePlayer", "username": PEOPLE[move.seat]},
        "accuse": {"type": "accuse", "username": PEOPLE[move.seat]},
    }
    return words.get(move.verb, {"type": move.verb})


def test_the_faces_of_a_deck_differ_in_color_or_type() -> None:
    for (deck, side), faces in TEXTS.items():
        assert len(faces) == len({*faces.values()}), (deck, side)
    assert set(TYPES.values()) == set(get_args(CardType))


def test_the_cards_add_up_to_the_deck_for_every_viewer() -> None:
    for preset in PRESETS:
        rules = Rules.preset(preset)
        table = random_game(rules, rules.seats_near(3), 7, 60)
        for seat in (0, None):
            state = seen_by(table, seat)["state"]
            cards = sum(len(part["cards"]) for kind in ("hands", "stacks", "piles") for part in state[kind])
            assert cards == len(table.state.deck.cards)


def test_the_top_card_is_the_first_of_the_pile() -> None:
    table = position("Official | R7 GS / YR B2 | 0 clockwise red | G1 G2 | B9 R1", (0, "play R7"))
    pile = seen_by(table, None)["state"]["piles"][0]["cards"]
    assert pile[:2] == [{"color": "red", "type": "7"}, {"color": "red", "type": "1"}]


def test_the_names_of_actions_are_those_of_the_document() -> None:
    body = document()["components"]["schemas"]
    kinds = {schema.get("properties", {}).get("type", {}).get("const") for schema in body.values()}
    assert set(NAMES) <= kinds
