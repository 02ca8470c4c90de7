"""What a match leaves to remember, and that it is stored with it and shown."""

from random import Random

import pytest

from games.bots import BOTS
from games.engine import Rules, deal, legal, play, view
from games.engine.state import Event
from games.table import snapshot
from games.table.moments import LEAST, Moment, Record, find
from games.table.pov import Preferences, fragments, pov
from games.wording.moments import MOMENTS
from tests.table.conftest import RunningTable

HANDS = (("R1",) * 7, ("B1",) * 7)
DEALT: Event = ("dealt", "classic", 1, 0, HANDS, (), "R3", "red")
WON: Event = ("round_won", 0, (9, 0), ((), ()))


def codes(*events: Event) -> dict[str, tuple[int, int]]:
    return {moment.code: (moment.seat, moment.number) for moment in find([DEALT, *events], 2)}


@pytest.mark.parametrize(
    ("events", "code", "expected"),
    [
        ([("drew", 0, ("R1",) * 8), WON], "came_back", (0, 15)),
        ([("force_draw", 1, ("R1",) * 6)], "drew_at_once", (1, 6)),
        ([("accused", 0, 1), ("accused", 0, 1)], "caught", (1, 2)),
        ([("challenge_won", 1, 0)], "exposed", (1, 1)),
        ([WON, DEALT, WON], "won_in_a_row", (0, 2)),
        ([("skipped", 1)] * 3, "skipped", (1, 3)),
        ([("drew", 1, ("R1",))], "drew", (1, 1)),
        ([("played", 0, "R1")], "played", (0, 1)),
        ([("declared", 1)] * 2, "called", (1, 2)),
        ([("wild", 0, "red")], "chose", (0, 1)),
        ([("discarded_all", 0, ("R1",))], "held", (0, 7)),
    ],
)
def test_each_kind_of_moment_is_found(events: list[Event], code: str, expected: tuple[int, int]) -> None:
    assert codes(*events)[code] == expected


def test_what_happens_often_is_not_remarkable() -> None:
    assert set(codes(("force_draw", 1, ("R1",) * 5), ("skipped", 1), WON)) == {"drew", "held"}


def test_there_are_at_most_three_the_most_remarkable_first() -> None:
    events: list[Event] = [("accused", 0, 1), ("drew", 0, ("R1",) * 8), ("challenge_won", 1, 0), WON]
    assert [moment.code for moment in find([DEALT, *events], 2)] == ["came_back", "drew_at_once", "caught"]


@pytest.mark.parametrize("preset", ["Official", "Robots", "All Wild"])
def test_a_match_of_one_round_has_three(preset: str) -> None:
    state = deal(Rules.preset(preset, score_limit="one_round"), 3, Random(7))
    log = state.news[:]
    while not state.is_over:
        log += play(state, state.turn, BOTS["Medium"](view(state, state.turn), legal(state, state.turn), Random(1)))
    assert len(find(log, 3)) == 3


def test_every_moment_has_a_sentence() -> None:
    assert set(MOMENTS) == set(LEAST)


@pytest.mark.parametrize("preset", ["House", "Party", "Flip", "No Mercy"])
def test_the_counted_hands_are_those_of_the_game(preset: str) -> None:
    rng = Random(4)
    state = deal(Rules.preset(preset, pause=0), 4, rng)
    record = Record(4)
    for _ in range(300):
        for event in state.news:
            record.note(event)
        if state.is_over:
            break
        assert record.sizes == list(map(len, state.hands))
        play(state, state.turn, rng.choice(legal(state, state.turn)))


def test_they_are_stored_with_the_match_and_shown_at_its_end(start_game: type[RunningTable]) -> None:
    table = start_game(["Ann", "Bob"])
    table.set_position("House | R7 / B1 B3 | 0 clockwise red | G1 G2 | R1")
    table.act("Ann", "play R7")
    snapshot.forget(table.code)
    assert table.now.moments == (Moment("played", 0, 1),)
    end = pov(table.now, 0, Preferences()).end
    assert end is not None
    assert end.moments == ("You played the most cards: 1.",)


def test_only_who_has_played_and_not_won_has_lost(start_game: type[RunningTable]) -> None:
    table = start_game(["Ann", "Bob"])
    table.set_position("House | R7 / B1 B3 | 0 clockwise red | G1 G2 | R1")
    table.act("Ann", "play R7")
    pages = [fragments(pov(table.now, seat, Preferences()), is_page=True)["end"] for seat in (0, 1, None)]
    assert ['class="over lost"' in page for page in pages] == [False, True, False]


def test_the_podium_shows_the_last_card_with_its_player(start_game: type[RunningTable]) -> None:
    table = start_game(["Ann", "Bob"])
    table.set_position("House | R7 / B1 B3 | 0 clockwise red | G1 G2 | R1")
    table.act("Ann", "play R7")
    for seat in (0, 1):
        podium = dict(of.podium if (of := pov(table.now, seat, Preferences()).end) else ())
        assert 'aria-label="red 7"' in podium[1].last_card
        assert not podium[2].last_card


def test_who_is_below_the_podium_reads_their_place(start_game: type[RunningTable]) -> None:
    table = start_game(["Ann", "Bob", "Cleo", "Dan", "Eve"])
    table.set_position("House | R7 / B1 / B1 B2 / B1 B3 / B1 B4 B5 | 0 clockwise red | G1 G2 | R1")
    table.act("Ann", "play R7")
    ends = [pov(table.now, seat, Preferences()).end for seat in (0, 1, 2, 3, 4, None)]
    assert [end and end.own_place for end in ends] == ["", "", "", "You come fourth.", "You come fifth.", ""]
    page = fragments(pov(table.now, 4, Preferences()), is_page=True)["end"]
    assert '<p class="place-of-mine">You come fifth.</p>' in page
