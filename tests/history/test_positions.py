"""Positions of a replay: what each seat knew then, byte by byte, and what the controls lead to."""

import itertools
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from pytest_django import DjangoAssertNumQueries

from games.engine import replay as replay_log
from games.engine.stored import dump_state
from games.history import rounds
from games.history.pov import Position, position
from games.history.refusals import NoReplay, Unplayable
from games.models import STAND_IN_KEY, Entry, Game, RoundStart
from games.staff.inspector import engine_entries
from games.table.pov import Preferences, fragments
from tests.history.conftest import Played, PlayGame

pytestmark = [pytest.mark.django_db, pytest.mark.once]
DIFFERS = {"end"}
"""Fragments that differ from the live ones, because a replay offers nothing to do."""


def all_positions(played: Played, viewpoint: str) -> Iterator[Position]:
    found = played.replay()
    for part in found.parts:
        for n in range(part.entries):
            yield position(found, part.round, n, viewpoint)


@pytest.mark.parametrize(
    ("preset", "rules"),
    [
        ("Official", {"score_limit": "200", "hand_size": 3}),
        ("Official", {"score_limit": "200", "hand_size": 3, "pause": 0}),
        ("Flip", {"score_limit": "one_round", "hand_size": 4}),
        ("No Mercy", {"score_limit": "one_round", "hand_size": 4}),
        ("House", {"score_limit": "one_round", "open_hand_at": 2}),
        ("All Wild", {"score_limit": "one_round", "hand_size": 3}),
    ],
)
def test_every_seat_sees_in_the_replay_what_it_saw_live(
    play_game: PlayGame, preset: str, rules: dict[str, object]
) -> None:
    settings = {"seats_may_be_taken_over": False}  # to spectators, a running game offers the seats of bots
    played = play_game(preset, watched=True, settings=settings, **rules)
    assert played.game.ended_at
    viewers = set()
    for shown in all_positions(played, "all"):
        seat, live = played.seen[shown.shown.entries[shown.n].number]
        viewers.add(seat)
        at = replace(shown, address=shown.address.seen_from("table" if seat is None else str(seat)))
        again = fragments(at.table(Preferences()))
        different = {name for name in live | again if live.get(name) != again.get(name)}
        assert different <= DIFFERS, (shown.steps.words, seat, different)
    assert viewers == {0, 1, 2, None}


def test_a_replay_shows_for_whom_a_bot_stood_in_and_when(play_game: PlayGame) -> None:
    played = play_game(score_limit="one_round")
    own = [entry for entry in played.log if entry.seat == 1]
    away = own[2:5]
    for entry in away:
        Entry.objects.filter(pk=entry.pk).update(key=f"{STAND_IN_KEY}{entry.number}")
    found = [shown for shown in all_positions(played, "0") if "away</i>" in fragments(shown.table(Preferences()))["s1"]]
    numbers = [shown.shown.entries[shown.n].number for shown in found]
    assert numbers == list(range(away[0].number, away[-1].number))
    asked = [shown.table(Preferences()).prompt.text for shown in all_positions(played, "1")]
    assert not any("bot" in text for text in asked), "nobody can come back"


def test_the_end_offers_nothing_to_press(play_game: PlayGame) -> None:
    played = play_game(score_limit="200", hand_size=3)
    ends = [fragments(shown.table(Preferences()))["end"] for shown in all_positions(played, "0")]
    assert any("wins the match" in end or "win the match" in end for end in ends)
    assert not any("<button" in end or "<a " in end for end in ends)


def test_rounds_begin_with_their_deals(play_game: PlayGame) -> None:
    played = play_game(score_limit="200", hand_size=3)
    found = played.replay()
    assert len(found.parts) > 1
    assert [part.first for part in found.parts] == [entry.number for entry in played.log if '["dealt"' in entry.events]
    assert sum(part.entries for part in found.parts) == len(played.log)
    for part in found.parts:
        shown = found.round(part.round)
        for n, numbered in enumerate(shown.entries):
            entries = [entry for entry in played.log if entry.number <= numbered.number]
            assert dump_state(shown.state_at(n)) == dump_state(replay_log(engine_entries(entries)))
            assert shown.counts[n] == tuple(map(len, shown.state_at(n).hands))


def test_a_round_takes_no_more_queries_however_long_the_match_was(
    play_game: PlayGame, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    played = play_game(score_limit="200", hand_size=3)
    last = len(played.replay().parts)
    rounds.forget_rounds()
    found = played.replay()
    assert found.parts
    with django_assert_num_queries(3):  # the entries, those before them, and the position after the deal
        position(found, last, 0, "all").steps  # noqa: B018
    with django_assert_num_queries(0):
        position(found, last, 1, "0").steps  # noqa: B018
    assert RoundStart.objects.filter(game=played.game).count() == last


def test_without_stored_positions_a_round_is_found_in_the_log(
    play_game: PlayGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = play_game(score_limit="200", hand_size=3)
    found = played.replay()
    expected = dump_state(found.round(2).state_at(0))
    rounds.forget_rounds()
    found.game.round_starts.all().delete()
    assert dump_state(found.round(2).state_at(0)) == expected


def test_controls_lead_through_the_whole_match(play_game: PlayGame) -> None:
    played = play_game(score_limit="200", hand_size=3)
    shown = list(all_positions(played, "1"))
    urls = [one.steps.url for one in shown]
    for before, after in itertools.pairwise(shown):
        assert step(before, "to-forward") == after.steps.url
        assert step(after, "to-back") == before.steps.url
    assert step(shown[0], "to-back") == step(shown[-1], "to-forward") == ""
    assert urls[0] == f"{played.address}1/0?seat=1"
    first_of_second = position(played.replay(), 2, 0, "1")
    assert step(first_of_second, "to-before") == urls[0]
    assert step(shown[0], "to-next") == first_of_second.steps.url
    assert step(first_of_second, "to-first") == ""
    assert step(shown[0], "to-last").startswith(f"{played.address}1/{shown[0].shown.last}")


@pytest.mark.parametrize("preset", ["Official", "Flip"])
def test_with_all_hands_open_the_moves_name_the_cards_that_are_drawn(play_game: PlayGame, preset: str) -> None:
    found = play_game(preset, moves=40).replay()
    own, shown = (position(found, 1, 0, viewpoint).panel.moves for viewpoint in ("0", "all"))
    drawn = [(n, cards) for n, told in enumerate(own) for cards in re.findall(r"You draw (<b.*?</b>)\.", told)]
    assert drawn
    assert all(f"draws {cards}." in shown[n] for n, cards in drawn)


def test_a_game_of_one_round_has_no_controls_for_rounds(play_game: PlayGame) -> None:
    steps = position(play_game(moves=2).replay(), 1, 1, "1").steps
    names = [[one.id for one in part] for part in (steps.before_play, steps.after_play)]
    assert names == [["to-first", "to-back"], ["to-forward", "to-last"]]


def test_rounds_have_links_around_the_shown_one(play_game: PlayGame) -> None:
    found = play_game(moves=2).replay()
    (only,) = found.parts
    first = position(found, 1, 0, "all")
    found.__dict__["parts"] = [only._replace(round=number) for number in range(1, 10)]

    def links(number: int) -> list[int | str]:
        shown = replace(first, shown=replace(first.shown, part=only._replace(round=number)))
        assert {url for n, url in shown.panel.rounds if n == number} == {shown.address.at(number, 0)}
        return [n if url else "…" for n, url in shown.panel.rounds]

    assert links(1) == [1, 2, 3, "…", 9]
    assert links(5) == [1, "…", 3, 4, 5, 6, 7, "…", 9]
    assert links(9) == [1, "…", 7, 8, 9]


def step(shown: Position, name: str) -> str:
    steps = (*shown.steps.before_play, *shown.steps.after_play)
    return next(one.url for one in steps if one.id == name)


def test_pauses_follow_the_game_but_are_not_long(play_game: PlayGame) -> None:
    played = play_game(score_limit="one_round", hand_size=3)
    number = played.log[2].number
    Entry.objects.filter(game=played.game, number=number).update(now=3.9)
    pauses = [shown.steps.pause for shown in all_positions(played, "all")]
    assert pauses[0] == 2.0
    assert pauses[1] == pytest.approx(0.9)
    assert pauses[2] == 2.0


@pytest.mark.parametrize(("number", "n"), [(0, 0), (9, 0), (1, 99999), (10**30, 0)])
def test_there_are_no_other_positions(play_game: PlayGame, number: int, n: int) -> None:
    played = play_game(score_limit="one_round", hand_size=3)
    with pytest.raises(NoReplay):
        position(played.replay(), number, n, "all")


@pytest.mark.parametrize("viewpoint", ["3", "-1", "x", "table", "0 "])
def test_there_are_no_other_viewpoints(play_game: PlayGame, viewpoint: str) -> None:
    with pytest.raises(NoReplay):
        position(play_game(moves=2).replay(), 1, 0, viewpoint)


@pytest.mark.parametrize("events", ['[["exploded", 1]]', '[["played", 7, "R1"]]', "[[]]", "nonsense", '[["drew"]]'])
def test_an_entry_that_cannot_be_played_is_named(play_game: PlayGame, events: str) -> None:
    played = play_game(moves=8)
    Entry.objects.filter(game=played.game, number=5).update(events=events)
    with pytest.raises(Unplayable, match="entry 5"):
        played.replay().parts  # noqa: B018


def test_a_damaged_stored_position_is_named(play_game: PlayGame) -> None:
    played = play_game(moves=3)
    assert played.replay().parts
    played.game.round_starts.update(state="{}")
    with pytest.raises(Unplayable, match="entry 1"):
        played.replay().round(1)


def test_a_game_that_was_deleted_meanwhile_is_missing(play_game: PlayGame) -> None:
    played = play_game(moves=3)
    found = played.replay()
    assert found.parts
    Game.objects.filter(pk=played.game.pk).delete()
    with pytest.raises(NoReplay):
        found.round(1)


def test_moves_that_staff_took_back_are_part_of_the_replay(play_game: PlayGame) -> None:
    from games.table.services import operating

    played = play_game(moves=4, ends=False, names=("Ann",))
    operating.undo(played.game.table.code)
    operating.end_game(played.game.table.code)
    shown = played.replay().round(1)
    assert [numbered.entry.move for numbered in shown.entries][-1] == "take back"
    assert dump_state(shown.state_at(shown.last)) == Game.objects.get(pk=played.game.pk).state
    told = position(played.replay(), 1, shown.last, "0").panel.moves
    assert "Staff take back" in told[-1]


def test_of_many_entries_the_damaged_one_is_named(play_game: PlayGame, monkeypatch: pytest.MonkeyPatch) -> None:
    played = play_game(moves=8)
    monkeypatch.setattr(rounds, "READ_AT_ONCE", 3)
    assert [part.entries for part in played.replay().parts] == [len(played.log)]
    RoundStart.objects.all().delete()
    Entry.objects.filter(game=played.game, number=5).update(events='[["turn", 0]],[["turn", 1]]')
    with pytest.raises(Unplayable, match="entry 5"):
        played.replay().parts  # noqa: B018
