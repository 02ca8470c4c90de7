"""Players report people or messages, the staff answers, and the reporter reads the outcome."""

import json
from typing import Any

import pytest
from django.test import Client

from games.models import Audit, Ban, Line, Report, Visit
from games.wording.site import TOO_OFTEN
from games.wording.staff import note, refusal
from games.wording.templates import fill
from tests.conftest import Player
from tests.table.conftest import RunningTable

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann(table: RunningTable, client: Client) -> Client:
    client.force_login(table.people["Ann"], backend="django.contrib.auth.backends.ModelBackend")
    return client


def said(text: str = "You are all fools.") -> Line:
    return Line.objects.get(text=text)


def send(ann: Client, table: RunningTable, **words: Any) -> Any:
    words = {"person": table.people["Bob"].pk, "why": "That hurts.", "line": said().pk, **words}
    return ann.post(f"/t/{table.code}/report/", words, follow=True)


def test_a_message_is_reported_from_the_chat(ann: Client, table: RunningTable) -> None:
    page = ann.get(f"/t/{table.code}/game/").content.decode()
    link = f"/t/{table.code}/report/?line={said().pk}"
    assert link in page
    assert f"?line={said('Hello!').pk}" not in page, "people do not report themselves"
    form = ann.get(link).content.decode()
    assert "You are all fools." in form
    assert "checked" in form


def test_a_report_contains_the_messages_and_the_game(ann: Client, table: RunningTable, mo: Player) -> None:
    answer = send(ann, table)
    assert note("report_sent") in answer.content.decode()
    report = Report.objects.get()
    assert (report.name, report.table, report.game) == ("Bob", table.table, table.game)
    assert [text for _, _, text in json.loads(report.lines)] == ["Hello!", "You are all fools."]
    said().delete()
    page = mo.client.get(f"/admin/games/report/{report.pk}/change/").content.decode()
    assert "You are all fools." in page
    assert f"game #{table.game.pk}" in page


def test_a_person_is_reported_from_their_seat(ann: Client, table: RunningTable) -> None:
    bob = table.people["Bob"].pk
    link = f"/t/{table.code}/report/?person={bob}"
    lobby = ann.get(f"/t/{table.code}/?stay").content.decode()
    assert link in lobby
    assert f"?person={table.people['Ann'].pk}" not in lobby, "people do not report themselves"
    assert f'href="/t/{table.code}/report/"' in ann.get(f"/t/{table.code}/game/").content.decode()
    chosen = f'value="{bob}" required id="id_person_0" checked'
    assert chosen in ann.get(link).content.decode()
    assert chosen not in ann.get(f"/t/{table.code}/report/?person=0").content.decode()


def test_a_viewer_without_a_seat_can_be_reported(ann: Client, table: RunningTable, dan: Player, mo: Player) -> None:
    Visit.objects.create(table=table.table, person=dan.user)
    assert f"/t/{table.code}/report/?person={dan.user.pk}" in ann.get(f"/t/{table.code}/?stay").content.decode()
    send(ann, table, person=dan.user.pk, line="", why="He tells others my cards.")
    assert "About Dan: He tells others my cards." in mo.client.get("/admin/").content.decode()


def test_reports_are_rate_limited(ann: Client, table: RunningTable, stopped_limits: None) -> None:
    for _ in range(6):
        assert send(ann, table, line="").status_code == 200
    refused = send(ann, table, why="He does it again.")
    assert (refused.status_code, refused["Retry-After"]) == (429, "50")
    page = refused.content.decode()
    assert fill(TOO_OFTEN, count=50) in page
    assert "He does it again.</textarea>" in page
    assert "You are all fools." in page
    assert Report.objects.count() == 6


def test_a_person_can_be_reported_without_a_message(ann: Client, table: RunningTable) -> None:
    send(ann, table, line="")
    assert (Report.objects.get().line, Report.objects.get().name) == (None, "Bob")


@pytest.mark.parametrize(
    ("wrong", "message"),
    [({"why": "  "}, "This field is required."), ({"person": "999999"}, "Select a valid choice"),
     ({"why": "x" * 301}, "at most 300 characters"), ({"person": "ann"}, "Select a valid choice")],
)  # fmt: skip
def test_an_invalid_report_is_refused_and_keeps_its_text(
    ann: Client, table: RunningTable, wrong: Any, message: Any
) -> None:
    answer = ann.post(f"/t/{table.code}/report/", {"person": table.people["Bob"].pk, "why": "That hurts.", **wrong})
    assert answer.status_code == 422
    assert message in answer.content.decode()
    assert Report.objects.count() == 0


@pytest.mark.parametrize("line", ["x", "99999999999999999999", "-1", "0"])
def test_an_invalid_message_number_is_ignored(ann: Client, table: RunningTable, line: Any) -> None:
    assert ann.get(f"/t/{table.code}/report/?line={line}").status_code == 200
    send(ann, table, line=line)
    assert Report.objects.get().line is None


def test_outsiders_cannot_report_at_a_table_with_a_password(dan: Player, table: RunningTable) -> None:
    table.table.visibility = "password"
    table.table.save()
    assert dan.client.get(f"/t/{table.code}/report/").status_code == 404
    assert dan.client.get("/t/nowhere/report/").status_code == 404


def test_the_reporter_reads_the_outcome(ann: Client, table: RunningTable, mo: Player) -> None:
    send(ann, table)
    report = Report.objects.get()
    assert "Not answered yet" in ann.get("/me/reports/").content.decode()
    path = f"/admin/games/report/{report.pk}/change/"
    assert mo.client.post(path, {"note": ""}).status_code == 422
    mo.client.post(path, {"note": "We have talked to Bob."})
    assert "1 answer" in ann.get("/me/").content.decode()
    assert "We have talked to Bob." in ann.get("/me/reports/").content.decode()
    assert "1 answer" not in ann.get("/me/").content.decode()
    assert Audit.objects.get(action="resolve").reason == "We have talked to Bob."
    again = mo.client.post(path, {"note": "Twice."})
    assert refusal("resolved") in again.content.decode()


def test_the_reported_person_is_not_notified(ann: Client, table: RunningTable, client: Client) -> None:
    send(ann, table)
    client.force_login(table.people["Bob"], backend="django.contrib.auth.backends.ModelBackend")
    assert "That hurts." not in client.get("/me/reports/").content.decode()
    assert "That hurts." not in client.get("/me/data/").content.decode()


def test_open_reports_are_on_the_dashboard_of_moderators(
    ann: Client, table: RunningTable, mo: Player, olga: Player
) -> None:
    send(ann, table)
    assert "About Bob: That hurts." in mo.client.get("/admin/").content.decode()
    assert "That hurts." not in olga.client.get("/admin/").content.decode()


def test_a_person_banned_by_the_host_can_report_but_sees_no_messages(ann: Client, table: RunningTable) -> None:
    Ban.objects.create(table=table.table, person=table.people["Ann"])
    page = ann.get(f"/t/{table.code}/report/?line={said().pk}")
    assert page.status_code == 200
    assert "You are all fools." not in page.content.decode()
    refused = ann.post(f"/t/{table.code}/report/", {"person": table.people["Bob"].pk, "line": said().pk, "why": ""})
    assert refused.status_code == 422
    assert "You are all fools." not in refused.content.decode()
    assert note("report_sent") in send(ann, table).content.decode()
    assert Report.objects.get().line == said()
