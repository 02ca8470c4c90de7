"""The access decision: what a person may see and do, and the reason for any restriction."""

from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from games.access import Access, Level, Reason, ReplayRights, Rights, decide, decide_replay, may_report

pytestmark = pytest.mark.once
ME, HOST = 7, 1


def rights(**facts: Any) -> Rights:
    words: dict[str, Any] = {"visibility": "public", "watching": "hidden", "is_closed": False, "host": HOST}
    people: dict[str, Any] = {name: frozenset(facts.pop(name, ())) for name in ("sitting", "visiting", "banned")}
    return Rights(code="abcd2345", version=1, **(words | facts), **people)


def person(banned_for: int = 0) -> Any:
    until = timezone.now() + timedelta(hours=banned_for) if banned_for else None
    return SimpleNamespace(pk=ME, is_authenticated=True, banned_until=until)


SECRET = {"visibility": "password"}


@pytest.mark.parametrize(
    ("facts", "seat", "is_over", "level", "reason"),
    [
        ({}, None, False, Level.SPECTATOR, Reason.NO_SEAT),
        ({"watching": "nobody"}, None, False, Level.LOBBY, Reason.NO_WATCHING),
        ({"watching": "open"}, None, False, Level.OPEN_HANDS, Reason.NO_SEAT),
        ({}, 2, False, Level.SEAT, Reason.NONE),
        ({"watching": "nobody"}, 2, False, Level.SEAT, Reason.NONE),
        ({"watching": "nobody"}, 2, True, Level.SEAT, Reason.NONE),
        (SECRET, None, False, Level.ENTRY, Reason.PASSWORD),
        (SECRET | {"visiting": [ME]}, None, False, Level.SPECTATOR, Reason.NO_SEAT),
        (SECRET | {"sitting": [ME]}, None, False, Level.SPECTATOR, Reason.NO_SEAT),
        (SECRET | {"host": ME}, None, False, Level.SPECTATOR, Reason.NO_SEAT),
        (SECRET | {"visiting": [ME], "watching": "nobody"}, None, False, Level.LOBBY, Reason.NO_WATCHING),
        (SECRET, 2, False, Level.SEAT, Reason.NONE),
        (SECRET, 2, True, Level.ENTRY, Reason.PASSWORD),
        ({"banned": [ME]}, None, False, Level.NOTHING, Reason.HOST_BAN),
        ({"banned": [ME], "visiting": [ME]}, 2, False, Level.NOTHING, Reason.HOST_BAN),
        ({"banned": [HOST]}, 2, False, Level.SEAT, Reason.NONE),
        ({"is_closed": True}, None, False, Level.NOTHING, Reason.CLOSED),
        ({"is_closed": True, "host": ME}, None, True, Level.NOTHING, Reason.CLOSED),
        ({"is_closed": True}, 2, True, Level.SEAT, Reason.CLOSED),
    ],
)
def test_a_person(facts: dict[str, Any], seat: int | None, is_over: bool, level: Level, reason: Reason) -> None:
    assert decide(rights(**facts), person(), seat, is_over) == Access(
        level, reason, seat if level == Level.SEAT else None
    )


@pytest.mark.parametrize(
    ("dealt", "now", "level"),
    [
        ("nobody", "open", Level.LOBBY),
        ("hidden", "open", Level.SPECTATOR),
        ("open", "open", Level.OPEN_HANDS),
        ("open", "hidden", Level.SPECTATOR),
        ("open", "nobody", Level.LOBBY),
    ],
)
def test_watching_is_limited_by_the_setting_when_the_game_was_dealt(dealt: str, now: str, level: Level) -> None:
    assert decide(rights(watching=now), person(), is_over=True, watching=dealt).level == level
    assert decide(rights(watching=now), person(), 2, is_over=True, watching=dealt).level == Level.SEAT


@pytest.mark.parametrize("facts", [{}, {"host": ME}, {"visiting": [ME]}, {"watching": "open"}])
@pytest.mark.parametrize("seat", [None, 2])
def test_a_person_banned_by_the_staff_sees_nothing_until_the_ban_ends(facts: dict[str, Any], seat: int | None) -> None:
    assert decide(rights(**facts), person(banned_for=1), seat) == Access(Level.NOTHING, Reason.STAFF_BAN)
    assert decide(rights(**facts), person(banned_for=-1), seat).level > Level.NOTHING


@pytest.mark.parametrize("visitor", [None, AnonymousUser()])
def test_an_anonymous_visitor_sees_only_what_is_public(visitor: Any) -> None:
    assert decide(rights(), visitor).level == Level.SPECTATOR
    assert decide(rights(watching="nobody"), visitor).level == Level.LOBBY
    assert decide(rights(host=None, **SECRET), visitor).level == Level.ENTRY
    assert decide(None, visitor) == Access(Level.NOTHING, Reason.NO_TABLE)


def test_a_person_banned_by_the_host_may_report_but_not_one_banned_by_the_staff() -> None:
    away, banned = Access(Level.NOTHING, Reason.HOST_BAN), Access(Level.NOTHING, Reason.STAFF_BAN)
    assert may_report(Access(Level.LOBBY), took_part=False)
    assert may_report(away, took_part=True)
    assert not may_report(away, took_part=False)
    assert not may_report(banned, took_part=True)


def replay_rights(**facts: Any) -> ReplayRights:
    words: dict[str, Any] = {"has_ended": True, "is_public": False, "seats": {}, "key": "", "revoked": frozenset()}
    return ReplayRights(**(words | facts))


@pytest.mark.parametrize(
    ("facts", "key", "level", "reason"),
    [
        ({}, "", Level.NOTHING, Reason.NO_REPLAY),
        ({"is_public": True}, "", Level.OPEN_HANDS, Reason.NONE),
        ({"seats": {ME: 1}}, "", Level.OPEN_HANDS, Reason.NONE),
        ({"seats": {HOST: 1}}, "", Level.NOTHING, Reason.NO_REPLAY),
        ({"key": "abc"}, "abc", Level.OPEN_HANDS, Reason.NONE),
        ({"key": "abc"}, "abd", Level.NOTHING, Reason.NO_REPLAY),
        ({"key": "abc"}, "", Level.NOTHING, Reason.NO_REPLAY),
        ({"revoked": frozenset({"abc"})}, "abc", Level.NOTHING, Reason.LINK_REVOKED),
        ({"revoked": frozenset({"abc"}), "key": "abd"}, "abc", Level.NOTHING, Reason.LINK_REVOKED),
        ({"revoked": frozenset({"abc"}), "seats": {ME: 0}}, "abc", Level.OPEN_HANDS, Reason.NONE),
        ({"has_ended": False, "is_public": True}, "", Level.NOTHING, Reason.STILL_PLAYED),
        ({"has_ended": False, "seats": {ME: 1}}, "", Level.NOTHING, Reason.STILL_PLAYED),
        ({"has_ended": False, "key": "abc"}, "abc", Level.NOTHING, Reason.STILL_PLAYED),
    ],
)
def test_a_replay(facts: dict[str, Any], key: str, level: Level, reason: Reason) -> None:
    found = decide_replay(replay_rights(**facts), replay_viewer(), key)
    assert (found.level, found.reason) == (level, reason)
    assert found.seat == facts.get("seats", {}).get(ME)


def replay_viewer(banned_for: int = 0, is_staff: bool = False) -> Any:
    viewer = person(banned_for)
    viewer.has_perm = lambda name: is_staff and name == "games.view_game"
    return viewer


def test_an_anonymous_visitor_sees_public_and_shared_replays() -> None:
    assert decide_replay(replay_rights(is_public=True), AnonymousUser()).level == Level.OPEN_HANDS
    assert decide_replay(replay_rights(key="abc"), None, "abc").level == Level.OPEN_HANDS
    assert decide_replay(replay_rights(), None).level == Level.NOTHING


def test_staff_see_no_hands_in_a_replay_that_is_not_theirs() -> None:
    assert decide_replay(replay_rights(), replay_viewer(is_staff=True)).level == Level.SPECTATOR
    assert decide_replay(replay_rights(has_ended=False), replay_viewer(is_staff=True)).level == Level.NOTHING


def test_a_banned_person_sees_no_replay() -> None:
    rights = replay_rights(is_public=True, seats={ME: 1})
    assert decide_replay(rights, replay_viewer(banned_for=1)) == Access(Level.NOTHING, Reason.STAFF_BAN)
