"""Every address and action of the staff, tried by every kind of person."""

import re
from collections.abc import Callable, Iterator
from time import time
from typing import Any

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import URLResolver, reverse

from games import metrics
from games.models import Audit, Line, Report, User
from games.staff.services import ACTIONS
from games.wording.staff import refusal
from tests.conftest import Player
from tests.table.conftest import RunningTable

pytestmark = pytest.mark.once  # who may open a page does not depend on the database

STAFF = {"moderator", "operator", "superuser"}
MODERATORS, OPERATORS = {"moderator", "superuser"}, {"operator", "superuser"}
PAGES = {
    "index": STAFF, "now": STAFF,
    "games_game_changelist": OPERATORS, "games_game_change": OPERATORS, "games_game_export": OPERATORS,
    "games_game_replay": OPERATORS,
    "games_table_changelist": OPERATORS, "games_table_change": OPERATORS, "games_table_export": OPERATORS,
    "games_user_changelist": MODERATORS, "games_user_change": MODERATORS, "games_user_export": MODERATORS,
    "games_user_rights": {"superuser"},
    "games_line_changelist": MODERATORS, "games_line_change": MODERATORS, "games_line_export": MODERATORS,
    "games_report_changelist": MODERATORS, "games_report_change": MODERATORS, "games_report_export": MODERATORS,
    "games_audit_changelist": STAFF, "games_audit_change": STAFF, "games_audit_export": STAFF,
}  # fmt: skip
WITHOUT_RIGHTS = {"login", "logout", "action", None}
"""Login and logout, the actions, which have a table of their own, and Django's response to unknown addresses."""
RIGHTS = {
    "decide": OPERATORS, "give-time": OPERATORS, "to-bot": OPERATORS, "give-back": OPERATORS, "undo": OPERATORS,
    "look": OPERATORS, "end-game": OPERATORS, "close-table": OPERATORS, "announce": STAFF,
    "remove-line": MODERATORS, "mute": MODERATORS, "ban-address": MODERATORS, "lift-address": MODERATORS,
     "ban": MODERATORS, "lift": MODERATORS, "end-sessions": MODERATORS,
}  # fmt: skip
ROLES = ["anonymous", "player", "moderator", "operator", "superuser"]


def names(patterns: Any) -> Iterator[Any]:
    for entry in patterns:
        if isinstance(entry, URLResolver):
            yield from names(entry.url_patterns)
        else:
            yield entry.name


def test_every_address_and_every_action_is_listed() -> None:
    assert set(names(admin.site.urls[0])) == set(PAGES) | WITHOUT_RIGHTS
    assert set(ACTIONS) == set(RIGHTS)


@pytest.fixture
def clients(dan: Player, mo: Player, olga: Player, sue: Player) -> dict[str, Client]:
    clients = [Client(), dan.client, mo.client, olga.client, sue.client]
    return dict(zip(ROLES, clients, strict=True))


@pytest.fixture
def rows(table: RunningTable, dan: Player) -> dict[str, int]:
    line = Line.objects.get(person=table.people["Bob"])
    report = Report.objects.create(reporter=table.people["Ann"], person=line.person, name="Bob", table=table.table)
    audit = Audit.objects.create(name="Sue", action="lift", what="Nothing", reason="None")
    found = {"game": table.game, "table": table.table, "user": dan.user, "line": line, "report": report, "audit": audit}
    return {name: row.pk for name, row in found.items()}


def address(name: str, rows: dict[str, int]) -> str:
    words = name.split("_")
    needs = words[-1] in ("change", "replay", "rights")
    return reverse(f"admin:{name}", args=[rows[words[1]]] if needs else [])


@pytest.mark.parametrize("name", PAGES)
def test_each_page_is_open_only_to_its_group(name: str, clients: dict[str, Client], rows: dict[str, int]) -> None:
    path, posted = address(name, rows), name.endswith("replay")
    got = {role: (client.post if posted else client.get)(path, follow=False) for role, client in clients.items()}
    let_in = {role for role, answer in got.items() if answer.status_code == 200 or _is_redirect(answer)}
    assert let_in == PAGES[name]
    assert {got[role].status_code for role in ("moderator", "operator")} <= {200, 302, 403}
    assert got["player"]["Location"].startswith("/admin/login/")
    assert "login/" in got["anonymous"]["Location"]


def _is_redirect(answer: Any) -> bool:
    return answer.status_code == 302 and "login" not in answer["Location"]


@pytest.mark.parametrize("name", RIGHTS)
@pytest.mark.parametrize("method", ["get", "post"])
def test_each_action_is_open_only_to_its_group(
    name: str, method: str, clients: dict[str, Client], rows: dict[str, int]
) -> None:
    kind = {"person": "user", "site": ""}.get(ACTIONS[name].target, ACTIONS[name].target)
    path = reverse("admin:action", args=[name, rows.get(kind, 0)])
    answers = {role: getattr(client, method)(path).status_code for role, client in clients.items()}
    # Without a reason the action is not performed, so all can try the same one: those allowed read what is missing.
    assert {role for role, status in answers.items() if status in (200, 422)} == RIGHTS[name]
    assert {status for role, status in answers.items() if role not in RIGHTS[name]} <= {302, 403}


def test_the_audit_log_says_where_with_links_for_those_who_may_follow_them(
    clients: dict[str, Client], table: RunningTable
) -> None:
    Audit.objects.create(name="Sue", action="end-game", what="Ended.", reason="-", table=table.table, game=table.game)
    shown = {}
    for role, client in clients.items():
        answer = client.get("/admin/games/audit/", {"q": table.code.upper()})
        if answer.status_code == 200:
            shown[role] = answer.content.decode()
    assert set(shown) == PAGES["games_audit_changelist"]
    for role, page in shown.items():
        assert f"#{table.game.pk}" in page
        assert table.code in page
        for kind, pk in (("game", table.game.pk), ("table", table.table.pk)):
            may_follow = role in PAGES[f"games_{kind}_change"]
            assert (f'href="/admin/games/{kind}/{pk}/change/"' in page) <= may_follow
    assert f'href="/admin/games/game/{table.game.pk}/change/"' in shown[ROLES[-1]]


def test_staff_without_a_group_see_only_that_the_site_runs(
    invite: Callable[..., Player], rows: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(metrics, "_own", metrics.Process())
    metrics.record_limited("say something", f"person {User.objects.get(name='Bob').pk}")
    metrics.report(time())
    new = invite("Nina", is_staff=True)
    page = new.client.get("/admin/").content.decode()
    assert "Live tables" in page
    assert not re.search(r"\bBob\b", page)  # the letters alone may come by chance in a token
    opened = [name for name in PAGES if new.client.get(address(name, rows)).status_code == 200]
    assert set(opened) == {"index", "now"}


@pytest.mark.parametrize("what", ["add/", "{pk}/delete/", "{pk}/history/", "{pk}/"])
@pytest.mark.parametrize("kind", ["entry", "audit", "game", "user"])
def test_not_even_an_administrator_can_change_logs_and_audit_records(
    sue: Player, rows: dict[str, int], kind: str, what: str
) -> None:
    path = f"/admin/games/{kind}/" + what.format(pk=rows.get(kind, 1))
    assert {sue.client.get(path).status_code, sue.client.post(path, {"name": "x"}).status_code} == {404}


def test_the_page_of_an_audit_record_ignores_posted_data(sue: Player, rows: dict[str, int]) -> None:
    path = address("games_audit_change", rows)
    sue.client.post(path, {"what": "Something else", "_save": "Save"})
    assert Audit.objects.get().what == "Nothing"
    assert not any(word in sue.client.get(path).content.decode() for word in ("<textarea", 'name="what"'))


def test_audit_records_cannot_be_changed_by_mistake(rows: dict[str, int]) -> None:
    entry = Audit.objects.get()
    with pytest.raises(TypeError):
        entry.save()
    with pytest.raises(TypeError):
        entry.delete()


def test_only_an_administrator_grants_rights_and_never_to_themselves(sue: Player, mo: Player, dan: Player) -> None:
    path = f"/admin/games/user/{dan.user.pk}/rights/"
    given = {"is_staff": "on", "groups": [mo.user.groups.get().pk], "reason": "Helps on weekends"}
    assert mo.client.post(f"/admin/games/user/{mo.user.pk}/rights/", given).status_code == 403
    assert mo.client.post(path, given).status_code == 403
    sue.client.post(path, given)
    dan.user.refresh_from_db()
    assert (dan.user.is_staff, dan.user.is_superuser) == (True, False)
    assert [group.name for group in dan.user.groups.all()] == ["Moderators"]
    assert "added Dan to the staff. Groups: Moderators." in Audit.objects.get().what


def test_moderators_cannot_act_on_staff_with_more_rights(
    mo: Player, olga: Player, sue: Player, do: Callable[..., Any]
) -> None:
    for higher in (olga, sue):
        answer = do(mo, "ban", higher.user.pk, until="day")
        assert refusal("staff_member") in answer.content.decode()
        higher.user.refresh_from_db()
        assert higher.user.banned_until is None
    assert refusal("yourself") in do(mo, "ban", mo.user.pk, until="day").content.decode()


def test_addresses_and_passwords_of_people_are_not_shown(mo: Player, sue: Player, dan: Player) -> None:
    dan.user.email = "dan@example.org"
    dan.user.save()
    path = f"/admin/games/user/{dan.user.pk}/change/"
    exported = mo.client.get("/admin/games/user/export/").content.decode()
    for page in (mo.client.get(path).content.decode(), exported):
        assert "dan@example.org" not in page
        assert dan.user.password not in page
    assert "dan@example.org" in sue.client.get(path).content.decode()
    assert "dan@example.org" not in mo.client.get("/admin/games/user/?q=dan@").content.decode()
