"""Profiles: who sees which part, what they say, and what they cost."""

from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from django.test import Client
from django.utils import timezone

from games.engine import Rules
from games.history import counting, profile
from games.lobby import services as lobby
from games.models import Audience, Award, Figures, Follow, Game, HeadToHead, Player, Table, Tally, User
from games.wording import statistics as wording
from tests.history.conftest import PlayGame, person_called

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).resolve().parents[2]


def page(name: str, viewer: User | None = None) -> Any:
    client = Client()
    if viewer:
        client.force_login(viewer)
    return client.get(f"/@{quote(name)}/")


def befriend(one: User, other: User) -> None:
    Follow.objects.create(person=one, other=other)
    Follow.objects.create(person=other, other=one)


@pytest.fixture
def ann() -> User:
    """Ann has played: she has results, figures and an achievement."""
    ann = person_called("Ann")
    game = Game.objects.create(table=Table.objects.create(), rules="{}", state="", ended_at=timezone.now())
    for kind, key in (("all", ""), ("deck", "classic"), ("month", "2026-10"), ("against", "people"), ("seats", "4")):
        Tally.objects.create(person=ann, kind=kind, key=key, games=4, won=3, places=6, points=50)
    Figures.objects.create(person=ann, calls=7, decisions=4, decision_ms=6000, colors={"red": 1, "blue": 2})
    Award.objects.create(person=ann, code="catcher", game=game)
    return ann


# --- who sees what


@pytest.mark.parametrize("who", ["nobody", "stranger", "follower", "followed", "friend", "herself"])
@pytest.mark.parametrize("results_for", Audience.values)
@pytest.mark.parametrize("details_for", Audience.values)
def test_who_sees_which_part(ann: User, who: str, results_for: str, details_for: str) -> None:
    ann.results_for, ann.details_for = results_for, details_for
    ann.save()
    bob = person_called("Bob")
    if who in ("follower", "friend"):
        Follow.objects.create(person=bob, other=ann)
    if who in ("followed", "friend"):
        Follow.objects.create(person=ann, other=bob)
    shown = page("Ann", {"nobody": None, "herself": ann}.get(who, bob)).context["profile"]
    audiences = {"friend": {"everyone", "friends"}, "herself": set(Audience.values)}.get(who, {"everyone"})
    assert (shown.results is not None, shown.recent is not None) == (results_for in audiences,) * 2
    assert (shown.figures is not None, shown.awards is not None) == (details_for in audiences,) * 2


def test_at_first_results_are_public_and_the_rest_is_for_friends(ann: User) -> None:
    html = page("Ann").content.decode()
    assert "Best streak" in html
    assert "Calls made" not in html
    assert wording.AWARDS["catcher"][0] not in html
    bob = person_called("Bob")
    befriend(ann, bob)
    html = page("Ann", bob).content.decode()
    assert "Calls made" in html
    assert wording.AWARDS["catcher"][0] in html


def test_a_guest_has_a_profile_that_only_they_see() -> None:
    guest = User.objects.create_user("Quiet Owl", is_guest=True)
    assert page("Quiet Owl", guest).status_code == 200
    friend = person_called("Bob")
    befriend(guest, friend)
    assert page("Quiet Owl", friend).status_code == 404
    assert page("Quiet Owl").content == page("Quiet Elk").content.replace(b"Elk", b"Owl")


def test_a_deactivated_account_has_no_profile(ann: User) -> None:
    User.objects.filter(pk=ann.pk).update(is_active=False)
    assert page("Ann", person_called("Bob")).status_code == 404


@pytest.mark.parametrize(
    "name", ["Nobody", "x", "a" * 500, "Ann\0", "\u202eAnn", "%00", "<b>", "A\u0301" * 20, "\u3164\u3164", ".."]
)
def test_what_is_no_name_is_not_found(ann: User, name: str) -> None:
    assert page(name).status_code == 404


@pytest.mark.parametrize("name", ["ann", "ANN", "\uff21nn", " Ann "])
def test_a_name_is_found_in_any_case_and_width(ann: User, name: str) -> None:
    assert page(name).context["profile"].name == "Ann"


def test_a_renamed_account_is_found_under_its_new_name_only(ann: User) -> None:
    ann.name = "Änne 花"
    ann.save()
    assert page("Ann").status_code == 404
    assert page("Änne 花").status_code == 200


# --- what it says


def test_results_and_figures(ann: User) -> None:
    shown = profile.profile_of("Ann", ann)
    assert shown.results
    results = shown.results
    assert (results.games, results.won, results.share, results.place, results.points) == (4, 3, "75%", "1.5", "12.5")
    assert [section.heading for section in results.sections] == ["By deck", "By number of players", "By opponents"]
    assert results.months
    assert [bar.words for bar in results.months.bars] == ["October 2026: 4 games, 3 won"]
    assert results.months.curve == "275.0,24.0 275.0,24.0"
    assert shown.figures
    figures = dict(shown.figures)
    assert (figures["Calls made"], figures["Time for a decision"], figures["Favorite color"]) == ("7", "1.5 s", "Blue")


def test_the_curve_shows_the_last_two_years(ann: User) -> None:
    Tally.objects.filter(kind="month").delete()
    for key in ("2020-01", "2025-01", "2026-12"):
        Tally.objects.create(person=ann, kind="month", key=key, games=2, won=1)
    Tally.objects.create(person=ann, kind="month", key="2026-02", games=0, unfinished=1)
    results = profile.profile_of("Ann", ann).results
    assert results
    months = results.months
    assert months
    assert [bar.words[:13] for bar in months.bars] == ["January 2025:", "December 2026"]
    assert months.bars[0].x >= 0
    assert months.bars[-1].x + months.bars[-1].width <= profile.WIDTH
    assert (months.bars[0].height, months.bars[0].won_height) == (96.0, 48.0)
    assert (months.curve, months.first, months.last) == ("6.2,48.0 293.8,48.0", "January 2025", "December 2026")


def test_the_record_against_the_other(ann: User) -> None:
    bob = person_called("Bob")
    HeadToHead.objects.create(person=bob, other=ann, won=12, lost=9)
    assert profile.profile_of("Ann", bob).head_to_head == "You 12 : 9 Ann"
    HeadToHead.objects.update(even=2)
    assert profile.profile_of("Ann", bob).head_to_head == "You 12 : 9 Ann, and 2 even"
    assert profile.profile_of("Ann", ann).head_to_head == ""


def test_a_person_without_games() -> None:
    html = page("Bob", person_called("Bob")).content.decode()
    assert "No match has been played to its end yet." in html


def test_every_achievement_has_a_picture_and_words() -> None:
    pictures = (ROOT / "static/img/awards.svg").read_text()
    for code in wording.AWARDS:
        assert f'id="{code}"' in pictures
    assert len(wording.AWARDS) <= 20


# --- the last games


def test_others_see_only_games_that_they_may_replay(play_game: PlayGame) -> None:
    private = play_game(score_limit="one_round")
    public = play_game(seed=2, settings={"visibility": "public"}, score_limit="one_round")
    Game.objects.filter(pk=public.game.pk).update(is_public=True)
    Game.objects.filter(pk=private.game.pk).update(is_public=False)
    stranger = person_called("Eve")
    both = {f"/g/{private.game.public_id}/", f"/g/{public.game.public_id}/"}

    def seen_by(viewer: User | None) -> set[str]:
        return {row.url for row in page("Ann", viewer).context["profile"].recent}

    assert seen_by(private.people["Ann"]) == seen_by(private.people["Bob"]) == both
    assert seen_by(stranger) == seen_by(None) == {f"/g/{public.game.public_id}/"}


def test_an_award_links_to_its_match_only_where_everyone_may_see_it(ann: User) -> None:
    bob = person_called("Bob")
    befriend(ann, bob)
    awards = profile.profile_of("Ann", bob).awards
    assert awards
    assert awards[0].url == ""
    Game.objects.update(is_public=True)
    awards = profile.profile_of("Ann", bob).awards
    assert awards
    assert awards[0].url == f"/g/{Game.objects.get().public_id}/"


# --- achievements at the end of a match


def test_the_end_of_a_match_shows_what_was_reached_once_it_is_counted(play_game: PlayGame) -> None:
    played = play_game(score_limit="one_round")
    winner = Player.objects.filter(game=played.game, person__isnull=False).order_by("rank")[0]
    client = Client()
    assert winner.person
    client.force_login(winner.person)
    waiting = client.get(f"{played.address}awards/").content.decode()
    assert 'hx-trigger="load delay:1s"' in waiting
    counting.count_pending()
    done = client.get(f"{played.address}awards/").content.decode()
    assert "hx-trigger" not in done
    for code in Award.objects.filter(person=winner.person_id).values_list("code", flat=True):
        assert wording.AWARDS[code][0] in done
    later = play_game(seed=5, score_limit="one_round")
    counting.count_pending()
    again = client.get(f"{later.address}awards/").content.decode()
    assert wording.AWARDS["first_win"][0] not in again


def test_strangers_get_no_achievements(play_game: PlayGame) -> None:
    played = play_game(score_limit="one_round", settings={"visibility": "link"})
    Game.objects.update(is_public=False)
    client = Client()
    client.force_login(person_called("Eve"))
    assert client.get(f"{played.address}awards/").status_code == 404


# --- the choice


def test_a_person_chooses_who_sees_their_profile(ann: User) -> None:
    client = Client()
    client.force_login(ann)
    posted = client.post("/me/visibility/", {"results_for": "nobody", "details_for": "everyone"}, follow=True)
    ann.refresh_from_db()
    assert (ann.results_for, ann.details_for) == ("nobody", "everyone")
    assert wording.PROFILE_SAVED in posted.content.decode()


def test_an_unknown_audience_is_refused_and_nothing_changes(ann: User) -> None:
    client = Client()
    client.force_login(ann)
    assert client.post("/me/visibility/", {"results_for": "all", "details_for": "everyone"}).status_code == 422
    ann.refresh_from_db()
    assert (ann.results_for, ann.details_for) == ("everyone", "friends")


@pytest.mark.parametrize("who", ["Ann", "Bob", "Eve", ""])
def test_a_profile_takes_at_most_fifteen_queries(
    ann: User, play_game: PlayGame, django_assert_max_num_queries: Any, who: str
) -> None:
    """Ann looks at her own; Bob is a friend at a table of his own, to which he has invited her; Eve is a stranger."""
    for seed in range(4):
        play_game(seed=seed, score_limit="one_round")
    for model in (Tally, Figures, Award):
        model._default_manager.all().delete()
    counting.count_pending()
    bob = person_called("Bob")
    befriend(ann, bob)
    table = lobby.open_table(bob, Rules(), lobby.Settings())
    lobby.invite(table.code, bob, ann.pk)
    client = Client()
    if who:
        client.force_login(person_called(who))
    client.get("/@Ann/")  # from now on, when they were online is not stored again within a minute
    with django_assert_max_num_queries(15):
        shown = client.get("/@Ann/").context["profile"]
    assert shown.relation.is_invited == (who == "Bob")
    assert (shown.awards is not None) == (who in ("Ann", "Bob"))
