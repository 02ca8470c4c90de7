"""What moderators do to people, who read why; a notice is shown at the table."""

import re
from collections.abc import Callable
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils.timezone import localtime

from games.bans import people as bans
from games.engine import Rules
from games.lobby import services as lobby
from games.models import Audit, Sanction, User
from games.table.refusals import NotPlaying
from games.wording.people import ban as ban_wording
from games.wording.staff import note, refusal
from tests.conftest import Player
from tests.people.conftest import log_in
from tests.staff.test_actions import REASON, is_sound, notice, notices, play
from tests.table.conftest import RunningTable

pytestmark = pytest.mark.django_db
LIFT = "Lift bans and mutes"


def test_muted_people_can_play_but_not_write(mo: Player, table: RunningTable, do: Callable[..., Any]) -> None:
    bob = table.people["Bob"]
    do(mo, "mute", bob.pk, until="hour")
    bob.refresh_from_db()
    with pytest.raises(lobby.NotAllowed) as refused:
        lobby.say(table.code, bob, "And again!")
    assert (refused.value.code, refused.value.facts) == ("muted", {"until": bob.muted_until, "reason": REASON})
    while table.current_player != "Bob":
        play(table)
    table.act("Bob", table.any_move())
    assert notices(table) == [notice("mute", by="Mo", name="Bob", until=bob.muted_until)]


def test_banned_people_lose_their_seat_and_their_access(
    mo: Player, table: RunningTable, do: Callable[..., Any], client: Client
) -> None:
    bob = table.people["Bob"]
    client.force_login(bob, backend="django.contrib.auth.backends.ModelBackend")
    do(mo, "ban", bob.pk, until="good")
    bob.refresh_from_db()
    seat = table.seat("Bob")
    assert (table.now.sitters[seat].has_left, table.now.sitters[seat].played_by) == (True, "Medium")
    assert notices(table) == [notice("ban", by="Mo", name="Bob", until=None)]
    sentence = ban_wording("banned", reason=REASON)
    with pytest.raises(NotPlaying) as no_move:
        table.act("Bob", "draw")
    assert (no_move.value.code, str(no_move.value)) == ("staff_ban", sentence)
    with pytest.raises(lobby.NotAllowed) as no_watching:
        lobby.watch(table.code, bob)
    assert no_watching.value.code == "banned"
    with pytest.raises(lobby.NotAllowed) as no_table:
        lobby.open_table(bob, Rules(), lobby.Settings())
    assert (no_table.value.code, no_table.value.facts) == ("banned", {"until": None, "reason": REASON})
    client.force_login(bob, backend="django.contrib.auth.backends.ModelBackend")
    for path, method in (("/me/", "get"), ("/tables/new/", "post"), (f"/t/{table.code}/act/", "post")):
        answer = getattr(client, method)(path)
        assert answer.status_code == 403, path
        assert sentence in answer.content.decode()
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
    assert notices(table) == [notice("end-sessions", by="Mo", name="Dan")]


def test_the_page_of_a_person_says_until_when_they_are_banned_and_muted(
    mo: Player, table: RunningTable, do: Callable[..., Any]
) -> None:
    bob = table.people["Bob"]
    page = f"/admin/games/user/{bob.pk}/change/"
    before = mo.client.get(page).content.decode()
    assert 'class="notice warning"' not in before
    assert LIFT not in before
    do(mo, "mute", bob.pk, until="hour")
    do(mo, "ban", bob.pk, until="good")
    bob.refresh_from_db()
    shown = re.findall('class="notice warning">(.+?)<', mo.client.get(page).content.decode())
    assert shown == [note("banned", until=None), note("muted", until=bob.muted_until)]
    assert LIFT in mo.client.get(page).content.decode()
    User.objects.update(banned_until=bob.joined_at, muted_until=None)
    assert 'class="notice warning"' not in mo.client.get(page).content.decode()


def test_staff_read_until_when_in_their_time_zone(sue: Player, table: RunningTable, do: Callable[..., Any]) -> None:
    """The stored sentence names the time in UTC, because all who read it at the table share it."""
    bob = table.people["Bob"]
    sue.client.cookies["zone"] = "Asia/Tokyo"
    told = do(sue, "mute", bob.pk, until="day").content.decode()
    bob.refresh_from_db()
    audit = Audit.objects.get()
    assert notice("mute", by="Sue", name="Bob", until=bob.muted_until).startswith(audit.what)
    rows = ("user", bob.pk), ("table", table.table.pk), ("audit", audit.pk)
    pages = ["/admin/games/audit/", *(f"/admin/games/{name}/{number}/change/" for name, number in rows)]
    in_tokyo = f"muted Bob until {localtime(bob.muted_until, ZoneInfo('Asia/Tokyo')):%d %B %Y, %H:%M JST}."
    for page in (told, *(sue.client.get(path).content.decode() for path in pages)):
        assert in_tokyo in page
