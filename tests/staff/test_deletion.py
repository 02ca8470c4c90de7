"""Deleting an account removes everything that identifies the person; what others share with them stays."""

import json
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress, EmailConfirmation
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks

from games.fields import Names
from games.live import hints
from games.lobby import services as lobby
from games.models import (
    AddressBan,
    Audit,
    Award,
    Ban,
    Block,
    Browser,
    Figures,
    Follow,
    Game,
    HeadToHead,
    Invitation,
    Line,
    Mute,
    Player,
    Reaction,
    ReplayLink,
    Report,
    RuleSet,
    Sanction,
    Table,
    Tally,
    User,
)
from games.people import tokens as programs
from games.privacy import deletion, export
from tests.people.conftest import PASSWORD
from tests.table.conftest import RunningTable

pytestmark = pytest.mark.django_db
NAME, OLD_NAME, EMAIL, SECOND_EMAIL, IP = (
    "Xanthippe",
    "Zenobia Old",
    "xan@example.org",
    "second@example.org",
    "203.0.113.77",
)
SAID, WHY, RULES, BANNED_FOR = "marmalade sandwich", "elderberry wine", "pumpernickel rules", "persimmon spam"
NEEDLES = (NAME, OLD_NAME, EMAIL, SECOND_EMAIL, IP, SAID, WHY, RULES, BANNED_FOR, "gooseberry token", "quince browser")


@pytest.fixture
def played_table() -> RunningTable:
    """Return a table where Xanthippe and Bob are playing with a bot."""
    return RunningTable([NAME, "Bob"], bots=["Easy"])


@pytest.fixture
def xan(played_table: RunningTable) -> Any:
    person = played_table.people[NAME]
    person.set_password(PASSWORD)
    person.email, person.is_staff = EMAIL, True
    person.save()
    return person


def fill_account(xan: Any) -> None:
    for address, primary in ((EMAIL, True), (SECOND_EMAIL, False)):
        row = EmailAddress.objects.create(user=xan, email=address, primary=primary)
        EmailConfirmation.objects.create(email_address=row, key=f"key of {address}")
    Authenticator.objects.create(user=xan, type=Authenticator.Type.TOTP, data={"secret": NAME})
    programs.make_token(xan, "gooseberry token", "play")
    xan.groups.add(Group.objects.first())
    xan.user_permissions.add(Permission.objects.first())
    Client(REMOTE_ADDR=IP, headers={"user-agent": "quince browser"}).post(
        "/account/login/", {"login": NAME, "password": PASSWORD}
    )
    UserSession.objects.create(user=xan, ip=IP, user_agent="quince browser", session_key="x", data={})
    half_begun = SessionStore()
    half_begun["account_authentication_methods_user"] = str(xan.pk)
    half_begun["account_authentication_methods"] = [{"method": "password", "username": NAME}]
    half_begun.save()
    Browser.objects.create(person=xan, digest="0" * 64)
    kind = ContentType.objects.get_for_model(User)
    LogEntry.objects.create(user=xan, content_type=kind, object_id=str(xan.pk), object_repr=NAME, action_flag=2)
    LogEntry.objects.create(user=xan, object_repr="else", action_flag=2)


def fill_tables(xan: Any, bob: User, played_table: RunningTable) -> Any:
    elsewhere = Table.objects.create(host=xan)
    Ban.objects.create(table=elsewhere, person=xan)
    lobby.watch(Table.objects.create(host=bob).code, xan)
    for one, other in ((xan, bob), (bob, xan)):
        Mute.objects.create(person=one, other=other)
        Invitation.objects.create(table=elsewhere, person=one, by=other)
        for model in (Follow, Block, HeadToHead):
            model.objects.create(person=one, other=other)
    Reaction.objects.create(table=elsewhere, person=xan, kind="laugh")
    RuleSet.objects.create(person=xan, name=RULES, rules="{}")
    over = Game.objects.create(
        table=Table.objects.create(host=bob), rules="{}", state="", version=9, ended_at=timezone.now(), winner=1
    )
    Player.objects.create(game=over, seat=0, place=0, person=xan, name=OLD_NAME, face=xan.face, score=40, rank=2)
    Player.objects.create(game=over, seat=1, place=1, person=bob, name="Bob", face="b", score=90)
    ReplayLink.objects.create(game=over, by=xan)
    Tally.objects.create(person=xan, kind=Tally.Kind.ALL)
    Figures.objects.create(person=xan)
    Award.objects.create(person=xan, code="first_win", game=over)
    Line.objects.create(table=played_table.table, person=xan, name=OLD_NAME, text=f"I like a {SAID}")
    Line.objects.create(table=played_table.table, person=bob, name="Bob", text=f"Well played, {NAME.lower()}!")
    Line.objects.create(table=played_table.table, name="", text=f"{NAME} has made Bob the host.", is_notice=True)
    Line.objects.create(table=elsewhere, name="", text=f"The host is gone. {OLD_NAME} is the host.", is_notice=True)
    return over


def fill_staff(xan: Any, bob: User, played_table: RunningTable) -> None:
    said = Line.objects.get(person=xan, is_notice=False)
    quoted = json.dumps([[said.pk, OLD_NAME, said.text], [1, "Bob", f"Well played, {NAME}!"], [2, NAME, SAID]])
    words = {"table": played_table.table, "lines": quoted, "line": said}
    Report.objects.create(reporter=xan, person=bob, name="Bob", why=f"{WHY}", **words)
    Report.objects.create(reporter=bob, person=xan, name=NAME, why=f"{NAME} is rude", note=f"{NAME} was muted", **words)
    Report.objects.create(reporter=bob, name="Bob", why="Else", resolved_by=xan, note="So", **words)
    later = timezone.now() + timedelta(days=1)
    for kind in Sanction.Kind:
        Sanction.objects.create(person=xan, kind=kind, reason=BANNED_FOR, until=later, lifted_at=timezone.now())
    Sanction.objects.create(person=bob, by=xan, kind=Sanction.Kind.MUTE, reason=f"Insulted {NAME}", until=later)
    Sanction.objects.create(person=bob, kind=Sanction.Kind.MUTE, reason=f"Went after {NAME} again", until=later)
    over = Sanction.objects.filter(person=xan).first()
    AddressBan.objects.create(
        network=IP, sanction=over, is_hidden=True, by=xan, reason=BANNED_FOR, until=later, lifted_at=timezone.now()
    )
    AddressBan.objects.create(network="198.51.100.9", by=xan, reason=f"Like {NAME}", until=later)
    Audit.objects.create(
        by=xan, name=NAME, action="look", what=f"{NAME} has looked.", reason="Asked", game=played_table.game
    )
    Audit.objects.create(by=bob, name="Bob", action="ban", what=f"Bob has banned {NAME}.", reason="So", person=xan)
    Audit.objects.create(by=bob, name="Bob", action="ban", what="Else.", reason=f"{EMAIL} asked, not {NAME}son")


@pytest.fixture
def filled(xan: Any, played_table: RunningTable) -> Any:
    """Create a row of every kind that belongs to Xanthippe, both current and past."""
    bob = played_table.people["Bob"]
    fill_account(xan)
    over = fill_tables(xan, bob, played_table)
    fill_staff(xan, bob, played_table)
    xan.refresh_from_db()
    return over


def links() -> Iterator[Any]:
    """Return every column of every table that can refer to a person."""
    for model in apps.get_models(include_auto_created=True):
        for field in model._meta.get_fields():
            if field.concrete and field.is_relation and not field.many_to_many and field.related_model is User:
                yield model, field.name


def everything() -> Iterator[Any]:
    """Return every value of every row of every table, and the data of all sessions."""
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")  # noqa: S608
            for row in cursor.fetchall():
                yield from ((table, str(value)) for value in row)
    for session in Session.objects.all():
        yield "sessions", str(session.get_decoded())


def found(needles: Any) -> Any:
    return [
        (table, needle, value[:80])
        for table, value in everything()
        for needle in needles
        if needle.lower() in value.lower().replace(f"{NAME}son".lower(), "")
    ]


def test_nothing_in_the_database_identifies_a_deleted_person(xan: Any, filled: Any) -> None:
    empty = [f"{model.__name__}.{name}" for model, name in links() if not model.objects.filter(**{name: xan}).exists()]
    assert empty == [], "Fill these in above, and see that they are deleted or emptied."
    before = {needle for _, needle, _ in found(NEEDLES)}
    assert before == set(NEEDLES)
    key, face, pk = xan.name_key, xan.face, xan.pk
    deletion.delete(xan)
    assert found((*NEEDLES, key, face)) == []
    pointing = [model for model, name in links() if model._base_manager.filter(**{name: pk}).exists()]
    assert pointing == []
    assert not any(session.get_decoded() for session in Session.objects.all())


def test_shared_data_stays_without_the_name(xan: Any, played_table: RunningTable, filled: Any) -> None:
    deletion.delete(xan)
    seats = filled.players.order_by("seat")
    assert [(seat.name, seat.score) for seat in seats] == [("A former player", 40), ("Bob", 90)]
    assert Game.objects.get(pk=filled.pk).winner == 1
    said = list(Line.objects.filter(table=played_table.table).order_by("pk").values_list("name", "text"))
    assert said[:3] == [
        ("A former player", "Deleted with the account."),
        ("Bob", "Well played, a former player!"),
        ("", "A former player has made Bob the host."),
    ]
    about = Report.objects.get(why__contains="rude")
    assert (about.name, about.why, about.note) == (
        "A former player", "A former player is rude", "A former player was muted"
    )  # fmt: skip
    assert json.loads(about.lines)[1:] == [
        [1, "Bob", "Well played, a former player!"],
        [2, "A former player", "Deleted with the account."],
    ]
    whats = list(Audit.objects.order_by("pk").values_list("name", "what", "reason"))
    assert whats == [
        ("A former player", "A former player has looked.", "Asked"),
        ("Bob", "Bob has banned a former player.", "So"),
        ("Bob", "Else.", "A former player asked, not Xanthippeson"),
    ]


def test_a_name_that_is_a_common_word_is_not_removed_from_other_text(played_table: RunningTable) -> None:
    Audit.objects.bulk_create(
        Audit(name="Mo", action="mute", what="Mo has muted Eve.", reason="All spam") for _ in range(30)
    )
    Audit.objects.create(name="Mo", action="mute", what="Mo has muted Eve.", reason="A quagga, and QUAGGA")
    said = json.dumps([[1, "Eve", "It is spam"], [2, "spam", "Buy now"]])
    Report.objects.create(name="Eve", why="Else", lines=said)
    for name in ("spam", "quagga"):
        deletion.delete(User.objects.create_user(name))
    assert Audit.objects.filter(reason="All spam").count() == 30
    assert Audit.objects.filter(reason="A a former player, and QUAGGA").exists()
    assert json.loads(Report.objects.get().lines) == [
        [1, "Eve", "It is spam"], [2, "A former player", "Deleted with the account."]
    ]  # fmt: skip


def test_an_earlier_name_that_another_person_has_now_stays(xan: Any, filled: Any) -> None:
    User.objects.create_user(OLD_NAME)
    deletion.delete(xan)
    assert Line.objects.filter(text__contains=OLD_NAME).exists()
    assert not Line.objects.filter(name=OLD_NAME).exists()
    assert not Player.objects.filter(name=OLD_NAME).exists()


def test_audit_records_cannot_be_changed_otherwise(xan: Any, filled: Any) -> None:
    deletion.delete(xan)
    entry = Audit.objects.earliest("pk")
    with pytest.raises(TypeError):
        entry.save()
    with pytest.raises(TypeError):
        entry.delete()


def test_a_bot_replaces_a_deleted_player_and_open_pages_are_updated(
    xan: Any,
    played_table: RunningTable,
    filled: Any,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    sent = []
    monkeypatch.setattr(hints, "send", lambda name, message: sent.append((name, message.get("what"))))
    seat, before = played_table.seat(NAME), played_table.now.version
    with django_capture_on_commit_callbacks(execute=True):
        deletion.delete(xan)
    now = played_table.now
    assert (now.sitters[seat].bot, now.sitters[seat].person, now.version > before) == ("Medium", None, True)
    assert now.ended is False
    assert played_table.table.places.get(number=seat).bot == "Medium"
    played_table.do_due_action()
    group = hints.group(played_table.code)
    assert {(group, hints.GAME), (group, hints.LOBBY), (group, hints.CHAT)} <= set(sent)
    assert Table.objects.filter(pk=played_table.table.pk, host__name="Bob").exists()
    watched = Table.objects.get(host__name="Bob", games=None)
    assert (hints.group(watched.code), hints.LOBBY) in sent


def test_a_page_with_the_end_of_a_game_is_updated_too(played_table: RunningTable, xan: Any) -> None:
    from games.table.services import operating

    operating.end_game(played_table.code)
    before = played_table.now
    deletion.delete(xan)
    assert before.names[0] == NAME
    assert played_table.now.names[0] == "A former player"


def test_the_bans_of_a_deleted_person_stay_without_their_name(xan: Any, played_table: RunningTable) -> None:
    later = timezone.now() + timedelta(days=1)
    User.objects.filter(pk=xan.pk).update(banned_until=later)
    Ban.objects.create(table=played_table.table, person=xan)
    sanction = Sanction.objects.create(person=xan, kind=Sanction.Kind.BAN, reason=BANNED_FOR, until=later)
    Browser.objects.create(person=xan, digest="1" * 64, banned_until=later, reason=BANNED_FOR)
    AddressBan.objects.create(network=IP, sanction=sanction, is_hidden=True, reason=BANNED_FOR, until=later)
    xan.refresh_from_db()
    deletion.delete(xan)
    assert found((NAME, BANNED_FOR)) == []
    assert played_table.now.sitters[0].bot == "Medium"
    assert Browser.objects.get().person is None
    assert AddressBan.objects.get().sanction is None
    Browser.objects.update(banned_until=timezone.now())
    AddressBan.objects.update(until=timezone.now())
    call_command("delete_idle_guests")
    assert not Browser.objects.exists()
    assert not AddressBan.objects.exists()


def test_unused_browser_identifiers_are_deleted(xan: Any) -> None:
    Browser.objects.create(person=xan, digest="1" * 64)
    Browser.objects.create(person=xan, digest="2" * 64, last_seen_at=timezone.now() - timedelta(days=401))
    deletion.delete_what_has_run_out(timezone.now())
    assert Browser.objects.get().digest == "1" * 64


def test_an_account_can_be_deleted_at_the_first_visit_of_the_day(db: None) -> None:
    browser = Client()
    browser.post("/play/", {"next": "/me/"})
    User.objects.update(seen_on="2020-01-01")
    assert browser.post("/me/delete/", {"sure": "on"}).status_code == 302
    assert not User.objects.exists()


def test_a_browser_is_recorded_at_the_first_visit_of_a_day(db: None) -> None:
    browser = Client()
    browser.post("/play/", {"next": "/me/"})
    long_ago = timezone.now() - timedelta(days=9)
    Browser.objects.update(last_seen_at=long_ago)
    browser.get("/me/")
    assert Browser.objects.get().last_seen_at == long_ago
    User.objects.update(seen_on="2020-01-01")
    browser.get("/me/")
    assert Browser.objects.get().last_seen_at > long_ago


def test_names_are_removed_as_whole_words() -> None:
    names = Names({"Al", "Al Dente", "a.b@example.org"})
    assert names.without("Al and AL DENTE, not Alan. Mail a.b@example.org!") == (
        "A former player and a former player, not Alan. Mail a former player!"
    )


def test_the_download_contains_moves_results_reports_and_browsers(
    xan: Any, played_table: RunningTable, filled: Any
) -> None:
    for _ in range(6):
        if played_table.current_player in played_table.people:
            played_table.act(played_table.current_player, played_table.any_move())
        else:
            played_table.do_due_action()
    about = export.everything_about(xan)
    mine = next(game for game in about["games"] if game["number"] == filled.pk)
    assert (mine["place"], mine["points"]) == (2, 40)
    log = played_table.game.entries.filter(seat=played_table.seat(NAME)).order_by("number")
    assert log
    assert [(move["number"], move["move"]) for move in about["moves"]] == [(entry.number, entry.move) for entry in log]
    assert [report["why"] for report in about["reports"]] == [WHY]
    assert [report["why"] for report in about["reports_about"]] == [f"{NAME} is rude"]
    assert "Bob" not in str(about["reports_about"])
    assert len(about["browsers"]) == 1
    assert about["said"][0]["text"] == f"I like a {SAID}"
