"""The sentences of staff actions and of refusals to programs."""

import ast
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from string import Formatter

import pytest

from games.staff.services import ACTIONS
from games.wording import api, staff
from games.wording.templates import Plural, Template

pytestmark = pytest.mark.once

GAMES = Path(__file__).resolve().parents[2] / "games"
MOMENT = datetime(2026, 3, 10, 12, 0, tzinfo=UTC)
FACTS: Mapping[str, object] = {
    "by": "Olga", "name": "Bob", "count": 2, "text": "Hello!", "network": "192.0.2.7", "number": 3,
    "groups": "Moderators", "until": MOMENT, "since": MOMENT, "reason": "So", "result": "Done.", "most": 200,
    "prefix": 16, "names": "“x”", "why": "Rude", "game": 1, "table": "abcd2345", "who": "Ann", "what": "play",
    "minutes": 1, "entry": 5, "problem": "Wrong.", "error": "KeyError", "details": "x", "parts": "hands",
    "field": "seats",
}  # fmt: skip


def templates() -> Iterator[Template]:
    for table in (staff.RESULTS, staff.NOTES, staff.REFUSALS, staff.ALERTS, api.REFUSALS):
        for template in table.values():
            yield from template if isinstance(template, staff.Timed) else (template,)


def texts() -> Iterator[str]:
    for template in templates():
        yield from template if isinstance(template, Plural) else (template,)


def codes_in(folder: str, *functions: str) -> set[str]:
    """Return the codes in calls of these functions."""
    calls = [node for path in (GAMES / folder).rglob("*.py") for node in ast.walk(ast.parse(path.read_text()))]
    return {
        call.args[0].value
        for call in calls
        if isinstance(call, ast.Call)
        and ast.unparse(call.func).endswith(functions)
        and call.args
        and isinstance(call.args[0], ast.Constant)
        and isinstance(call.args[0].value, str)
    }


def test_every_action_has_a_label_an_effect_and_a_result() -> None:
    assert staff.ACTIONS.keys() == ACTIONS.keys()
    assert ACTIONS.keys() <= staff.RESULTS.keys()


def test_every_code_has_a_sentence() -> None:
    assert codes_in("staff", "StaffRefusal", "NoRight", "wording.refusal") <= staff.REFUSALS.keys()
    assert codes_in("staff", "wording.result") <= staff.RESULTS.keys()
    assert codes_in("staff", "wording.note") <= staff.NOTES.keys()
    assert codes_in("staff", "wording.alert") <= staff.ALERTS.keys()
    assert codes_in("api", "wording.refusal") <= api.REFUSALS.keys()


def test_every_sentence_can_be_filled_in() -> None:
    for text in texts():
        names = {name for _, name, _, _ in Formatter().parse(text) if name}
        assert names <= FACTS.keys(), text
        assert text.format(**FACTS)


def test_sanctions_contain_their_end() -> None:
    assert staff.result("ban", by="Mo", name="Bob", until=MOMENT) == (
        "Mo (staff) banned Bob until 10 March 2026, 12:00 UTC."
    )
    assert staff.result("ban", by="Mo", name="Bob", until=None) == "Mo (staff) banned Bob for good."


def test_numbers_have_a_singular() -> None:
    assert staff.note("announced", count=1) == "Announced at 1 table."
    assert staff.note("announced", count=2) == "Announced at 2 tables."
    assert staff.note("addresses_banned", result="Done.", count=1) == "Done. 1 address they used is banned too."
