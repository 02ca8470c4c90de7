"""What moderators do to people, who are told why; a notice is shown at the table."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from games.bans import people as bans
from games.engine import Rules
from games.lobby import services as lobby
from games.models import Sanction, User
from games.table.refusals import NotPlaying
from games.wording.staff import refusal
from tests.conftest import Player
from tests.people.conftest import log_in
from tests.staff.test_actions import is_sound, notices, play
from tests.table.conftest import RunningTable

pytestmark = pytest.mark.django_db


def test_muted_people_can_play_but_not_write(mo: Player, table: RunningTable, do: Callable[..., Any]) -> None:
    bob = table.people["Bob"]
    do(mo, "mute", bob.pk, until="hour")
    bob.refresh_from_db()
    with pytest.raises(lobby.NotAllowed, match=r"You may not write until .* Reason: A test of it"):
        lobby.say(table.code, bob, "And again!")
    while table.current_player != "Bob":
        play(table)
    table.act("Bob", table.any_move())
    assert "(staff) muted Bob until" in notices(table)[0]


def test_banned_people_lose_their_seat_and_their_access(
    mo: Player, table: RunningTable, do: Callable[..., Any], client: Client
) -> None:
    bob = table.people["Bob"]
    client.force_login(bob, backend="django.contrib.auth.backends.ModelBackend")
    do(mo, "ban", bob.pk, until="good")
    bob.refresh_from_db()
    seat = table.seat("Bob")
    assert (table.now.sitters[seat].has_left, table.now.sitters[seat].played_by) == (True, "Medium")
    assert "(staff) banned Bob for good" in notices(table)[0]
    with pytest.raises(NotPlaying, match=r"You are banned from this site for good\. Reason: A test of it"):
        table.act("Bob", "draw")
    with pytest.raises(lobby.NotAllowed, match="banned"):
        lobby.watch(table.code, bob)
    with pytest.raises(lobby.NotAllowed, match="banned"):
        lobby.open_table(bob, Rules(), lobby.Settings())
    client.force_login(bob, backend="django.contrib.auth.backends.ModelBackend")
    for path, method in (("/me/", "get"), ("/tables/new/", "post"), (f"/t/{table.code}/act/", "post")):
        answer = getattr(client, method)(path)
        assert answer.status_code == 403, path
        assert "banned from this site for good. Reason: A test of it" in answer.content.decode()
    assert client.get("/me/data/").status_code == 200
    assert is_sound(table)


def test_a_ban_ends_by_itself_or_is_lifted(mo: Player, table: RunningTable, do: Callable[..., Any]) -> None:
    bob = table.people["Bob"]
    do(mo, "ban", bob.pk, until="day")
    bob.refresh_from_db()
    assert bans.ban_sentence(bob)
    User.objects.filter(pk=bob.pk).update(banned_until=bob.joined_at)
    bob.refresh_from_db()
    assert bans.ban_sentence(bob) == ""
    do(mo, "ban", bob.pk, until="day")
    do(mo, "lift", bob.pk)
    bob.refresh_from_db()
    assert (bob.banned_until, Sanction.objects.filter(lifted_at=None).count()) == (None, 0)
    assert refusal("nothing_in_force") in do(mo, "lift", bob.pk).content.decode()


def test_all_sessions_of_a_person_end(
    mo: Player, table: RunningTable, dan: Player, do: Callable[..., Any], client: Client
) -> None:
    lobby.watch(table.code, dan.user)
    log_in(client, "Dan", "a good long password")
    assert client.get("/me/").status_code == 200
    do(mo, "end-sessions", dan.user.pk)
    assert client.get("/me/").status_code == 302
    assert "logged Dan out everywhere" in notices(table)[0]
