"""Statistics: every finished match is counted exactly once, and a count of everything comes to the same result."""

from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from games.devtools import demo_data
from games.engine.notation import read_events
from games.history import counting
from games.models import (
    STAND_IN_KEY,
    Award,
    Entry,
    Figures,
    Game,
    HeadToHead,
    Player,
    Table,
    Tally,
    User,
)
from games.privacy import deletion
from games.table import services as play
from games.table.services import operating
from tests.history.conftest import PlayGame, person_called

pytestmark = pytest.mark.django_db
Finished = Callable[..., Game]


@pytest.fixture
def finished(db: None) -> Finished:
    """`finished(Ann=1, Bob=2, Easy=3)` stores a match that is over, with these places; bots have the names of kinds."""

    def store(ranks: dict[str, int | None] | None = None, **more: Any) -> Game:
        places = ranks or {}
        table = Table.objects.create()
        fields = {"deck": "classic", "preset": "Official", "rules": "{}", "state": "", "ended_at": timezone.now()}
        game = Game.objects.create(table=table, abandoned=None in places.values(), **(fields | more))
        for seat, (name, rank) in enumerate(places.items()):
            is_bot = name in ("Easy", "Hard", "Expert")
            Player.objects.create(
                game=game, seat=seat, place=seat, name=name, face="", rank=rank, score=10 * seat,
                bot=name if is_bot else "", person=None if is_bot else person_called(name),
            )  # fmt: skip
        return game

    return store


def tallies(name: str, *fields: str) -> dict[tuple[str, str], tuple[int, ...]]:
    rows = Tally.objects.filter(person__name=name)
    return {(row.kind, row.key): tuple(getattr(row, field) for field in fields) for row in rows}


def everything() -> list[Any]:
    """All statistics, without the numbers of their rows."""
    found = []
    for model in (Tally, Figures, HeadToHead, Award):
        fields = [field.attname for field in model._meta.fields if field.attname != "id"]
        found.append(sorted(map(str, model._default_manager.values_list(*fields))))
    return found


def test_a_match_is_counted_under_all_its_headings(finished: Finished) -> None:
    finished({"Ann": 1, "Bob": 3, "Easy": 2, "Hard": 4}, ended_at=timezone.now().replace(year=2026, month=3, day=9))
    assert counting.count_pending() == 1
    assert tallies("Bob", "games", "won", "places", "points") == {
        ("all", ""): (1, 0, 3, 10),
        ("deck", "classic"): (1, 0, 3, 10),
        ("preset", "Official"): (1, 0, 3, 10),
        ("seats", "4"): (1, 0, 3, 10),
        ("against", "people"): (1, 0, 3, 10),
        ("against", "Easy"): (1, 0, 3, 10),
        ("against", "Hard"): (1, 0, 3, 10),
        ("month", "2026-03"): (1, 0, 3, 10),
    }
    assert tallies("Ann", "won")["all", ""] == (1,)


def test_a_match_is_counted_once(finished: Finished) -> None:
    game = finished({"Ann": 1, "Bob": 2})
    assert [counting.count_pending(), counting.count_pending(), counting.count([game.pk])] == [1, 0, 0]
    assert tallies("Ann", "games")["all", ""] == (1,)


def test_a_running_match_is_not_counted(finished: Finished) -> None:
    game = finished({"Ann": None, "Bob": None}, ended_at=None)
    assert counting.count([game.pk]) == 0
    assert not Tally.objects.exists()


def test_what_dies_between_the_end_and_the_count_is_counted_later(
    finished: Finished, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The mark and the numbers are stored together, so a process that dies in between stores neither."""
    finished({"Ann": 1, "Bob": 2})

    def die(sums: counting.Sums) -> None:
        raise SystemExit

    with monkeypatch.context() as dying:
        dying.setattr(counting.Sums, "_store_awards", die)
        with pytest.raises(SystemExit):
            counting.count_pending()
    assert not Tally.objects.exists()
    assert not Game.objects.filter(counted_at__isnull=False).exists()
    assert counting.count_pending() == 1
    assert tallies("Ann", "games")["all", ""] == (1,)


def test_a_game_that_began_with_a_position_of_another_is_no_match(finished: Finished) -> None:
    finished({"Ann": 1, "Bob": 2}, from_round=1)
    assert counting.count_pending() == 1
    assert not Tally.objects.exists()
    assert not Award.objects.exists()


def test_an_abandoned_match_is_unfinished_for_all(finished: Finished) -> None:
    finished({"Ann": None, "Bob": None})
    counting.count_pending()
    assert tallies("Ann", "games", "unfinished", "places")["all", ""] == (0, 1, 0)
    assert not HeadToHead.objects.exists()
    assert Figures.objects.get(person__name="Ann").newest == 0


def test_a_seat_taken_over_from_a_bot_is_no_result(finished: Finished) -> None:
    game = finished({"Ann": 1, "Bob": 2})
    Player.objects.filter(game=game, name="Ann").update(joined=7)
    counting.count_pending()
    assert tallies("Ann", "games") == {}
    assert not HeadToHead.objects.exists()
    assert tallies("Bob", "games")["all", ""] == (1,)


def test_head_to_head_counts_who_was_ahead(finished: Finished) -> None:
    for places in ({"Ann": 1, "Bob": 2}, {"Ann": 3, "Bob": 2, "Easy": 1}, {"Ann": 2, "Bob": 2, "Easy": 1}):
        finished(places)
    counting.count_pending()
    (ann,) = HeadToHead.objects.filter(person__name="Ann").values_list("other__name", "won", "lost", "even")
    (bob,) = HeadToHead.objects.filter(person__name="Bob").values_list("other__name", "won", "lost", "even")
    assert (ann, bob) == (("Bob", 1, 1, 1), ("Ann", 1, 1, 1))


def test_partners_do_not_play_against_each_other(finished: Finished) -> None:
    finished({"Ann": 1, "Bob": 2, "Cy": 1, "Di": 2}, rules='{"teams": "two"}')
    counting.count_pending()
    found = HeadToHead.objects.filter(person__name="Ann").order_by("other__name").values_list("other__name", "won")
    assert list(found) == [("Bob", 1), ("Di", 1)]


# --- streaks and reliability


def streaks(name: str) -> tuple[int, int]:
    row = Figures.objects.get(person__name=name)
    return row.streak, row.best_streak


def test_a_streak_is_of_wins_in_a_row(finished: Finished) -> None:
    for rank in (1, 1, 1, 2, 1, 1):
        finished({"Ann": rank, "Bob": 3 - rank})
        counting.count_pending()
    assert streaks("Ann") == (2, 3)
    assert streaks("Bob") == (0, 1)


def test_a_match_that_is_counted_late_changes_a_streak_as_if_it_had_been_in_time(finished: Finished) -> None:
    games = [finished({"Ann": rank, "Bob": 3 - rank}) for rank in (1, 2, 1)]
    counting.count([games[0].pk, games[2].pk])
    assert streaks("Ann") == (2, 2)
    counting.count([games[1].pk])
    assert streaks("Ann") == (1, 1)
    before = everything()
    rebuild()
    assert everything() == before


@pytest.mark.parametrize(
    ("row", "left"),
    [({"gave_up": True}, 1), ({"has_left": True, "stand_in": "Medium"}, 0), ({"missed": 1}, 0)],
)
def test_who_has_given_up_when_the_match_ends_has_left_it(finished: Finished, row: dict[str, Any], left: int) -> None:
    game = finished({"Ann": 2, "Bob": 1})
    Player.objects.filter(game=game, name="Ann").update(**row)
    counting.count_pending()
    figures = Figures.objects.get(person__name="Ann")
    assert (figures.recent, figures.recent_left) == (1, left)


def test_what_a_stand_in_wins_is_not_won_by_the_person_who_gave_up(finished: Finished) -> None:
    game = finished({"Ann": 1, "Bob": 2, "Expert": 3})
    Player.objects.filter(game=game, name="Ann").update(gave_up=True)
    counting.count_pending()
    assert set(tallies("Ann", "games", "won", "places").values()) == {(1, 0, 3)}
    assert streaks("Ann") == (0, 0)
    assert not Award.objects.filter(person__name="Ann").exists()
    duels = HeadToHead.objects.values_list("person__name", "won", "lost", "even")
    assert sorted(duels) == [("Ann", 0, 1, 0), ("Bob", 1, 0, 0)]
    finished({"Ann": 1, "Bob": 2})
    counting.count_pending()
    assert streaks("Ann") == (1, 1)
    before = everything()
    rebuild()
    assert everything() == before


def test_what_a_stand_in_does_is_not_counted_for_the_player(play_game: PlayGame) -> None:
    played = play_game(score_limit="one_round")
    for entry in played.log:
        if entry.seat == 0:
            Entry.objects.filter(pk=entry.pk).update(key=f"{STAND_IN_KEY}{entry.number}")
    counting.count_pending()
    ann, bob = (Figures.objects.get(person__name=name) for name in ("Ann", "Bob"))
    assert (ann.decisions, ann.cards_drawn, ann.colors) == (0, 0, {})
    assert bob.decisions > 0


def test_only_the_last_fifty_matches_say_how_reliable_a_person_is(finished: Finished) -> None:
    left = finished({"Ann": 2, "Bob": 1})
    Player.objects.filter(game=left, name="Ann").update(gave_up=True)
    for _ in range(counting.RECENT - 1):
        finished({"Ann": 1, "Bob": 2})
    counting.count_pending(100)
    figures = Figures.objects.get(person__name="Ann")
    assert (figures.recent, figures.recent_left) == (50, 1)
    finished({"Ann": 1, "Bob": 2})
    counting.count_pending()
    figures.refresh_from_db()
    assert (figures.recent, figures.recent_left) == (50, 0)


def test_a_stand_in_that_was_relieved_counts_as_finished(play_game: PlayGame) -> None:
    played = play_game(ends=False, moves=5, score_limit="one_round")
    code, ann = played.game.table.code, played.people["Ann"]
    play.leave(code, ann)
    play.come_back(code, ann)
    operating.end_game(code)
    counting.count_pending()
    figures = Figures.objects.get(person=ann)
    assert (figures.recent, figures.recent_left) == (1, 0)


def test_an_abandoned_match_was_left_by_all_who_played_it_and_by_nobody_if_staff_ended_it(play_game: PlayGame) -> None:
    abandoned = play_game(moves=5)
    played = play_game(names=("Cleo", "Dan"), moves=5, ends=False)
    operating.end_game(played.game.table.code)
    counting.count_pending()
    left = dict(Figures.objects.values_list("person__name", "recent_left"))
    assert abandoned.game.abandoned
    assert left == {"Ann": 1, "Bob": 1, "Cleo": 0, "Dan": 0}


# --- whole games


def rebuild() -> str:
    out = StringIO()
    call_command("statistics", "--rebuild", stdout=out)
    return out.getvalue()


def test_a_rebuild_comes_to_the_same_result(play_game: PlayGame) -> None:
    for seed, preset in enumerate(("House", "Flip", "No Mercy", "Official")):
        play_game(preset, seed=seed, score_limit="one_round")
        counting.count_pending()
    before = everything()
    assert all(before)
    assert rebuild() == "Counted. Games: 4.\n"
    assert everything() == before


def test_figures_are_the_sums_of_the_games(play_game: PlayGame) -> None:
    first = play_game(seed=3, score_limit="one_round")
    second = play_game(seed=4, score_limit="one_round")
    counting.count_pending()
    drawn = 0
    for played in (first, second):
        seat = Player.objects.get(game=played.game, person__name="Bob").seat
        for entry in played.log:
            drawn += sum(len(event[2]) for event in read_events(entry.events) if is_drawn_by(event, seat))
    assert drawn > 0
    assert Figures.objects.get(person__name="Bob").cards_drawn == drawn


def is_drawn_by(event: Any, seat: int) -> bool:
    return event[0] in ("drew", "force_draw", "roulette") and event[1] == seat


def test_an_award_names_the_first_match(play_game: PlayGame) -> None:
    games = [play_game(seed=seed, score_limit="one_round").game for seed in range(6)]
    counting.count([game.pk for game in games[3:]])
    counting.count([game.pk for game in games[:3]])
    for name in ("Ann", "Bob"):
        wins = Player.objects.filter(person__name=name, rank=1).order_by("game").values_list("game", flat=True)
        assert wins
        assert Award.objects.get(person__name=name, code="first_win").game_id == wins[0]


def test_a_win_against_expert_is_an_award(finished: Finished) -> None:
    finished({"Ann": 1, "Expert": 2})
    finished({"Bob": 2, "Expert": 1})
    counting.count_pending()
    assert list(Award.objects.filter(code="beats_expert").values_list("person__name", flat=True)) == ["Ann"]


def test_a_damaged_log_has_a_result_and_no_figures(play_game: PlayGame) -> None:
    played = play_game(score_limit="one_round")
    played.game.entries.filter(number=3).update(events='[["nonsense", 1]]')
    assert counting.count_pending() == 1
    assert tallies("Ann", "games")["all", ""] == (1,)
    assert Figures.objects.get(person__name="Ann").decisions == 0


def test_a_game_that_cannot_be_counted_does_not_stop_the_others(finished: Finished) -> None:
    broken = finished({"Ann": 1, "Bob": 2}, rules="[nonsense")
    finished({"Ann": 1, "Bob": 2})
    try:
        assert counting.count_pending() == 1
        assert counting.count_pending() == 0
    finally:
        counting._unreadable.clear()
    assert list(Game.objects.filter(counted_at=None)) == [broken]


def test_results_of_others_stay_when_an_account_is_deleted(finished: Finished) -> None:
    finished({"Ann": 1, "Bob": 2})
    finished({"Ann": 2, "Bob": 1})
    counting.count_pending()
    kept = tallies("Ann", "games", "won", "places", "points")
    deletion.delete(User.objects.get(name="Bob"))
    assert not HeadToHead.objects.exists()
    assert tallies("Ann", "games", "won", "places", "points") == kept
    before = everything()
    rebuild()
    assert everything() == before


def test_old_games_are_counted_first_and_an_index_finds_them(finished: Finished) -> None:
    new, old = finished({"Ann": 1}), finished({"Ann": 1}, ended_at=timezone.now() - timedelta(days=1))
    assert counting.count_pending(at_once=1) == 1
    old.refresh_from_db()
    new.refresh_from_db()
    assert old.counted_at
    assert not new.counted_at
    waiting = Game.objects.filter(ended_at__isnull=False, counted_at=None).order_by("ended_at")[:50]
    if connection.vendor == "sqlite":
        assert "games_to_count" in waiting.explain()


@pytest.mark.once
def test_demo_games_are_counted_as_their_logs_say() -> None:
    list(demo_data.seed(30, 0))
    before = everything()
    assert all(before)
    rebuild()
    assert everything() == before
