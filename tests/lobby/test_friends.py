"""The page of friends: following, blocking and inviting people, and who sees where whom."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.lobby import services
from games.lobby.friends import friends_page
from games.models import Audience, Block, Follow, Invitation, Table, User
from games.people import friends
from games.people import services as people
from games.people.errors import PeopleRefusal
from games.people.invitations import pending
from games.wording.people import confirmation, refusal
from tests.conftest import Player
from tests.lobby.conftest import HTMX, LobbyTable, Tables
from tests.lobby.test_races import at_once
from tests.responses import text

ACTIONS = ("follow", "unfollow", "remove", "block", "unblock", "invite")
OF_LISTS = HTMX | {"HX-Target": "friends"}


def press(player: Player, what: str, name: str, headers: dict[str, str] | None = None, **sent: str) -> Any:
    return player.client.post(f"/me/friends/{what}/", {"name": name} | sent, headers=headers or {})


def befriend(one: Player, other: Player) -> None:
    friends.follow(one.user, other.user)
    friends.follow(other.user, one.user)


def names(player: Player) -> dict[str, list[str]]:
    """The lists of a person's page, without the empty ones."""
    lists = friends_page(player.user)
    found = {name: [one.name for one in getattr(lists, name)] for name in lists.__dataclass_fields__}
    return {name: people for name, people in found.items() if people}


def where(viewer: Player, friend: Player) -> tuple[str, str] | None:
    """Where a person's page says a friend is, and the address that it links to."""
    [found] = [one.where for one in friends_page(viewer.user).friends if one.name == friend.name]
    return (found.code, found.url) if found else None


def at(table: LobbyTable, online: bool = True) -> LobbyTable:
    """Everyone at a table has an open window there."""
    table.table.places.update(seen_at=timezone.now() if online else timezone.now() - timedelta(minutes=5))
    return table


def away(*players: Player) -> None:
    long_ago = timezone.now() - timedelta(minutes=5)
    User.objects.filter(pk__in=[player.user.pk for player in players]).update(online_at=long_ago)


# --- following


def test_people_who_follow_each_other_are_friends(ann: Player, bob: Player) -> None:
    answer = press(ann, "follow", "Bob")
    assert answer["Location"] == "/me/friends/"
    assert confirmation("followed", name="Bob") in text(ann.client.get("/me/friends/"))
    assert (names(ann), names(bob)) == ({"followed": ["Bob"]}, {"followers": ["Ann"]})
    press(bob, "follow", "Ann")
    assert (names(ann), names(bob)) == ({"friends": ["Bob"]}, {"friends": ["Ann"]})
    assert friends.are_friends(ann.user, bob.user)


def test_unfollowing_and_removing_a_follower_end_a_friendship(ann: Player, bob: Player, cleo: Player) -> None:
    befriend(ann, bob)
    befriend(ann, cleo)
    press(ann, "unfollow", "Bob")
    press(ann, "remove", "Cleo")
    assert names(ann) == {"followed": ["Cleo"], "followers": ["Bob"]}
    assert not friends.are_friends(ann.user, bob.user)


@pytest.mark.parametrize("name", ["bob", "BOB", " Bob ", "Ｂｏｂ"])
def test_a_name_counts_in_any_case_and_width(ann: Player, bob: Player, name: str) -> None:
    press(ann, "follow", name)
    assert names(ann) == {"followed": ["Bob"]}


@pytest.mark.parametrize(
    ("what", "name"),
    [
        *[(what, "Nobody") for what in ACTIONS],
        *[("follow", name) for name in ("", " ", "Bo\0b", "\0", "B\u200bob", "Воb", "b" * 300, "é" * 5000, "💥", "1")],
    ],
)
def test_names_of_nobody_are_refused(ann: Player, bob: Player, name: str, what: str) -> None:
    befriend(ann, bob)
    assert press(ann, what, name, headers=HTMX).status_code == 404
    answer = press(ann, what, name, typed="yes")
    assert answer.status_code == 422
    assert 'aria-invalid="true"' in text(answer)
    assert press(ann, what, name)["Location"] == "/me/friends/"
    assert (names(ann), Block.objects.count()) == ({"friends": ["Bob"]}, 0)


def test_an_empty_field_asks_for_a_name(ann: Player) -> None:
    for name in ("", " "):
        assert refusal("no_name_given") in text(press(ann, "follow", name, typed="yes"))


def test_a_form_without_a_name_is_refused(ann: Player) -> None:
    assert ann.client.post("/me/friends/follow/", headers=HTMX).status_code == 404


@pytest.mark.parametrize("what", ["follow", "block"])
def test_nobody_follows_or_blocks_themselves(ann: Player, what: str) -> None:
    assert refusal("yourself") in text(press(ann, what, "Ann", typed="yes"))
    assert names(ann) == {}


def test_deactivated_accounts_are_like_none(ann: Player, bob: Player) -> None:
    befriend(ann, bob)
    User.objects.filter(pk=bob.user.pk).update(is_active=False)
    assert press(ann, "follow", "Bob", headers=HTMX).status_code == 404
    assert names(ann) == {}


def test_guests_neither_follow_nor_are_followed(ann: Player, invite: Callable[..., Player]) -> None:
    gus = invite("Gus", is_guest=True)
    assert refusal("guest_not_followed", name="Gus") in text(press(ann, "follow", "Gus", typed="yes"))
    assert refusal("guests_follow_nobody") in text(press(gus, "follow", "Ann", typed="yes"))
    page = text(gus.client.get("/me/friends/"))
    assert "/account/signup/" in page
    assert 'formaction="/me/friends/follow/"' not in page
    assert not Follow.objects.exists()
    press(gus, "block", "Ann")
    press(ann, "block", "Gus")
    assert (names(ann), names(gus)) == ({"blocked": ["Gus"]}, {"blocked": ["Ann"]})


def test_strangers_are_sent_to_log_in(client: Client, ann: Player) -> None:
    for path in ("/me/friends/", "/me/invitations/"):
        assert client.get(path)["Location"].startswith("/account/login/")
    for what in ACTIONS:
        assert client.post(f"/me/friends/{what}/", {"name": "Ann"})["Location"].startswith("/account/login/")


def test_buttons_are_pressed_and_pages_are_read(ann: Player) -> None:
    for what in ACTIONS:
        assert ann.client.get(f"/me/friends/{what}/").status_code == 405
    assert ann.client.post("/me/friends/").status_code == 405
    assert ann.client.post("/me/invitations/").status_code == 405


def test_banned_people_do_nothing_here(ann: Player, bob: Player) -> None:
    User.objects.filter(pk=ann.user.pk).update(banned_until=timezone.now() + timedelta(days=1))
    assert press(ann, "follow", "Bob").status_code == 403
    assert ann.client.get("/me/friends/").status_code == 403
    assert not Follow.objects.exists()


@pytest.mark.parametrize("what", ACTIONS)
def test_buttons_are_limited(ann: Player, stopped_limits: None, what: str) -> None:
    answers = [press(ann, what, "Nobody", headers=HTMX).status_code for _ in range(31)]
    assert (answers[0], answers[-1]) == (404, 429)


def test_there_is_a_limit_to_follows_and_blocks(ann: Player, bob: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(friends, "MOST_FOLLOWED", 0)
    monkeypatch.setattr(friends, "MOST_BLOCKED", 0)
    assert refusal("too_many_followed", count=0) in text(press(ann, "follow", "Bob", typed="yes"))
    assert refusal("too_many_blocked", count=0) in text(press(ann, "block", "Bob", typed="yes"))


@pytest.mark.parametrize(
    ("wanted", "target"),
    [("/tables/", "/tables/"), ("https://evil.example/", "/me/friends/"), ("//evil", "/me/friends/"), ("http://[", "")],
)
def test_without_scripts_a_button_leads_back(ann: Player, bob: Player, wanted: str, target: str) -> None:
    assert press(ann, "follow", "Bob", next=wanted)["Location"] == (target or "/me/friends/")


def test_with_htmx_the_lists_or_the_buttons_of_one_person_are_answered(ann: Player, bob: Player) -> None:
    answer = press(ann, "follow", "Bob", headers=HTMX, next="/players/bob/")
    assert text(answer).lstrip().startswith('<form class="relation"')
    assert "/me/friends/unfollow/" in text(answer)
    assert 'value="/players/bob/"' in text(answer)
    assert confirmation("followed", name="Bob") in text(answer)
    answer = press(ann, "unfollow", "Bob", headers=OF_LISTS)
    assert text(answer).lstrip().startswith('<div\n  id="friends"') or 'id="friends"' in text(answer)[:40]
    answer = press(ann, "follow", "Ann", headers=OF_LISTS)
    assert (answer.status_code, refusal("yourself") in text(answer)) == (409, True)
    assert text(ann.client.get("/me/friends/", headers=OF_LISTS)).count("<html") == 0


@pytest.mark.django_db(transaction=True)
def test_two_presses_at_once_store_one_row(ann: Player, bob: Player) -> None:
    answers = at_once(*[lambda what=what: press(ann, what, "Bob").status_code for what in ["follow"] * 4])
    answers += at_once(*[lambda: press(ann, "block", "Bob").status_code] * 4)
    assert set(answers) == {302}
    assert (Follow.objects.count(), Block.objects.count()) == (0, 1)


@pytest.mark.django_db(transaction=True)
def test_an_account_that_is_deleted_at_this_moment_is_refused(ann: Player, bob: Player) -> None:
    User.objects.filter(pk=bob.user.pk).delete()
    for what in (friends.follow, friends.block):
        with pytest.raises(PeopleRefusal) as refused:
            what(ann.user, bob.user)
        assert refused.value.code == "no_such_account"


def test_follows_and_blocks_go_with_the_account(ann: Player, bob: Player, cleo: Player) -> None:
    befriend(ann, bob)
    friends.block(bob.user, cleo.user)
    friends.block(cleo.user, bob.user)
    bob.user.delete()
    assert (Follow.objects.count(), Block.objects.count()) == (0, 0)


# --- blocking


def test_a_block_ends_both_follows_for_the_blocker(ann: Player, bob: Player) -> None:
    befriend(ann, bob)
    press(ann, "block", "Bob")
    assert names(ann) == {"blocked": ["Bob"]}
    assert refusal("blocked_by_you", name="Bob") in text(press(ann, "follow", "Bob", typed="yes"))
    press(ann, "unblock", "Bob")
    assert names(ann) == {"followers": ["Bob"]}


def test_a_blocked_person_sees_and_hears_what_a_stranger_does(
    ann: Player, bob: Player, cleo: Player, dan: Player, stopped_limits: None
) -> None:
    """Bob and Cleo follow Ann and do the same. Ann has blocked Bob, and just does not follow Cleo."""
    press(ann, "block", "Bob")

    def session(player: Player) -> list[tuple[int, str]]:
        answers = [
            press(player, "follow", "Ann", headers=HTMX),
            press(player, "follow", "Ann", headers=OF_LISTS),
            player.client.get("/me/friends/"),
            press(player, "invite", "Ann", headers=HTMX),
            press(player, "unfollow", "Ann", headers=HTMX),
            press(player, "follow", "Ann", headers=HTMX),
            press(player, "remove", "Ann", headers=OF_LISTS),
            player.client.get("/me/friends/"),
            player.client.get("/me/data/"),
        ]
        return [(answer.status_code, neutral(text(answer), player)) for answer in answers]

    assert session(bob) == session(cleo)
    assert names(bob) == names(cleo) == {"followed": ["Ann"]}
    assert friends.relation(bob.user, ann.user) == friends.relation(cleo.user, ann.user)
    assert names(ann) == {"followers": ["Cleo"], "blocked": ["Bob"]}
    assert friends.relation(ann.user, bob.user).followed is False


def neutral(page: str, player: Player) -> str:
    """A page without its form keys, and without what differs between any two people."""
    import re

    page = re.sub(r'(csrfmiddlewaretoken" value=")[^"]+', r"\1", page)
    return page.replace(player.name, "NAME").replace(player.user.face, "FACE")


def test_a_block_beats_a_follow_that_comes_at_the_same_time(ann: Player, bob: Player) -> None:
    """As two requests could leave it that do not wait for each other."""
    befriend(ann, bob)
    Block.objects.create(person=ann.user, other=bob.user)
    assert not friends.are_friends(ann.user, bob.user)
    assert not friends.relation(ann.user, bob.user).is_friend
    assert not friends.relation(bob.user, ann.user).is_friend
    assert "friends" not in names(ann) | names(bob)


# --- where friends are


def test_only_friends_see_that_a_person_is_online(ann: Player, bob: Player, cleo: Player) -> None:
    befriend(ann, bob)
    friends.follow(cleo.user, bob.user)
    assert where(ann, bob) == ("online", "")
    away(bob)
    assert where(ann, bob) is None
    at_tables = friends_page(cleo.user)
    assert [one.where for one in at_tables.followed] == [None]


def test_a_visit_is_noted_once_a_minute(ann: Player) -> None:
    away(ann)
    ann.client.get("/me/friends/")
    noted = User.objects.get(pk=ann.user.pk).online_at
    assert noted is not None
    assert noted > timezone.now() - timedelta(minutes=1)
    ann.client.get("/me/friends/")
    assert User.objects.get(pk=ann.user.pk).online_at == noted
    ann.user.online_at = None
    assert people.note_visit(ann.user) is False


@pytest.mark.parametrize(
    ("details_for", "is_shown"), [(Audience.EVERYONE, True), (Audience.FRIENDS, True), (Audience.NOBODY, False)]
)
def test_the_game_of_a_friend_is_shown_as_their_details_are(
    tables: Tables, ann: Player, bob: Player, details_for: str, is_shown: bool
) -> None:
    befriend(ann, bob)
    at(tables(bob, visibility="public"))
    User.objects.filter(pk=bob.user.pk).update(details_for=details_for)
    assert (where(ann, bob) is not None) == is_shown


def test_a_banned_friend_is_not_shown(ann: Player, bob: Player) -> None:
    befriend(ann, bob)
    User.objects.filter(pk=bob.user.pk).update(banned_until=timezone.now() + timedelta(days=1))
    assert where(ann, bob) is None


def test_a_friend_in_a_lobby_can_be_joined(tables: Tables, ann: Player, bob: Player) -> None:
    befriend(ann, bob)
    away(bob)
    table = at(tables(bob))
    assert where(ann, bob) == ("lobby", table.path)
    page = text(ann.client.get("/me/friends/"))
    assert f'href="{table.path}"' in page
    assert "Join" in page
    at(table, online=False)
    assert where(ann, bob) is None


@pytest.mark.parametrize(
    ("settings", "found"),
    [
        ({"watching": "hidden"}, "game"),
        ({"watching": "open"}, "game"),
        ({"watching": "nobody"}, "online"),
        ({"visibility": "password", "password": "sesame"}, "online"),
    ],
)
def test_a_friend_in_a_game_can_be_watched_where_watching_is_allowed(
    tables: Tables, ann: Player, bob: Player, cleo: Player, settings: dict[str, str], found: str
) -> None:
    befriend(ann, bob)
    table = tables(bob, seated=[] if "password" in settings else [cleo], ready=True, **settings)
    services.set_bot(table.code, bob.user, 2, "Hard")
    services.start(table.code, bob.user)
    at(table)
    assert where(ann, bob) == (found, f"{table.path}game/" if found == "game" else "")


def test_at_a_table_behind_a_password_or_with_a_ban_a_friend_is_just_online(
    tables: Tables, ann: Player, bob: Player, cleo: Player
) -> None:
    befriend(ann, bob)
    befriend(cleo, bob)
    table = at(tables(bob, visibility="password", password="sesame"))
    assert where(ann, bob) == ("online", "")
    services.give_password(table.code, ann.user, "sesame", [])
    assert where(ann, bob) == ("lobby", table.path)
    services.ban(table.code, bob.user, ann.user.pk)
    assert where(ann, bob) == ("online", "")


def test_a_friend_at_your_own_table_is_said_to_be_there(tables: Tables, ann: Player, bob: Player) -> None:
    befriend(ann, bob)
    table = at(tables(ann, seated=[bob]))
    assert where(ann, bob) == ("yours", table.path)
    assert "Invite" not in text(ann.client.get("/me/friends/"))


def test_friends_who_are_here_come_first(ann: Player, bob: Player, cleo: Player) -> None:
    befriend(ann, bob)
    befriend(ann, cleo)
    away(bob)
    assert names(ann) == {"friends": ["Cleo", "Bob"]}


# --- inviting


def test_an_online_friend_is_invited_with_one_click(tables: Tables, ann: Player, bob: Player) -> None:
    befriend(ann, bob)
    assert "/me/friends/invite/" not in text(ann.client.get("/me/friends/"))
    table = tables(ann)
    assert "/me/friends/invite/" in text(ann.client.get("/me/friends/"))
    answer = press(ann, "invite", "Bob", headers=OF_LISTS)
    assert "invited</span>" in text(answer)
    assert "/me/friends/invite/" not in text(answer)
    page = text(bob.client.get("/rules/"))
    assert f'action="{table.path}accept/"' in page
    assert "Ann invites you to a table." in page
    assert 'role="status"' in page
    assert bob.client.post(f"{table.path}decline/", headers=HTMX).content.strip() == b""
    assert pending(bob.user) == []


def test_a_friend_who_is_away_gets_no_button(tables: Tables, ann: Player, bob: Player) -> None:
    befriend(ann, bob)
    tables(ann)
    away(bob)
    assert "/me/friends/invite/" not in text(ann.client.get("/me/friends/"))


def test_without_a_seat_nobody_is_invited(ann: Player, bob: Player) -> None:
    befriend(ann, bob)
    assert refusal("no_own_table") in text(press(ann, "invite", "Bob", headers=OF_LISTS))
    assert not Invitation.objects.exists()


def test_only_friends_are_invited_from_here(tables: Tables, ann: Player, bob: Player) -> None:
    friends.follow(ann.user, bob.user)
    tables(ann)
    assert press(ann, "invite", "Bob", headers=OF_LISTS).status_code == 409
    assert not Invitation.objects.exists()


def test_the_relation_has_an_invitation_for_a_friend(tables: Tables, ann: Player, bob: Player) -> None:
    assert friends.relation(None, bob.user) == friends.relation(bob.user, bob.user) == friends.Relation("Bob")
    assert friends.relation(ann.user, bob.user) == friends.Relation("Bob", can_follow=True, can_block=True)
    befriend(ann, bob)
    table = tables(ann)
    found = friends.relation(ann.user, bob.user)
    assert (found.is_friend, found.can_follow, found.invite_to, found.is_invited) == (True, False, table.code, False)
    services.invite(table.code, ann.user, bob.user.pk)
    assert friends.relation(ann.user, bob.user).is_invited


def test_invitations_are_read_only_by_people_and_not_while_playing(
    tables: Tables, ann: Player, bob: Player, client: Client
) -> None:
    befriend(ann, bob)
    services.invite(tables(ann).code, ann.user, bob.user.pk)
    assert 'id="invitations"' not in text(client.get("/"))
    own = tables(bob)
    services.set_bot(own.code, bob.user, 1, "Hard")
    services.start(own.code, bob.user)
    page = text(bob.client.get(f"{own.path}game/"))
    assert 'id="invitations"' in page
    assert "invites you" not in page
    assert "invites you" in text(bob.client.get("/me/invitations/"))
    Table.objects.filter(host=ann.user).update(closed_at=timezone.now())
    assert text(bob.client.get("/me/invitations/")).strip() == ""


@pytest.mark.parametrize("is_guest", [False, True])
def test_the_menu_of_an_account_in_a_lobby_leads_to_its_profile(
    tables: Tables, ann: Player, bob: Player, is_guest: bool
) -> None:
    User.objects.filter(pk=bob.user.pk).update(is_guest=is_guest)
    page = tables(ann, seated=[bob]).shows(ann)
    assert (f'href="/@{bob.name}/"' in page) is not is_guest


def test_a_follower_is_removed_on_their_profile_too(ann: Player, bob: Player) -> None:
    friends.follow(bob.user, ann.user)
    assert 'id="relation-remove"' in text(ann.client.get("/@Bob/"))
    answer = text(press(ann, "remove", "Bob", HTMX))
    assert confirmation("follower_removed", name="Bob") in answer
    assert 'id="relation-remove"' not in answer
    assert not Follow.objects.exists()


def test_lists_that_are_cut_say_so(ann: Player, bob: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    friends.follow(bob.user, ann.user)
    assert "Each list shows" not in text(ann.client.get("/me/friends/"))
    monkeypatch.setattr("games.lobby.friends.MOST", 1)
    assert "Each list shows at most 1 people" in text(ann.client.get("/me/friends/"))
