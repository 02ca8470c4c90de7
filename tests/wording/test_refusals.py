"""The sentences about what the engine refuses."""

import ast
from collections.abc import Iterator, Sequence
from pathlib import Path
from string import Formatter

import pytest

from games.engine import DECKS, PRESETS, Refused, Rules, Unreadable, WrongRules
from games.engine.errors import EngineError
from games.engine.turn import ASKS
from games.wording.refusals import WORDINGS, By, sentence
from games.wording.templates import Plural, Template
from tests.engine.playing import refused
from tests.engine.test_refusals import REFUSALS

pytestmark = pytest.mark.once

ROOT = Path(__file__).resolve().parents[2] / "games"
CLASSIC = DECKS["classic"].printed[0]
DARK = DECKS["flip"].printed[1]

SENTENCES: list[tuple[EngineError, str]] = [
    (
        Refused("priority", "not_your_turn", seat=1, decision="turn"),
        "Not your turn: it is Bob’s turn.",
    ),
    (
        Refused("priority", "not_your_turn", seat=0, decision="roulette_color"),
        "Not your turn: Ann is choosing a color.",
    ),
    (
        Refused("priority", "decision_pending", seat=1, decision="respond"),
        "Too late to jump in: Bob is answering a draw card.",
    ),
    (
        Refused("priority", "decide_first", decision="keep_or_play"),
        "First play the drawn card or keep it.",
    ),
    (Refused("cost", "card_not_held", reason="not_held", card=CLASSIC["RD"]), "You have no red Draw Two."),
    (Refused("cost", "card_not_held", reason="no_such_card", card=None), "There is no such card."),
    (
        Refused("legality", "does_not_fit", reason="on_a_symbol", card=CLASSIC["G2"], top=CLASSIC["RS"], color="red"),
        "The green 2 does not fit. Play red, Skip or a wild.",
    ),
    (
        Refused("legality", "does_not_fit", reason="on_a_wild", card=DARK["O1"], top=DARK["W"], color="teal"),
        "The orange 1 does not fit. Play teal or a wild.",
    ),
    (
        Refused("legality", "no_bluff", reason="color", card=CLASSIC["WD4"], color="red"),
        "You can only play the Wild Draw Four when you have no red card.",
    ),
    (
        Refused("legality", "no_bluff", reason="match", card=CLASSIC["WD4"], color="red"),
        "You can only play the Wild Draw Four when nothing but wilds fits.",
    ),
    (
        Refused("legality", "does_not_stack", card=CLASSIC["WD4"], top=CLASSIC["RD"]),
        "These rules do not let you answer the red Draw Two with the Wild Draw Four.",
    ),
    (
        Refused("legality", "not_identical", reason="another", top=CLASSIC["R1"]),
        "You can only jump in with a card identical to the top card, the red 1.",
    ),
    (
        Refused("legality", "amount", reason="penalty", count=1),
        "Answer the draw card, or draw the 1 card it costs.",
    ),
    (
        Refused("legality", "amount", reason="penalty", count=4),
        "Answer the draw card, or draw all 4 cards it costs.",
    ),
    (Refused("legality", "nothing_to_catch", seat=1), "Bob has not missed a call."),
    (
        Refused("target", "no_such_color", colors=("red", "yellow", "green", "blue")),
        "Choose one of these colors: red, yellow, green, blue.",
    ),
    (Refused("target", "not_asked", move="swap 1"), "The game does not ask for “swap 1” here."),
    (
        Refused("target", "seconds", most=99_999, seconds=100_000),
        "Time can be extended by at most 99,999 seconds, not by 100000.",
    ),
    (
        WrongRules("value", option="mercy_limit", given="9"),
        "Mercy must be off or a whole number from 10 to 50, not 9.",
    ),
    (
        WrongRules("value", option="draw", given="two"),
        "Drawing must be one card, until a card can be played or as many as you like, up to ten, not two.",
    ),
    (WrongRules("seats", most=6, seats=7), "These rules are for 2 to 6 players, not 7."),
    (Unreadable("unknown_move", text="fly away"), "“fly away” is not a move."),
    (Unreadable("state_lacks", parts=("color", "hands")), "This state lacks color, hands."),
]


@pytest.mark.parametrize(("error", "words"), SENTENCES, ids=[words for _, words in SENTENCES])
def test_a_refusal_is_one_sentence_for_the_player(error: EngineError, words: str) -> None:
    assert sentence(error, ["Ann", "Bob"]) == words


def test_every_refused_move_has_a_sentence() -> None:
    for place, seat, move, _, code in REFUSALS:
        words = sentence(refused(place(), seat, move), ["Ann", "Bob", "Cleo"])
        assert words.endswith("."), code
        assert not set(words) & set("{}"), code


def codes_in(path: Path) -> Iterator[tuple[str, str]]:
    """Return the class and the code of each error that a module raises."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            texts = [one.value for one in node.args if isinstance(one, ast.Constant) and isinstance(one.value, str)]
            if texts:
                yield node.func.id, texts[-1]


def test_every_code_has_a_sentence_and_every_sentence_a_code() -> None:
    paths = [*(ROOT / "engine").glob("*.py"), ROOT / "wording/turn_chart.py", ROOT / "table/services/moving.py"]
    made = {found for path in paths for found in codes_in(path)}
    made |= {("Diverged", "entry"), ("Diverged", "umpire_entry")}  # one of them was chosen before
    for kind, wordings in WORDINGS.items():
        assert {code for name, code in made if name == kind.__name__} == set(wordings)


def test_every_decision_has_a_sentence_for_those_who_wait() -> None:
    decisions = {node.decision for name, node in ASKS.items() if name not in ("over", "between_rounds")}
    for code in ("not_your_turn", "decide_first"):
        by = WORDINGS[Refused][code]
        assert isinstance(by, By)
        assert set(by.templates) == decisions


def templates() -> Iterator[Template]:
    for wording in (wording for wordings in WORDINGS.values() for wording in wordings.values()):
        yield from wording.templates.values() if isinstance(wording, By) else [wording]


def test_placeholders_are_named_and_sentences_end() -> None:
    for template in templates():
        for text in template if isinstance(template, Plural) else (template,):
            assert all(name for _, name, _, _ in Formatter().parse(text) if name is not None), text
            assert text.endswith((".", "}")) or "discard pile" in text, text


@pytest.mark.parametrize(("names", "name"), [(["Ann", "Bob"], "Bob"), ([], "seat 1"), (["Ann"], "seat 1")])
def test_a_player_without_a_name_is_called_by_their_seat(names: Sequence[str], name: str) -> None:
    assert sentence(Refused("legality", "nothing_to_catch", seat=1), names) == f"{name} has not missed a call."


def test_braces_in_a_name_are_no_placeholders_in_refusals() -> None:
    refusal = Refused("priority", "not_your_turn", seat=0, decision="turn")
    assert sentence(refusal, ["{name} {0} {seat.__class__}"]) == (
        "Not your turn: it is {name} {0} {seat.__class__}’s turn."
    )


def test_refusals_of_unknown_names_list_the_known_ones() -> None:
    with pytest.raises(WrongRules) as wrong:
        Rules.preset("Chess")
    assert sentence(wrong.value) == (f"There are no rules called Chess. The presets are {', '.join(PRESETS)}.")
