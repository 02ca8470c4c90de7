"""Every code used in lobbies and for people has a sentence."""

import ast
from datetime import UTC, datetime
from pathlib import Path
from string import Formatter

import pytest

from games.access import Reason
from games.wording import Plural, Template, lobby, people
from games.wording.access import REASONS

pytestmark = pytest.mark.once

GAMES = Path(lobby.__file__).resolve().parents[1]
REFUSALS = {"Refusal", "NotAllowed", "NoTable", "Unfit", "Invalid", "PeopleRefusal"}
TABLES = {"confirmation": (lobby.CONFIRMATIONS, people.CONFIRMATIONS), "post_notice": (lobby.NOTICES,)}


def calls() -> list[tuple[str, str, set[str]]]:
    """Return each call that names a code: the kind of sentence, the code, and its facts."""
    found = []
    for path in GAMES.glob("**/*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                codes = [arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
                facts = {word.arg or "*" for word in node.keywords}
                found += [(node.func.id, codes[0], facts)] if codes else []
    return found


def placeholders(template: Template) -> set[str]:
    texts = template if isinstance(template, Plural) else (template,)
    return {name.partition(":")[0] for text in texts for _, name, _, _ in Formatter().parse(text) if name}


def test_every_refusal_has_a_sentence_for_its_facts() -> None:
    known = REASONS | lobby.REFUSALS | people.REFUSALS
    used = [(code, facts) for name, code, facts in calls() if name in REFUSALS and code not in people.BANS]
    assert len(used) > 30
    for code, facts in used:
        assert "*" in facts or placeholders(known[code]) <= facts, code


@pytest.mark.parametrize("name", TABLES)
def test_every_confirmation_and_notice_has_a_sentence_for_its_facts(name: str) -> None:
    used = [(code, facts) for called, code, facts in calls() if called == name]
    assert used
    for code, facts in used:
        templates = [table[code] for table in TABLES[name] if code in table]
        assert any("*" in facts or placeholders(template) <= facts for template in templates), code


def test_every_reason_for_less_access_has_a_sentence() -> None:
    assert {reason.value for reason in Reason} == REASONS.keys()


@pytest.mark.parametrize(
    ("sentence", "wording"),
    [
        (lobby.refusal("seat_taken", name="Bob"), "Bob has already taken that seat."),
        (lobby.refusal("not_ready", names="Bob, Cleo"), "Not ready yet: Bob, Cleo."),
        (lobby.refusal("too_many_seated", count=3), "3 seats are taken. Remove bots or players first."),
        (lobby.refusal("banned", reason="Spam"), "You are banned from this site for good. Reason: Spam"),
        (lobby.confirmation("muted", name="Bob"), "You have muted Bob."),
        (lobby.notice("made_host", host="Ann", name="Bob"), "Ann has made Bob the host."),
        (people.confirmation("renamed", name="Ada"), "You are now called Ada."),
        (
            people.ban("muted", datetime(2026, 3, 1, 9, 5, tzinfo=UTC)),
            "You may not write until 01 March 2026, 09:05 UTC.",
        ),
    ],
)
def test_sentences_are_whole_and_filled_in(sentence: str, wording: str) -> None:
    assert sentence == wording


def test_settings_are_listed_in_order_of_importance() -> None:
    lines = lobby.settings("link", "hidden", "natural", starts_by_itself=True, bots_stay=False, programs=False)
    assert lines == (
        "Open to anyone with the link",
        "others may watch, without seeing hands",
        "bots at a natural pace",
        "starts by itself when all seats are taken and everyone is ready",
        "no programs",
    )
