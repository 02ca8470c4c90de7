"""A person whom the host has blocked gets no seat, invites nobody and is not read, and learns nothing of it."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.engine import Rules
from games.lobby import services
from games.lobby.services import cleanup, invitations
from games.models import Block, Follow, Invitation, Table, Visit
from games.people import friends
from games.people.invitations import pending
from games.table import services as play
from games.wording import fill
from games.wording.lobby import refusal
from games.wording.table import REFUSALS as TABLE_REFUSALS
from tests.conftest import Player
from tests.lobby.conftest import HTMX, Tables, clean_up

NO_SEAT = refusal("no_seats_left")


@pytest.fixture
def blocked(ann: Player, bob: Player) -> Player:
    """Bob, whom Ann has blocked."""
    friends.block(ann.user, bob.user)
    return bob


def befriend(one: Player, other: Player) -> None:
    friends.follow(one.user, other.user)
    friends.follow(other.user, one.user)


@pytest.mark.parametrize("seat", [{}, {"seat": "2"}])
def test_a_blocked_person_gets_no_seat(tables: Tables, ann: Player, blocked: Player, seat: dict[str, str]) -> None:
    table = tables(ann)
    answer = table.press(blocked, "sit", headers=HTMX, **seat)
    assert (answer.status_code, NO_SEAT in answer.content.decode()) == (409, True)
    assert table.sitters == ["0 Ann"]


def test_the_refusal_is_the_one_of_a_full_table(tables: Tables, ann: Player, blocked: Player, cleo: Player) -> None:
    table = tables(ann, seats=2, seated=[cleo])
    friends.unblock(ann.user, blocked.user)
    assert NO_SEAT in table.says(blocked, "sit")


def test_a_blocked_person_may_watch_and_write_like_everyone(tables: Tables, ann: Player, blocked: Player) -> None:
    table = tables(ann)
    assert table.press(blocked, "watch", headers=HTMX).status_code == 200
    assert table.press(blocked, "say", headers=HTMX, text="Hello, Ann").status_code == 204
    assert "Hello, Ann" in table.shows(blocked)
    assert "Hello, Ann" not in table.shows(ann)


def test_a_blocked_person_waits_for_a_seat_and_holds_nobody_up(
    tables: Tables, ann: Player, blocked: Player, cleo: Player
) -> None:
    table = tables(ann)
    assert table.press(blocked, "queue", headers=HTMX, wait="yes").status_code == 200
    assert Visit.objects.get(person=blocked.user).queued_at is not None
    table.press(cleo, "queue", wait="yes")
    assert table.sitters == ["0 Ann", "1 Cleo"]


def test_the_clock_does_not_try_to_seat_them_again_and_again(tables: Tables, ann: Player, blocked: Player) -> None:
    table = tables(ann)
    services.queue(table.code, blocked.user)
    assert not cleanup._waited_for().exists()
    friends.unblock(ann.user, blocked.user)
    clean_up(timezone.now())
    assert table.sitters == ["0 Ann", "1 Bob"]


def test_an_accepted_invitation_of_another_player_gives_no_seat(
    tables: Tables, ann: Player, blocked: Player, cleo: Player
) -> None:
    befriend(cleo, blocked)
    table = tables(ann, seated=[cleo])
    table.press(cleo, "invite", person=str(blocked.user.pk))
    table.press(blocked, "accept")
    assert NO_SEAT in table.says(blocked, "sit")


def test_a_blocked_person_cannot_take_a_bots_seat_in_a_game(tables: Tables, ann: Player, blocked: Player) -> None:
    table = tables(ann)
    services.set_bot(table.code, ann.user, 1, "Hard")
    services.start(table.code, ann.user)
    sentence = fill(TABLE_REFUSALS["seats_closed"])
    assert sentence in table.says(blocked, "take-over", seat="1")
    answer = blocked.client.post(f"{table.path}take/1/", headers=HTMX)
    assert (answer.status_code, sentence in answer.content.decode()) == (409, True)
    assert table.sitters == ["0 Ann", "1 Hard"]


@pytest.mark.parametrize("blocker", ["host", "seeker"])
def test_quick_match_leads_past_the_tables_between_two_who_avoid_each_other(
    tables: Tables, ann: Player, bob: Player, blocker: str
) -> None:
    pair = (ann.user, bob.user) if blocker == "host" else (bob.user, ann.user)
    friends.block(*pair)
    table = tables(ann, visibility="public")
    table.table.places.update(seen_at=timezone.now())
    assert services.quick_match(bob.user).code != table.code
    friends.unblock(*pair)
    Table.objects.filter(host=bob.user).delete()
    assert services.quick_match(bob.user).code == table.code


def test_a_blocked_player_who_sits_already_keeps_the_seat(tables: Tables, ann: Player, bob: Player) -> None:
    table = tables(ann, seated=[bob])
    friends.block(ann.user, bob.user)
    assert table.press(bob, "sit", headers=HTMX, seat="3").status_code == 200
    services.kick(table.code, ann.user, bob.user.pk)
    assert NO_SEAT in table.says(bob, "sit")


def test_at_tables_of_others_both_may_sit(tables: Tables, ann: Player, blocked: Player, cleo: Player) -> None:
    assert tables(cleo, seated=[ann, blocked]).sitters == ["0 Cleo", "1 Ann", "2 Bob"]


def test_an_invitation_of_a_blocked_person_is_never_delivered(tables: Tables, ann: Player, bob: Player) -> None:
    befriend(ann, bob)
    friends.block(ann.user, bob.user)
    play_together(tables, bob, ann)
    table = tables(bob)
    assert "Ann" in [one.name for one in services.companions(table.table, bob.user)]
    table.press(bob, "invite", person=str(ann.user.pk))
    assert pending(ann.user) == []
    assert 'id="invitation-' not in ann.client.get("/").content.decode()


@pytest.mark.parametrize("blocker", ["inviter", "invited"])
def test_a_block_hides_the_invitations_from_before_it(
    tables: Tables, ann: Player, bob: Player, cleo: Player, blocker: str
) -> None:
    befriend(ann, bob)
    befriend(cleo, bob)
    table = tables(ann, seated=[cleo])
    table.press(ann, "invite", person=str(bob.user.pk))
    assert [one.name for one in pending(bob.user)] == ["Ann"]
    friends.block(*((ann.user, bob.user) if blocker == "inviter" else (bob.user, ann.user)))
    assert pending(bob.user) == []
    assert "Ann" not in bob.client.get("/me/invitations/").content.decode()
    table.press(cleo, "invite", person=str(bob.user.pk))
    assert [one.name for one in pending(bob.user)] == ["Cleo"]


def test_a_withdrawn_invitation_lets_nobody_in_and_reads_like_any_that_is_gone(
    tables: Tables, ann: Player, bob: Player
) -> None:
    befriend(ann, bob)
    table = tables(ann, visibility="password", password="sesame")
    table.press(ann, "invite", person=str(bob.user.pk))
    friends.block(ann.user, bob.user)
    assert refusal("not_invited") in table.says(bob, "accept")
    assert not Visit.objects.filter(person=bob.user).exists()


def test_what_the_inviter_sees_is_the_same_whether_blocked_or_not(
    tables: Tables, ann: Player, bob: Player, cleo: Player
) -> None:
    """Cleo has blocked Bob, Ann has not; both get an invitation from him."""
    for other in (ann, cleo):
        play_together(tables, bob, other)
    friends.block(cleo.user, bob.user)

    def invited(other: Player) -> str:
        Table.objects.filter(host=bob.user).update(closed_at=timezone.now())
        table = tables(bob)
        content = table.press(bob, "invite", headers=HTMX, person=str(other.user.pk)).content.decode()
        start = content.index(f'id="companion-{other.user.pk}"')
        own = content[start : content.index("</li>", start)] + content[content.index('id="notices"') :]
        for word, name in ((other.name, "NAME"), (f"-{other.user.pk}", "-PK"), (other.user.face, "FACE")):
            own = own.replace(word, name)
        return str(own)

    assert invited(ann) == invited(cleo)


def test_another_players_invitation_replaces_one_that_is_hidden(
    tables: Tables, ann: Player, bob: Player, cleo: Player
) -> None:
    befriend(ann, bob)
    befriend(ann, cleo)
    table = tables(bob, seated=[cleo])
    Block.objects.create(person=ann.user, other=bob.user)
    invitations._store(table.table, bob.user, ann.user)
    assert pending(ann.user) == []
    table.press(cleo, "invite", person=str(ann.user.pk))
    assert [one.name for one in pending(ann.user)] == ["Cleo"]
    invitations._store(table.table, bob.user, ann.user)
    assert Invitation.objects.get().by == cleo.user


def test_a_blocker_is_not_offered_the_blocked_person(tables: Tables, ann: Player, bob: Player) -> None:
    befriend(ann, bob)
    play_together(tables, ann, bob)
    friends.block(ann.user, bob.user)
    table = tables(ann)
    assert services.companions(table.table, ann.user) == []
    assert refusal("not_played_with") in table.says(ann, "invite", person=str(bob.user.pk))


def test_friends_are_offered_first(tables: Tables, ann: Player, bob: Player, cleo: Player, dan: Player) -> None:
    play_together(tables, ann, bob)
    befriend(ann, dan)
    Follow.objects.create(person=cleo.user, other=ann.user)
    assert [one.name for one in services.companions(tables(ann).table, ann.user)] == ["Dan", "Bob"]


def test_friends_can_be_invited_and_followers_not(tables: Tables, ann: Player, bob: Player, cleo: Player) -> None:
    befriend(ann, bob)
    friends.follow(ann.user, cleo.user)
    table = tables(ann)
    table.press(ann, "invite", person=str(bob.user.pk))
    assert [one.name for one in pending(bob.user)] == ["Ann"]
    assert refusal("not_played_with") in table.says(ann, "invite", person=str(cleo.user.pk))


def test_banned_and_deactivated_friends_are_not_offered(tables: Tables, ann: Player, bob: Player, cleo: Player) -> None:
    for other in (bob, cleo):
        befriend(ann, other)
    bob.user.banned_until = timezone.now() + timedelta(days=1)
    cleo.user.is_active = False
    for other in (bob, cleo):
        other.user.save()
    assert services.companions(tables(ann).table, ann.user) == []


def play_together(tables: Tables, host: Player, other: Player) -> None:
    """Let two people play, at a table that closes afterwards. A block between them starts only after it, as in life."""
    blocks = list(Block.objects.all())
    Block.objects.all().delete()
    table = tables(host, Rules(), seated=[other], ready=True)
    table.press(host, "start")
    play.abandon(table.table)
    services.close(table.code, host.user)
    Block.objects.bulk_create(blocks)


def test_a_muted_person_is_hidden_like_a_blocked_one_but_gets_a_seat(tables: Tables, ann: Player, bob: Player) -> None:
    table: Any = tables(ann)
    services.watch(table.code, bob.user)
    services.mute(table.table, ann.user, bob.user.pk)
    services.say(table.code, bob.user, "buy my things")
    assert "buy my things" not in table.shows(ann)
    services.sit(table.code, bob.user)
    assert table.sitters == ["0 Ann", "1 Bob"]


def test_a_blocked_person_can_be_muted_and_unmuted_besides(tables: Tables, ann: Player, blocked: Player) -> None:
    table = tables(ann)
    services.watch(table.code, blocked.user)
    assert 'id="mute-' in table.shows(ann)
    assert ">Unmute<" not in table.shows(ann)
    services.mute(table.table, ann.user, blocked.user.pk)
    assert ">Unmute<" in table.shows(ann)
