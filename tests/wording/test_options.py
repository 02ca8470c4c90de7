"""The names of options and presets."""

import pytest

from games.engine import OPTIONS, PRESETS, Rules
from games.engine.turn import GRAPH, Do
from games.wording.options import PRESET_LINES, WORDS, differences, limits, value
from games.wording.turn_chart import CHECKS, LABELS

pytestmark = pytest.mark.once


def test_every_option_and_every_choice_has_a_label() -> None:
    assert list(WORDS) == list(OPTIONS)
    for name, option in OPTIONS.items():
        words = WORDS[name]
        assert list(words.choices) == list(option.choices), name
        assert words.help.endswith("."), name
        assert all((words.group, words.label, *words.choices.values())), name


def test_every_preset_has_a_description() -> None:
    assert list(PRESET_LINES) == list(PRESETS)
    assert all(line.endswith(".") for line in PRESET_LINES.values())


def test_every_step_of_a_turn_has_a_label() -> None:
    assert set(LABELS) == {name for name, node in GRAPH.items() if isinstance(node, Do)} | {"back", "refused", *CHECKS}


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("hand_size", "a whole number from 1 to 15"),
        ("mercy_limit", "off or a whole number from 10 to 50"),
        ("draw", "one card, until a card can be played or as many as you like, up to ten"),
        ("jump_in", "on or off"),
    ],
)
def test_limits_in_words(name: str, words: str) -> None:
    assert limits(name) == words


def test_values_in_words() -> None:
    assert (value("mercy_limit", 0), value("mercy_limit", 25), value("jump_in", True)) == ("off", "25", "on")


def test_differences_from_the_official_rules() -> None:
    assert differences(Rules()) == []
    assert differences(Rules.preset("House")) == [
        "First card: it has no effect (official: it acts on the first player)",
        "Drawing: until a card can be played (official: one card)",
        "Stacking: the same kind on the same kind (official: off)",
        "Last draw card counts: off (official: on)",
        "What makes a bluff: any card that fits, except wilds (official: a card of the color in play)",
        "Match: after one round (official: at 500 points)",
    ]


def test_differences_from_other_rules() -> None:
    house = Rules.preset("House")
    assert differences(house.but(hand_size=5), house) == ["Hand size: 5 (before: 7)"]
