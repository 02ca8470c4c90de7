"""The rules of a table in short, as its help shows them."""

import pytest
from django.test import Client

from games.engine import Rules
from games.table.rules_summary import summary
from tests.table.conftest import RunningTable


def help_of(table: RunningTable) -> str:
    page = Client()
    page.force_login(table.people["Ann"])
    return page.get(f"/t/{table.code}/game/").content.decode().partition('id="help"')[2]


@pytest.mark.parametrize(("options", "opened"), [({"jump_in": True}, True), ({"deck": "no_mercy", "pause": 3}, True)])
def test_help_begins_with_what_differs_at_this_table(
    start_game: type[RunningTable], options: dict[str, str | int | bool], opened: bool
) -> None:
    rules = Rules(**options)
    shown = help_of(start_game(["Ann", "Bob"], rules=rules))
    for sentence in summary(rules).differs:
        assert f"<li>{sentence}</li>" in shown
    before, _, after = shown.partition(f'<a href="{summary(rules).url}" target="_blank">'.replace("&", "&amp;"))
    assert after
    assert "Drag a card" in after
    assert "<details open>" in before


def test_many_differences_are_folded(start_game: type[RunningTable]) -> None:
    shown = help_of(start_game(["Ann", "Bob"], rules=Rules.preset("House")))
    assert "Rules of this table: House" in shown
    assert "<details><summary>What differs from Official (6)" in shown


def test_help_of_a_table_with_the_official_rules_says_so(start_game: type[RunningTable]) -> None:
    shown = help_of(start_game(["Ann", "Bob"]))
    assert "Rules of this table: Official" in shown
    assert "The printed rules of the classic game" in shown
    assert '<a href="/rules/" target="_blank">' in shown
