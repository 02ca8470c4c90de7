"""Forms of the staff, and the one to report a player, say at the field what is wrong and keep what was typed."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from games.models import Report
from games.staff.forms import LONGEST_TEXT
from games.staff.services.actions import LONGEST_REASON
from games.wording.site import TOO_LONG
from games.wording.staff import refusal
from tests.conftest import Player
from tests.responses import text
from tests.table.conftest import RunningTable


def is_at_field(page: str, name: str, sentence: str) -> bool:
    field = re.search(rf'<(input|textarea)[^>]* name="{name}"[^>]*>', page)
    assert field is not None
    return 'aria-invalid="true"' in field[0] and f'id="id_{name}_error"><li>{sentence}' in page


def too_long(limit: int) -> str:
    return TOO_LONG % {"limit_value": limit, "show_value": limit + 1}


@pytest.mark.parametrize(
    ("action", "field", "limit"),
    [("announce", "text", LONGEST_TEXT), ("announce", "reason", LONGEST_REASON), ("ban-address", "network", 60)],
)
def test_text_that_is_too_long_is_refused_and_kept(
    sue: Player, do: Callable[..., Any], action: str, field: str, limit: int
) -> None:
    written = "x" * (limit + 1)
    answer = do(sue, action, **{"text": "Hello", "until": "hour", field: written})
    assert answer.status_code == 422
    page = text(answer)
    assert is_at_field(page, field, too_long(limit))
    assert written in page
    assert "maxlength" not in page, "a browser would cut it off without a word"


def test_a_report_and_its_answer_are_not_cut_off_either(table: RunningTable, mo: Player) -> None:
    written = "x" * (LONGEST_TEXT + 1)
    bob = table.people["Bob"]
    form = {"person": bob.pk, "why": written}
    ann = Client()
    ann.force_login(table.people["Ann"])
    answer = ann.post(f"/t/{table.code}/report/", form)
    assert answer.status_code == 422
    assert is_at_field(text(answer), "why", too_long(LONGEST_TEXT))
    report = Report.objects.create(table=table.table, person=bob, name="Bob", why="Spam")
    answer = mo.client.post(f"/admin/games/report/{report.pk}/change/", {"note": written})
    assert is_at_field(text(answer), "note", too_long(LONGEST_TEXT))


@pytest.mark.parametrize(
    ("network", "sentence"),
    [("nonsense", refusal("not_an_address")), ("10.0.0.0/1", refusal("too_wide", prefix=16))],
)
def test_a_refused_address_is_marked(sue: Player, do: Callable[..., Any], network: str, sentence: str) -> None:
    assert is_at_field(text(do(sue, "ban-address", network=network, until="hour")), "network", sentence)


@pytest.mark.parametrize(("path", "title"), [("line", "Chat"), ("audit", "Audit log"), ("user", "People")])
def test_a_list_has_the_title_that_leads_to_it(sue: Player, path: str, title: str) -> None:
    page = text(sue.client.get(f"/admin/games/{path}/"))
    assert f"<h1>{title}</h1>" in page
    assert f'aria-current="page">{title}</a>' in page


def test_a_mute_in_force_is_no_refusal_of_what_was_just_done(sue: Player, table: RunningTable, do: Any) -> None:
    """A refusal gets the focus."""
    page = text(do(sue, "mute", table.people["Bob"].pk, until="hour"))
    assert "Muted until" in page
    assert "notice error" not in page
