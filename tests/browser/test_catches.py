"""Two browsers race about a missed call. One has a slow connection; the first press wins all the same."""

import pytest

from games.live.round_trips import MOST_DELAY
from tests.browser.conftest import MakeTable
from tests.browser.seats import Seat
from tests.browser.tables import LiveTable, position
from tests.conftest import PHONE

MISSED = "Official | R7 G2 / B7 B1 R3 | 0 clockwise red | G1 G4 G5 G6 G8 G9 | R1"
ANSWERED_BY_BOB = "Official | R7 G2 / B7 B1 R3 / Y1 Y2 R4 | 0 clockwise red | G1 G4 G5 G6 G8 G9 | R1"
SLOW_SOCKET = """
window.WebSocket = class extends WebSocket {
  send(data) { setTimeout(() => super.send(data), 200); }
  set onmessage(handle) { super.onmessage = (event) => setTimeout(handle, 200, event); }
};
"""
"""Each message takes a fifth of a second longer, so a round trip takes as long as any counts."""
ANSWERED = "() => performance.getEntriesByName('answered').length > 0"
COUNT_PINGS = "document.addEventListener('socket:ping', () => performance.mark('answered'))"


@pytest.fixture
def race(make_table: MakeTable) -> LiveTable:
    return make_table(["Ann", "Bob"], position(MISSED, uno_grace=0))


def miss_a_call(table: LiveTable, slow: str) -> tuple[Seat, Seat]:
    """Let Ann play her second-last card, and wait until both have seen it and her longer head start is over."""
    seats = {name: table.open(name, PHONE if name == "Bob" else (1280, 800)) for name in ("Ann", "Bob")}
    page = seats[slow].page
    page.add_init_script(SLOW_SOCKET + COUNT_PINGS)
    page.reload()
    page.locator("#around").wait_for(state="attached")
    seats["Ann"].plays("red 7")
    seats["Bob"].is_asked("Your turn")
    page.wait_for_function(ANSWERED)
    page.wait_for_timeout(900)
    return seats["Ann"], seats["Bob"]


PRESS_AT = """(button, moment) => {
    window.pressed = new Promise(resolve => setTimeout(resolve, moment - Date.now())).then(() => button.click());
}"""
REMEMBER_WORDS = """button => {
    window.said = [];
    new MutationObserver(() => said.push(button.textContent)).observe(button, { childList: true });
}"""
SOON, APART = 1000, 100
"""In how many milliseconds the first of two people presses, and how much later the second."""


def press(first: tuple[Seat, str], second: tuple[Seat, str]) -> None:
    """Let two people press their buttons shortly after one another, by the clock that their browsers share."""
    moment = int(first[0].page.evaluate("Date.now()")) + SOON
    for (seat, button), at in ((first, moment), (second, moment + APART)):
        seat.page.locator(button).evaluate(PRESS_AT, at)
    for seat, _ in (first, second):
        seat.page.evaluate("pressed")


@pytest.mark.once
def test_a_call_on_a_slow_connection_wins_if_it_was_pressed_first(race: LiveTable) -> None:
    ann, bob = miss_a_call(race, slow="Ann")
    bob.page.locator("#catch").evaluate(REMEMBER_WORDS)
    press((ann, "#call"), (bob, "#catch"))
    bob.reads("ms before your catch.")
    assert "Judging" in bob.page.evaluate("said")
    ann.reads("You called")
    assert [entry.move for entry in race.log] == ["deal", "play R7", "declare"]
    bob.page.locator("#message", has_text="before your catch").wait_for()


@pytest.mark.once
def test_a_catch_on_a_slow_connection_wins_if_it_was_pressed_first(race: LiveTable) -> None:
    ann, bob = miss_a_call(race, slow="Bob")
    press((bob, "#catch"), (ann, "#call"))
    ann.reads("ms before your call.")
    bob.reads("Your catch came")
    assert [entry.move for entry in race.log] == ["deal", "play R7", "accuse 0"]
    assert "Catch!" in str(bob.page.locator("#catch").text_content())


@pytest.mark.once
def test_a_move_that_would_end_the_race_is_sent_again_after_the_verdict(race: LiveTable) -> None:
    _, bob = miss_a_call(race, slow="Ann")
    bob.page.evaluate("() => ['accuse 0', 'play R3'].map(move => document.querySelector(`[value='${move}']`).click())")
    bob.reads("You play red 3.")
    assert [entry.move for entry in race.log] == ["deal", "play R7", "accuse 0", "play R3"]
    assert bob.page.locator("#message").inner_text() == ""


@pytest.mark.once
def test_what_has_come_too_late_is_offered_no_longer(make_table: MakeTable) -> None:
    table = make_table(["Ann", "Bob", "Cleo"], position(ANSWERED_BY_BOB, uno_grace=1))
    ann, bob, cleo = (table.open(name) for name in ("Ann", "Bob", "Cleo"))
    ann.plays("red 7")
    bob.plays("red 3")
    cleo.is_asked("Your turn")
    for seat, button in ((cleo, "#catch"), (ann, "#call")):
        seat.page.locator(f"{button}[data-until][aria-disabled]").wait_for(state="attached")
        # Another answer with the same version offers it again.
        seat.page.locator(button).evaluate("button => button.removeAttribute('aria-disabled')")
        seat.page.locator(f"{button}[data-until][aria-disabled]").wait_for(state="attached")
        assert seat.page.locator(button).is_hidden()
    assert [entry.move for entry in table.log] == ["deal", "play R7", "play R3"]


@pytest.mark.once
def test_a_catch_shows_when_the_head_start_is_over(make_table: MakeTable) -> None:
    table = make_table(["Ann", "Bob"], position(MISSED, uno_head_start="5"))
    ann, bob = table.open("Ann"), table.open("Bob", PHONE)
    ann.plays("red 7")
    early, counts = (
        bob.page.locator("#catch[data-early]"),
        bob.page.locator("#catch:not([data-early], [aria-disabled])"),
    )
    early.wait_for()
    # Another answer with the same version shows it again.
    early.evaluate("button => button.removeAttribute('data-early')")
    early.wait_for()
    counts.wait_for()
    bob.page.wait_for_timeout(1000 * MOST_DELAY)  # Ann's head start is longer by the delay of her connection
    counts.click()
    bob.page.locator("#log").get_by_text("You catch Ann").wait_for(state="attached")
    assert [entry.move for entry in table.log] == ["deal", "play R7", "accuse 0"]
