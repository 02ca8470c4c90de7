"""Whole games: two people, each in a browser of their own, and two bots, to the end of the match and into the next."""

import re
from collections.abc import Callable

import pytest

from games.engine import Entry, State
from games.engine.cards import DECKS
from games.engine.stored import dump_state
from games.table.pov import Preferences, fragments, pov
from tests.browser.conftest import MakeTable
from tests.browser.recordings import assert_nothing_is_known_too_early, knowledge, secrets_in
from tests.browser.seats import Seat
from tests.browser.tables import dealt
from tests.conftest import PHONE
from tests.table.positions import snapshot_of

TABLE = ("Ann", "Hard", "Bob", "Hard")
ONE_ROUND = {"hand_size": 4, "score_limit": "one_round"}


def official() -> State:
    """Everyone has some points already, so that the second round decides the match."""
    state = dealt("Official", len(TABLE), 11, hand_size=3, score_limit="200")
    state.scores = [120] * len(TABLE)
    return state


# On the other database one whole game is enough.
ONCE = [pytest.param(name, marks=pytest.mark.once) for name in ("Flip", "No Mercy")]
GAMES: dict[str, Callable[[], State]] = {
    "Official": official,
    "Flip": lambda: dealt("Flip", len(TABLE), 149, **ONE_ROUND),
    "No Mercy": lambda: dealt("No Mercy", len(TABLE), 39, uno_call="auto", **ONE_ROUND),
}


@pytest.mark.parametrize("preset", ["Official", *ONCE])
def test_two_people_and_two_bots_play_to_the_end_and_once_more(make_table: MakeTable, preset: str) -> None:
    table = make_table(TABLE, GAMES[preset]())
    ann, bob, dan = table.open("Ann"), table.open("Bob", PHONE, has_touch=True), table.open("Dan")
    play_to_the_end(ann, bob)
    title = re.compile("wins? the match!$" if preset == "Official" else "wins?!$")
    for seat in (ann, bob, dan):
        seat.page.locator("#end.over").get_by_role("heading", name=title).wait_for()
        assert not seat.recording.failures
        assert_nothing_is_known_too_early(table, seat)
    play_again(ann, bob)


def play_to_the_end(*seats: Seat) -> None:
    """Each player makes the first move that their page offers when it is their turn. No page is loaded again."""
    for seat in seats:
        seat.page.evaluate("window.stayed = true")
    while "over" not in (known := seats[0].turn):  # read at once: between two readings the match may end
        for seat in seats:
            seat.catches_up(seats[0])
            if seat.is_waited_for:
                seat.makes_a_move()
        seats[0].waits_for_more_than(known["version"])
    assert all(seat.page.evaluate("window.stayed") for seat in seats)


def play_again(ann: Seat, bob: Seat) -> None:
    ann.page.get_by_role("button", name="Rematch").click()
    bob.page.get_by_text("Ann wants a rematch. Will you play, too?").wait_for()
    bob.page.get_by_role("button", name="Rematch").click()
    for seat in (ann, bob):
        seat.page.locator("#end").wait_for(state="hidden")
        seat.page.locator("#hand .card").first.wait_for()
        assert not seat.is_over


@pytest.mark.once
def test_the_search_for_the_cards_of_others_finds_them() -> None:
    """A search that could not find anything would prove nothing."""
    table = snapshot_of(dealt("Official", 2, 1))
    deck = set(DECKS["classic"].printed[0])
    known = knowledge([Entry(None, "deal", 0.0, (("position", dump_state(table.state)),))], None)[1]
    closed, opened = (
        "".join(fragments(pov(table, None, Preferences(), open_hands=open_hands)).values())
        for open_hands in (False, True)
    )
    assert not secrets_in(closed, known, deck)
    assert secrets_in(opened, known, deck) == set(table.state.faces(0) + table.state.faces(1)) - known
