"""The staff's lists: search, filters, exports, and no query per row."""

from collections.abc import Iterator
from time import time
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.admin import SimpleListFilter
from django.db import connection, transaction
from django.db.models import Q
from django.template.defaultfilters import date
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from games import metrics
from games.devtools import demo_data
from games.models import Audit, Game, Line, Report, Table, User
from games.wording.staff import refusal
from tests.conftest import Player
from tests.table.conftest import RunningTable

pytestmark = pytest.mark.django_db
LISTS = ["game", "table", "user", "line", "report", "audit"]


@pytest.fixture(scope="module")
def past(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Create two hundred past games and a few running ones, once for all tests of this module; each test rolls back its
    changes.
    """
    with django_db_blocker.unblock(), transaction.atomic():
        list(demo_data.seed(200, 5))
        Audit.objects.bulk_create(
            [Audit(name="Sue", action="lift", what=f"Action {n}", reason="So") for n in range(60)]
        )
        yield
        transaction.set_rollback(True)


def asked(client: Client, path: str) -> int:
    with CaptureQueriesContext(connection) as queries:
        assert client.get(path).status_code == 200
    return len(queries)


@pytest.mark.parametrize("kind", LISTS)
def test_a_list_needs_as_many_queries_for_fifty_rows_as_for_one(sue: Player, past: None, kind: str) -> None:
    path = f"/admin/games/{kind}/"
    few = asked(sue.client, f"{path}?p=1&q=%231") if kind in ("game", "report") else None
    most = asked(sue.client, path)
    assert most <= 6
    assert few is None or few <= most + 2


def test_past_games_are_over_and_have_formatted_dates(sue: Player, past: None) -> None:
    moment = timezone.now()
    assert not Game.objects.filter(Q(started_at__gt=moment) | Q(ended_at__gt=moment)).exists()
    newest = Game.objects.latest("pk").started_at
    assert f"{date(newest, 'j M Y, H:i T')}</td>" in sue.client.get("/admin/games/game/").content.decode()


def test_no_list_counts_more_rows_than_its_pages_show(sue: Player, past: None, monkeypatch: pytest.MonkeyPatch) -> None:
    from games.staff.lists import CappedPaginator

    monkeypatch.setattr(CappedPaginator, "MOST", 100)
    with CaptureQueriesContext(connection) as queries:
        page = sue.client.get("/admin/games/game/").content.decode()
    counts = [query["sql"] for query in queries if "COUNT(" in query["sql"]]
    assert counts
    assert all("LIMIT 100" in sql for sql in counts)
    assert "the latest 100 entries" in page


def test_the_dashboard_needs_few_queries_once_the_days_are_counted(
    sue: Player, past: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(metrics, "_own", metrics.Process())
    for person in User.objects.all()[:5]:
        metrics.record_limited("say something", f"person {person.pk}")
    metrics.report(time())
    assert "Rate limit" in sue.client.get("/admin/").content.decode()
    assert asked(sue.client, "/admin/") <= 11
    assert asked(sue.client, "/admin/now/") <= 10


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("game/?status=running", 5), ("game/?q={code}", 1), ("game/?q=%23{game}", 1), ("table/?q={code}", 1),
        ("table/?status=playing", 5), ("user/?q={name}", 1), ("line/?q={code}", 2), ("report/?status=open", 1),
        ("report/?status=resolved", 0), ("audit/?q=nobody-like-that", 0), ("game/?q=x'; DROP", 0),
    ],
)  # fmt: skip
def test_a_search_finds_only_what_matches(sue: Player, past: None, path: str, found: int) -> None:
    live = Game.objects.filter(ended_at=None).earliest("pk")
    person = live.players.filter(person__isnull=False).earliest("pk")
    words = {"code": live.table.code, "game": live.pk, "name": person.name}
    page = sue.client.get(f"/admin/games/{path.format(**words)}")
    assert page.status_code == 200
    assert page.content.decode().count("<tr>") == (found + 1 if found else 0)


@pytest.mark.parametrize("kind", LISTS)
def test_each_list_can_be_exported(sue: Player, past: None, kind: str) -> None:
    answer = sue.client.get(f"/admin/games/{kind}/export/")
    assert answer["Content-Type"].startswith("text/csv")
    assert f'filename="{kind}s.csv"' in answer["Content-Disposition"]
    model: Any = {"game": Game, "table": Table, "user": User, "line": Line, "report": Report, "audit": Audit}[kind]
    rows = model.objects.exclude(is_notice=True) if kind == "line" else model.objects.all()
    assert len(answer.content.decode().splitlines()) == rows.count() + 1


def test_the_export_contains_what_the_list_shows(sue: Player, past: None) -> None:
    answer = sue.client.get("/admin/games/game/export/?status=running")
    assert len(answer.content.decode().splitlines()) == 6


def test_a_name_is_never_a_formula_in_a_spreadsheet(sue: Player, table: RunningTable) -> None:
    Line.objects.create(table=table.table, name="Bob", text='=HYPERLINK("http://example.org")')
    assert "'=HYPERLINK" in sue.client.get("/admin/games/line/export/").content.decode()


NONSENSE = ["game/?p=999999", "game/?p=x", "game/?status=nonsense", "table/?nonsense=1", "game/?o=9", "user/?q=%00"]


@pytest.mark.parametrize("path", NONSENSE)
def test_an_invalid_query_of_a_list_is_no_error(sue: Player, table: RunningTable, path: str) -> None:
    assert sue.client.get(f"/admin/games/{path}", follow=True).status_code in (200, 404)


@pytest.mark.parametrize("query", ["at=0", "at=99999999", "at=x", "as=99", "as=<b>", "seat=99", "before=1", "before=x"])
def test_an_invalid_query_of_the_inspector_is_no_error(olga: Player, table: RunningTable, query: str) -> None:
    assert olga.client.get(f"/admin/games/game/{table.game.pk}/change/?{query}").status_code == 200


# --- Only declared filters are allowed: any other could be used to guess stored values letter by letter.

LOOKUPS = ["", "__startswith", "__isnull"]
OTHERS = ["nonsense", "o", "e", "all", "_popup", "_to_field", "_facets", "_source_model", "table__password__startswith"]


def undeclared() -> Iterator[tuple[str, str]]:
    """Return every column of every list with several lookups, and the parameters that Django itself would read."""
    for model, page in admin.site._registry.items():
        own = {
            declared.parameter_name
            for declared in page.list_filter
            if isinstance(declared, type) and issubclass(declared, SimpleListFilter)
        }
        columns = [f"{field.name}{lookup}" for field in model._meta.get_fields() for lookup in LOOKUPS]
        own |= {"o"} if page.sorts else set()  # type: ignore[attr-defined]
        for parameter in sorted({*columns, *OTHERS} - own):
            yield str(model._meta.model_name), parameter


@pytest.fixture
def one_of_each(table: RunningTable) -> None:
    """Create a row in each list whose columns could be filtered."""
    Report.objects.create(reporter=table.people["Ann"], name="Bob", why="He cheats.", table=table.table)
    Audit.objects.create(name="Sue", action="lift", what="Sue lets Bob in.", reason="So")


def test_every_list_is_tested() -> None:
    assert {kind for kind, _ in undeclared()} == set(LISTS)


@pytest.mark.once
def test_a_list_ignores_undeclared_filters(sue: Player, one_of_each: None) -> None:
    wrong = []
    for kind, parameter in undeclared():
        path = f"/admin/games/{kind}/"
        answer = sue.client.get(path, {parameter: "1"})
        if (answer.status_code, answer.get("Location")) != (302, path):
            wrong.append((kind, parameter, answer.status_code))
    assert not wrong
    assert "This list has no filter" in sue.client.get("/admin/games/audit/").content.decode()


@pytest.mark.once
def test_an_export_ignores_undeclared_filters(sue: Player, one_of_each: None) -> None:
    wrong = []
    for kind, parameter in undeclared():
        answer = sue.client.get(f"/admin/games/{kind}/export/", {parameter: "1"})
        if answer.status_code != 400 or "This list has no filter" not in answer.content.decode():
            wrong.append((kind, parameter, answer.status_code))
    assert not wrong


def test_a_page_number_that_does_not_exist_shows_the_first_page(sue: Player, table: RunningTable) -> None:
    page = sue.client.get("/admin/games/game/?p=999999", follow=True)
    assert page.redirect_chain[-1][0] == "/admin/games/game/"
    assert refusal("no_such_page") in page.content.decode()
    assert sue.client.get("/admin/games/game/export/?p=999999").status_code == 400


def test_the_filters_of_a_list_are_not_shown_without_permission(mo: Player, table: RunningTable) -> None:
    assert mo.client.get("/admin/games/game/?state__contains=1").status_code == 403
    assert mo.client.get("/admin/games/game/export/?state__contains=1").status_code == 403
