"""The pages of replays: who gets in, what is on them, and what bad addresses lead to."""

import html
import re
from collections.abc import Callable
from datetime import timedelta
from io import BytesIO
from itertools import combinations

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.utils import timezone
from PIL import Image

from games.history.chart import Line
from games.models import Entry, Game, Player, ReplayLink, Table, User
from games.wording import history as wording
from games.wording.access import REASONS
from tests.conftest import Player as Person
from tests.history.conftest import Played, PlayGame
from tests.responses import text

pytestmark = pytest.mark.django_db
PUBLIC = {"visibility": "public"}
SHORT = {"score_limit": "one_round", "hand_size": 3}
HTMX = {"HX-Request": "true"}


@pytest.fixture
def private(ann: Person, bob: Person, play_game: PlayGame) -> Played:
    return play_game(**SHORT)


@pytest.fixture
def public(ann: Person, bob: Person, play_game: PlayGame) -> Played:
    return play_game(settings=PUBLIC, **SHORT)


# --- who gets in


def test_players_see_their_games(private: Played, ann: Person, bob: Person) -> None:
    for person in (ann, bob):
        answer = person.client.get(private.address)
        assert answer.status_code == 200
        assert " won against " in text(answer)


@pytest.mark.parametrize("page", ["", "1/0", "1/0/play/", "game.json", "picture.png"])
def test_others_do_not_see_private_games(private: Played, dan: Person, page: str) -> None:
    answer = dan.client.get(private.address + page)
    assert answer.status_code == 404
    assert REASONS["no_replay"] in text(answer)


@pytest.mark.parametrize("page", ["", "1/0", "game.json", "picture.png"])
def test_strangers_do_not_see_private_games(private: Played, page: str) -> None:
    answer = Client().get(private.address + page)
    assert answer.status_code == 404
    assert "Ann" not in text(answer)


def test_everyone_sees_games_of_public_tables(public: Played) -> None:
    for page in ("", "1/0", "1/3?seat=1", "game.json", "picture.png"):
        assert Client().get(public.address + page).status_code == 200


def test_a_table_that_let_nobody_watch_is_not_public(
    ann: Person, bob: Person, dan: Person, play_game: PlayGame
) -> None:
    played = play_game(settings=PUBLIC | {"watching": "nobody"}, **SHORT)
    assert dan.client.get(played.address).status_code == 404


def test_a_table_that_becomes_public_later_reveals_nothing(private: Played, dan: Person) -> None:
    table = private.game.table
    table.visibility = "public"
    table.save()
    assert dan.client.get(private.address).status_code == 404


def test_a_link_opens_a_private_game_until_it_is_revoked(
    private: Played, ann: Person, bob: Person, dan: Person
) -> None:
    assert ann.client.post(f"{private.address}share/").status_code == 302
    key = ReplayLink.objects.get().key
    assert key in text(bob.client.get(private.address))
    for page in ("", "1/2", "game.json", "picture.png"):
        assert dan.client.get(f"{private.address}{page}?key={key}").status_code == 200
        assert Client().get(f"{private.address}{page}?key={key}").status_code == 200
    page = text(dan.client.get(f"{private.address}?key={key}"))
    assert f'property="og:url" content="http://testserver{private.address}?key={key}"' in " ".join(page.split())
    other = key[:-1] + ("y" if key.endswith("x") else "x")
    assert dan.client.get(f"{private.address}?key={other}").status_code == 404
    assert bob.client.post(f"{private.address}revoke/").status_code == 302
    answer = dan.client.get(f"{private.address}?key={key}")
    assert answer.status_code == 410
    assert REASONS["link_revoked"] in text(answer)
    assert bob.client.get(f"{private.address}?key={key}").status_code == 200


def test_how_a_game_ended_early_stands_apart_from_its_rules(ann: Person, bob: Person, play_game: PlayGame) -> None:
    page = html.unescape(text(ann.client.get(play_game(moves=5).address)))
    assert re.search(r'<p class="about">\s*<strong>[^<]+</strong> <a', page)


def test_a_new_link_is_shown_at_once(private: Played, ann: Person) -> None:
    answer = ann.client.post(f"{private.address}share/")
    assert answer["Location"].endswith("#sharing")
    assert '<details class="sharing" id="sharing" open>' in text(ann.client.get(answer["Location"]))
    assert '<details class="sharing" id="sharing">' in text(ann.client.get(private.address))


def test_sharing_stays_at_the_position(private: Played, ann: Person) -> None:
    for step, query in (("share/", "?shared=yes#sharing"), ("revoke/", "")):
        for at, answered in (("1/2?seat=0", "1/2"), ("", ""), (f"1/{'9' * 5000}", "")):
            answer = ann.client.post(
                private.address + step, headers={"Referer": f"http://testserver{private.address}{at}"}
            )
            assert answer["Location"] == private.address + answered + query


def test_a_number_of_any_length_in_the_address_of_a_page_is_no_error(private: Played, ann: Person) -> None:
    at = {"HX-Request": "true", "HX-Current-URL": f"http://testserver{private.address}{'9' * 5000}/1"}
    assert ann.client.get(f"{private.address}1/1", headers=at).status_code == 200


def test_a_second_link_is_another_one(private: Played, ann: Person) -> None:
    for step in ("share/", "share/", "revoke/", "share/"):
        ann.client.post(private.address + step)
    assert ReplayLink.objects.count() == 2
    assert ReplayLink.objects.filter(revoked_at=None).count() == 1


def test_only_players_share_and_revoke(public: Played, private: Played, dan: Person) -> None:
    for step in ("share/", "revoke/"):
        assert dan.client.post(public.address + step).status_code == 403
        assert dan.client.post(private.address + step).status_code == 404
        assert Client().post(public.address + step).status_code == 302  # to the page for logging in
        assert dan.client.get(public.address + step).status_code == 405
    assert not ReplayLink.objects.exists()


def test_a_reader_with_the_link_cannot_share_it(private: Played, ann: Person, dan: Person) -> None:
    ann.client.post(f"{private.address}share/")
    key = ReplayLink.objects.get().key
    page = text(dan.client.get(f"{private.address}?key={key}"))
    assert "share-link" not in page
    assert dan.client.post(f"{private.address}revoke/", {"key": key}).status_code == 403


def test_a_running_game_is_not_shown(ann: Person, play_game: PlayGame) -> None:
    played = play_game(moves=3, ends=False, settings=PUBLIC)
    for page in ("", "1/0", "game.json", "picture.png"):
        answer = ann.client.get(played.address + page)
        assert answer.status_code == 404
        assert REASONS["still_played"] in text(answer)


def test_banned_people_see_nothing(public: Played, dan: Person) -> None:
    User.objects.filter(pk=dan.user.pk).update(banned_until=timezone.now() + timedelta(hours=1))
    assert dan.client.get(public.address).status_code == 403


def test_staff_see_the_table_of_a_private_game_without_hands(private: Played, invite: Callable[..., Person]) -> None:
    sue = invite("Sue", is_staff=True)
    assert sue.client.get(private.address).status_code == 404
    sue.user.user_permissions.add(Permission.objects.get(codename="view_game"))
    page = text(sue.client.get(f"{private.address}1/2"))
    assert wording.NO_HANDS in page
    assert 'class="open"' not in page
    for refused in ("1/2?seat=all", "1/2?seat=0", "game.json", "1/2/play/"):
        assert sue.client.get(private.address + refused).status_code in (403, 404, 409)
    assert "game.json" not in page


def test_staff_find_the_replay_in_the_dashboard(public: Played, invite: Callable[..., Person]) -> None:
    sue = invite("Sue", is_staff=True, is_superuser=True)
    assert public.address in text(sue.client.get(f"/admin/games/game/{public.game.pk}/change/"))


# --- what is on the page


def test_the_page_is_complete_without_scripts(private: Played, ann: Person) -> None:
    page = text(ann.client.get(f"{private.address}1/1?seat=0"))
    assert f'href="{private.address}1/2?seat=0"' in page
    assert f'href="{private.address}1/0?seat=0"' in page
    assert len(re.findall(r'id="m\d+"', page)) == private.replay().parts[0].entries
    assert page.count('aria-current="step"') == 1
    assert 'id="m1" aria-current="step"' in page
    assert "<fieldset" in page


def test_a_seat_sees_no_hand_but_its_own(private: Played, ann: Person) -> None:
    page = text(ann.client.get(f"{private.address}1/0?seat=0"))
    opened = text(ann.client.get(f"{private.address}1/0?seat=all"))
    assert 'class="open"' not in page
    assert opened.count('class="open"') == 3


def test_the_pages_hear_of_invitations(private: Played, ann: Person) -> None:
    for address in (private.address, "/me/games/", "/@Ann/"):
        assert text(ann.client.get(address)).count('data-socket="/ws/me/"') == 1
    assert "data-socket" not in text(Client().get("/@Ann/"))


def test_names_follow_the_account(private: Played, ann: Person, bob: Person) -> None:
    bob.user.name = "Bobby"
    bob.user.save()
    assert "Bobby" in text(ann.client.get(private.address))


def test_a_deleted_person_has_no_name(private: Played, ann: Person, bob: Person) -> None:
    from games.privacy.deletion import delete

    delete(bob.user)
    page = text(ann.client.get(private.address))
    assert "Bob" not in page
    assert "A former player" in page


def test_a_closed_table_does_not_show_a_deleted_person_from_memory(private: Played, ann: Person, bob: Person) -> None:
    from games.privacy.deletion import delete

    Table.objects.update(closed_at=timezone.now())
    address = f"/t/{private.game.table.code}/game/"
    assert "Bob" in text(ann.client.get(address))
    delete(bob.user)
    assert "Bob" not in text(ann.client.get(address))


def test_a_game_without_a_winner_says_why(ann: Person, play_game: PlayGame, invite: Callable[..., Person]) -> None:
    played = play_game(moves=5)
    page = text(ann.client.get(played.address))
    assert wording.ABANDONED in page
    assert "without a winner" in page
    last = text(ann.client.get(f"{played.address}1/{played.replay().parts[0].entries - 1}"))
    assert "This game was ended before anyone had won." in last


def test_a_game_that_staff_ended_says_so(ann: Person, play_game: PlayGame, invite: Callable[..., Person]) -> None:
    played = play_game(moves=5, ends=False)
    sue = invite("Sue", is_staff=True, is_superuser=True)
    sue.client.post(f"/admin/do/end-game/{played.game.pk}/", {"reason": "A test"})
    assert wording.ENDED_BY_STAFF in text(ann.client.get(played.address))


def test_messengers_are_told_who_won(public: Played) -> None:
    page = text(Client().get(public.address))
    title = public.replay().title
    assert f'<meta property="og:title" content="{title}">' in page.replace("\n", "")
    assert f"http://testserver{public.address}picture.png" in page
    assert "1 round" in page
    assert '<meta name="robots" content="noindex">' in page


def test_the_picture_shows_the_result(public: Played) -> None:
    answer = Client().get(f"{public.address}picture.png")
    picture = Image.open(BytesIO(answer.content))
    assert (picture.format, picture.size) == ("PNG", (1200, 630))
    Player.objects.filter(game=public.game).update(rank=2)
    assert Client().get(f"{public.address}picture.png").content != answer.content


# --- steps of the page's scripts


def test_a_step_sends_what_differs(private: Played, ann: Person) -> None:
    at = {"HX-Current-URL": f"http://testserver{private.address}1/1?seat=0"}
    answer = text(ann.client.get(f"{private.address}1/2?seat=0", headers=HTMX | at))
    assert 'id="turn"' in answer
    assert 'id="steps"' in answer
    assert '<div id="marks" data-same>' in answer
    assert "<html" not in answer
    assert 'id="moves"' not in answer


def test_a_step_into_another_round_brings_its_moves(ann: Person, bob: Person, play_game: PlayGame) -> None:
    played = play_game(score_limit="200", hand_size=3)
    at = {"HX-Current-URL": f"http://testserver{played.address}"}
    first = text(ann.client.get(f"{played.address}1/1?seat=0", headers=HTMX | at))
    second = text(ann.client.get(f"{played.address}2/0?seat=0", headers=HTMX | at))
    assert 'id="moves"' not in first
    assert 'id="moves"' in second
    assert re.search(r'2/0\?seat=0" aria-label="Round 2" aria-current="true"', " ".join(second.split()))
    assert 'id="chart"' in second
    assert "Cards in hand:" in second


# --- bad input


@pytest.mark.parametrize(
    ("page", "status"),
    [
        ("1/99999", 404),
        ("9/0", 404),
        ("0/0", 404),
        ("99999999999999999999999/99999999999999999999999", 404),
        ("1/0?seat=3", 404),
        ("1/0?seat=-1", 404),
        ("1/0?seat=%00", 404),
        ("?seat=table", 404),
        ("1/0?seat=0&key=%00%00", 200),
        ("1/0?key=" + "x" * 5000, 200),
        ("1/-1", 404),
        ("1/x", 404),
    ],
)
def test_bad_addresses_get_a_sentence(private: Played, ann: Person, page: str, status: int) -> None:
    for headers in (None, HTMX):
        assert ann.client.get(private.address + page, headers=headers).status_code == status


@pytest.mark.parametrize("address", ["aaaaaaaaaaaaaaaa", "x", "a" * 200, "-", "AAAAAAAAAAAAAAAA"])
def test_there_is_no_such_game(ann: Person, address: str) -> None:
    answer = ann.client.get(f"/g/{address}/")
    assert answer.status_code == 404
    assert wording.refusal("no_game") in text(answer)


def test_an_entry_that_cannot_be_played_is_named(private: Played, ann: Person) -> None:
    Entry.objects.filter(game=private.game, number=3).update(events='[["exploded"]]')
    answer = ann.client.get(private.address)
    assert answer.status_code == 422
    assert "entry 3" in text(answer)
    assert ann.client.get(f"{private.address}picture.png").status_code == 422


def test_a_deleted_game_is_gone(private: Played, ann: Person) -> None:
    assert ann.client.get(private.address).status_code == 200
    Game.objects.filter(pk=private.game.pk).delete()
    assert ann.client.get(f"{private.address}1/1").status_code == 404


def test_the_end_of_a_match_leads_to_its_replay(private: Played, ann: Person, dan: Person) -> None:
    code = private.game.table.code
    assert private.address in text(ann.client.get(f"/t/{code}/game/"))
    assert private.address not in text(dan.client.get(f"/t/{code}/game/"))


def test_the_lines_of_a_chart_have_hues_far_apart() -> None:
    hues = [int(Line(seat, "", "", "").color.removeprefix("hsl(").split()[0]) for seat in range(4)]
    apart = [abs(one - other) for one, other in combinations(hues, 2)]
    assert min(min(distance, 360 - distance) for distance in apart) >= 50
