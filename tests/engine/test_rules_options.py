"""The options of the rules: values, limits, presets, and combinations that are refused."""

import importlib
import json
import pickle
from random import Random
from typing import Any

import pytest

from games.engine import OPTIONS, PRESETS, Entry, Rules, State, WrongRules, deal, replay
from games.engine.stored import dump_state, load_state
from tests.engine.playing import play_moves, random_entries, sizes, table

# The presets as specified: option, then Official, House, Flip, No Mercy, Relaxed, Robots.
TABLE = """
deck                 classic     classic        flip        no_mercy       classic     classic
hand_size            7           7              7           7              7           7
first_card           official    no_effect      official    number_only    number_only number_only
draw                 one         until_playable one         until_playable free        one
voluntary_draw       on          on             on          off            on          off
drawn_play           optional    optional       optional    forced         optional    forced
after_draw           drawn       drawn          drawn       drawn          drawn       drawn
stacking             off         same           off         higher         off         off
draw_skips_victim    on          on             on          on             off         on
wild_draw            challenge   challenge      challenge   free           free        enforced
challenge_test       color       match          color       color          color       playable
challenge_extra      2           2              2           2              2           2
finish_on            any         any            any         any            any         any
deflect              off         off            off         off            off         off
several              off         off            off         off            off         off
seven                off         off            off         swap           off         off
zero                 off         off            off         pass           off         off
custom_card          draw_one    draw_one       draw_one    draw_one       draw_one    draw_one
jump_in              off         off            off         off            off         off
two_player_reverse   skip        skip           skip        skip           skip        plain
mercy_limit          0           0              0           25             0           0
knockout_bonus       0           0              0           250            0           0
backs_public         on          on             on          on             on          on
hints                on          on             on          on             on          on
misplay_penalty      0           0              0           0              0           0
open_hand_at         0           0              0           0              0           0
uno_call             manual      manual         manual      manual         manual      auto
uno_penalty          2           2              2           2              2           2
uno_grace            2           2              2           2              2           0
uno_head_start       1           1              1           1              1           0
false_accuse_penalty 0           0              0           0              0           0
final_draw_counts    on          off            on          off            off         off
scoring              winner_takes winner_takes  winner_takes winner_takes  winner_takes winner_takes
score_limit          500         one_round      500         1000           one_round   one_round
teams                off         off            off         off            off         off
decision_seconds     25          25             25          25             25          25
turn_clock           0           0              0           0              0           0
clock_bonus          0           0              0           0              0           0
pause                6           6              6           6              6           6
"""
COLUMNS = ("Official", "House", "Flip", "No Mercy", "Relaxed", "Robots")
ROWS = {words[0]: words[1:] for words in map(str.split, TABLE.strip().splitlines())}

VALUES = {
    "deck": ["classic", "classic_112", "flip", "no_mercy", "all_wild"],
    "custom_card": ["draw_one", "again", "skip_two", "peek"],
    "first_card": ["official", "number_only", "no_effect"],
    "draw": ["one", "until_playable", "free"],
    "drawn_play": ["optional", "forced", "forbidden"],
    "after_draw": ["drawn", "hand"],
    "stacking": ["off", "same", "four_on_two", "higher", "any"],
    "wild_draw": ["challenge", "free", "enforced"],
    "challenge_test": ["color", "match", "playable"],
    "uno_head_start": ["0", "0.5", "1", "1.5", "2", "2.5", "3", "3.5", "4", "4.5", "5"],
    "finish_on": ["any", "no_wild", "number"],
    "several": ["off", "equal", "identical"],
    "seven": ["off", "swap"],
    "zero": ["off", "pass"],
    "two_player_reverse": ["skip", "plain"],
    "uno_call": ["manual", "strict", "auto", "off"],
    "scoring": ["winner_takes", "lowest_total"],
    "score_limit": ["one_round", "200", "300", "500", "1000", "elimination", "unlimited"],
    "teams": ["off", "two", "three"],
} | dict.fromkeys(
    (
        "voluntary_draw", "draw_skips_victim", "final_draw_counts", "jump_in", "backs_public", "deflect", "hints",
    ),
    [True, False],
)  # fmt: skip
LIMITS = {
    "hand_size": (1, 15),
    "challenge_extra": (0, 4),
    "mercy_limit": (10, 50),
    "knockout_bonus": (0, 500),
    "open_hand_at": (1, 5),
    "misplay_penalty": (0, 4),
    "uno_penalty": (0, 10),
    "uno_grace": (0, 10),
    "false_accuse_penalty": (0, 4),
    "decision_seconds": (5, 120),
    "turn_clock": (60, 900),
    "clock_bonus": (0, 20),
    "pause": (1, 30),
}


def parsed(value: Any) -> Any:
    return {True: "on", False: "off"}.get(value, str(value)) if isinstance(value, bool) else str(value)


@pytest.mark.parametrize("column", COLUMNS)
def test_presets_match_the_table(column: str) -> None:
    rules = Rules.preset(column)
    index = COLUMNS.index(column)
    assert {name: parsed(getattr(rules, name)) for name in OPTIONS} == {name: row[index] for name, row in ROWS.items()}


def test_the_table_contains_every_option() -> None:
    assert set(ROWS) == set(OPTIONS) == set(VALUES) | set(LIMITS)


def test_party_is_house_with_swapping_jumping_and_forced_play() -> None:
    house = Rules.preset("House")
    assert Rules.preset("Party") == house.but(seven="swap", zero="pass", jump_in=True, drawn_play="forced")


def test_rules_are_official_by_default() -> None:
    assert Rules() == Rules.preset("Official")


def test_every_preset_knows_its_name() -> None:
    assert all(Rules.preset(name).preset_name == name for name in PRESETS)
    assert Rules(hand_size=5).preset_name is None


def test_a_preset_name_may_have_any_case_and_options_may_be_changed() -> None:
    assert Rules.preset("no mercy") == Rules.preset("No Mercy")
    assert Rules.preset("House", jump_in=True).jump_in


def test_the_refusal_of_an_unknown_preset_lists_the_known_ones() -> None:
    with pytest.raises(WrongRules, match=r"^unknown_preset \(name=Chess, .*Official.*House.*Party"):
        Rules.preset("Chess")


def test_rules_that_are_neither_a_name_nor_options_are_refused() -> None:
    with pytest.raises(WrongRules, match=r"^unknown_preset \(name=None"):
        Rules.preset(None)  # type: ignore[arg-type]
    with pytest.raises(WrongRules, match=r"^not_options$"):
        Rules.of(["deck"])  # type: ignore[arg-type]


@pytest.mark.parametrize("name", VALUES)
def test_every_named_value_is_accepted_as_text(name: str) -> None:
    option = OPTIONS[name]
    assert set(option.choices) == set(VALUES[name])
    for value in VALUES[name]:
        for given in (value, str(value)):
            assert getattr(Rules(**{name: given}), name) == value


@pytest.mark.parametrize("name", LIMITS)
def test_numbers_are_accepted_from_the_minimum_to_the_maximum(name: str) -> None:
    low, high = LIMITS[name]
    others = {"hand_size": 1} if name == "mercy_limit" else {}
    for value in (low, high, str(low), str(high)):
        assert getattr(Rules(**{name: value} | others), name) == int(value)


@pytest.mark.parametrize("name", LIMITS)
def test_a_wrong_number_is_refused(name: str) -> None:
    _, high = LIMITS[name]
    for wrong in ("-1", "901", 901, -1, 2.0, True, None, "many", "", "９９９９９９", [2], "1e1", high + 1):
        with pytest.raises(WrongRules) as refusal:
            Rules(**{name: wrong})
        assert refusal.value.code == "value"
        assert refusal.value.facts == {"option": name, "given": str(wrong)}


@pytest.mark.parametrize("name", VALUES)
def test_a_wrong_value_is_refused(name: str) -> None:
    wrongs: list[Any] = ["nonsense", "", 7, None, ["classic"], 2.5, {}]
    for wrong in wrongs:
        with pytest.raises(WrongRules) as refusal:
            Rules(**{name: wrong})
        assert refusal.value.facts == {"option": name, "given": str(wrong)}


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("mercy_limit", "off", 0),
        ("mercy_limit", 0, 0),
        ("decision_seconds", "off", 0),
        ("score_limit", 500, "500"),
        ("jump_in", "on", True),
        ("jump_in", "False", False),
    ],
)
def test_values_are_accepted_as_forms_and_people_write_them(
    name: str, text: str | int, value: int | str | bool
) -> None:
    assert getattr(Rules(**{name: text}), name) == value


@pytest.mark.parametrize("between", [1, 9, 51])
def test_mercy_is_off_or_within_its_limits(between: int) -> None:
    with pytest.raises(WrongRules, match=r"^value \(option=mercy_limit"):
        Rules(mercy_limit=between)


def test_an_option_that_does_not_exist_is_refused_by_name() -> None:
    for ask in (Rules.of, lambda options: Rules(**options)):
        with pytest.raises(WrongRules, match=r"^unknown_option \(name=colour"):
            ask({"colour": "red"})


def test_forbidding_drawn_cards_and_allowing_the_whole_hand_cannot_be_combined() -> None:
    with pytest.raises(WrongRules, match=r"^drawn_cards$"):
        Rules(drawn_play="forbidden", after_draw="hand")


def test_dealt_hands_cannot_reach_the_mercy_limit() -> None:
    with pytest.raises(WrongRules, match=r"^mercy \(hand_size=10, mercy_limit=10\)"):
        Rules(hand_size=10, mercy_limit=10)
    assert Rules(hand_size=9, mercy_limit=10).hand_size == 9


@pytest.mark.parametrize(
    ("options", "most"),
    [
        ({}, 10),
        ({"deck": "flip"}, 10),
        ({"deck": "no_mercy"}, 6),
        ({"hand_size": 15}, 7),
        ({"hand_size": 10}, 10),
        ({"hand_size": 11}, 9),
        ({"deck": "no_mercy", "hand_size": 15}, 6),
    ],
)
def test_the_number_of_players_is_limited_by_the_rules(options: dict[str, Any], most: int) -> None:
    rules = Rules(**options)
    assert rules.max_seats == most
    rules.check_seats(2)
    rules.check_seats(most)
    wrongs: list[Any] = [-1, 0, 1, most + 1, 2.5, "3", None]
    for wrong in wrongs:
        with pytest.raises(WrongRules, match=rf"^seats \(most={most}, seats={wrong}\)"):
            rules.check_seats(wrong)


@pytest.mark.parametrize("name", PRESETS)
def test_rules_are_written_and_read_back_equal(name: str) -> None:
    rules = Rules.preset(name)
    assert Rules.from_json(rules.to_json()) == rules


def test_only_differences_from_the_official_rules_are_written() -> None:
    assert json.loads(Rules(hand_size=5, jump_in=True).to_json()) == {"hand_size": 5, "jump_in": True}
    assert Rules().to_json() == "{}"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("{", "rules_not_json"),
        ("", "rules_not_json"),
        ("[" * 100_000, "rules_not_json"),
        (None, "rules_not_text"),
        ([], "rules_not_text"),
        ("[]", "rules_not_object"),
        ("7", "rules_not_object"),
        ('{"hand_size": 99}', "value"),
        ('{"hand_size": null}', "value"),
        ('{"__class__": 1}', "unknown_option"),
    ],
)
def test_unreadable_rules_are_refused(text: Any, code: str) -> None:
    with pytest.raises(WrongRules) as wrong:
        Rules.from_json(text)
    assert wrong.value.code == code


def test_rules_are_immutable() -> None:
    with pytest.raises(AttributeError):
        Rules().hand_size = 5  # type: ignore[misc]


def test_rules_are_pickled_as_their_text() -> None:
    importlib.import_module("twisted.persisted.styles")  # as in the server
    rules = Rules.preset("Party", hand_size=5)
    sent = pickle.dumps(rules)
    assert b"twisted" not in sent, "what the server has loaded changes nothing"
    assert pickle.loads(sent) == rules  # noqa: S301  # our own bytes
    assert len(sent) < 500


# --- rules stored by earlier versions


def test_the_old_switch_for_seven_and_zero_still_loads() -> None:
    assert Rules.from_json('{"seven_zero": true}') == Rules(seven="swap", zero="pass")
    assert Rules.from_json('{"seven_zero": false}') == Rules()
    with pytest.raises(WrongRules):
        Rules(seven_zero=True)


def test_the_old_name_of_the_option_for_backs_still_loads() -> None:
    assert Rules.from_json('{"deck": "flip", "dark_faces_public": false}') == Rules(deck="flip", backs_public=False)


def test_a_game_stored_with_the_old_switch_loads_and_verifies() -> None:
    new, old = '"seven": "swap", "zero": "pass"', '"seven_zero": true'
    state = deal(Rules.preset("Party"), 3, Random(3))
    log = [Entry(None, "deal", 0.0, tuple(state.news)), *random_entries(state, Random(3), 40)]
    kind, rules, *rest = log[0].events[0]
    assert new in rules
    log[0] = log[0]._replace(events=((kind, rules.replace(new, old), *rest), *log[0].events[1:]))
    assert replay(log, check=True) == state
    again = State(Rules(), 2)
    load_state(again, dump_state(state).replace(new, old))
    assert again == state


@pytest.mark.parametrize(("options", "moves"), [({"seven": "swap"}, "70"), ({"zero": "pass"}, "07")])
def test_seven_and_zero_are_separate_options(options: dict[str, Any], moves: str) -> None:
    exchanges, plain = moves[0], moves[1]
    state = table(f"R{exchanges} R{plain} G2 G3 / B7 B1", "R1", **options)
    play_moves(state, f"0 play R{exchanges}")
    assert state.node == "choose_player" or sizes(state) == [2, 3]
    state = table(f"R{exchanges} R{plain} G2 G3 / B7 B1", "R1", **options)
    play_moves(state, f"0 play R{plain}")
    assert (state.node, sizes(state)) == ("turn", [3, 2])
