"""A game continues after the server was killed, on a bad connection, in two tabs, and in a hidden one."""

import re
import signal
from datetime import datetime, timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Route

from games.devtools.bench_tables import session_of
from games.engine import replay
from games.models import Place, User
from games.presence import services as presence
from tests.browser.conftest import MakeTable
from tests.browser.seats import Seat, in_sight
from tests.browser.tables import LiveTable, dealt, position
from tests.conftest import DESKTOP, PHONE, OpenPage
from tests.live_site import Site

THREE_CARDS = "Official | R7 B2 B4 / R5 Y6 G1 | 0 clockwise red | G1 G2 G4 G5 G6 G7 G8 | R9"
A_CALL_IS_DUE = "Official | R7 B2 B4 / R5 Y6 / G1 R2 R8 | 1 clockwise red | G2 G4 G5 G6 G7 G8 | R9"
NOTHING_DRAWN = "{} | R7 B2 B4 / R5 Y6 G1 | 0 clockwise red | B6 B7 B8 G2 G4 G5 G6 Y7 Y8 | R9"
SLOW = {"offline": False, "latency": 400, "downloadThroughput": -1, "uploadThroughput": -1}
HIDE = """hidden => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
    document.dispatchEvent(new Event("visibilitychange"));
}"""


@pytest.mark.once
def test_open_pages_continue_by_themselves_after_the_server_was_killed(
    own_site: Site, make_table: MakeTable, open_page: OpenPage
) -> None:
    table = make_table(["Ann", "Hard", "Bob", "Hard"], dealt("Official", 4, 43), site=own_site)
    ann, bob = table.open("Ann"), table.open("Bob", PHONE)
    for seat in (ann, bob):
        seat.page.evaluate("window.stayed = true")
    before = int(ann.version)
    ann.makes_a_move()
    own_site.stop(signal.SIGKILL)
    for seat in (ann, bob):
        seat.page.get_by_text("Connection lost – trying again").wait_for()
    own_site.start()
    for seat in (ann, bob):
        seat.page.get_by_text("Connection lost").wait_for(state="hidden")
    bob.page.locator("#turn[data-mine]").wait_for(state="attached")
    bob.makes_a_move()
    ann.catches_up(bob)
    log, now = table.recorded
    assert now.version >= before + len(["Ann", "Hard", "Bob"])
    assert replay(log, check=True) == now.state
    assert all(seat.page.evaluate("window.stayed") for seat in (ann, bob))
    # The browsers note that nobody answered for a while. They are closed before their site is, which was there first.
    open_page.console_errors.clear()


@pytest.mark.once
def test_a_player_who_does_not_return_after_a_restart_is_marked_as_away(
    own_site: Site, make_table: MakeTable, open_page: OpenPage
) -> None:
    table = make_table(["Ann", "Bob"], position(THREE_CARDS), site=own_site)
    ann, bob = table.open("Ann"), table.open("Bob")
    own_site.stop(signal.SIGKILL)
    bob.page.context.close()
    own_site.start()
    ann.page.get_by_text("Connection lost").wait_for(state="hidden")
    own_site.within(lambda: last_seen(table, "Bob", timezone.now() - presence.HERE + timedelta(seconds=1)))
    ann.page.locator("#around", has_text="Bob is not connected.").wait_for(state="attached")
    open_page.console_errors.clear()  # the browser notes that nobody answered for a while


@pytest.mark.once
def test_two_tabs_at_one_seat_are_both_live(make_table: MakeTable) -> None:
    table = make_table(["Ann", "Bob"], position(THREE_CARDS))
    ann, bob = table.open("Ann"), table.open("Bob", PHONE)
    other = table.open_again(ann)
    ann.plays("red 7")
    other.holds(2)
    bob.catches_up(ann)
    bob.plays("red 5")
    ann.is_asked("Your turn")
    other.is_asked("Your turn")
    other.presses("Draw a card")
    ann.holds(3)


@pytest.mark.once
def test_a_triple_click_on_a_slow_connection_plays_one_card(make_table: MakeTable) -> None:
    table = make_table(["Ann", "Bob"], position(THREE_CARDS))
    ann, bob = table.open("Ann"), table.open("Bob")
    slow_down(ann)
    ann.card("red 7").click(click_count=3, position={"x": 9, "y": 22})
    bob.is_asked("Your turn")
    bob.presses("Draw a card")
    ann.is_asked("Bob is deciding about a drawn card")
    assert moves(table) == ["deal", "play R7", "draw"]
    assert ann.page.locator("#message").inner_text() == ""


@pytest.mark.once
def test_a_triple_click_on_the_pile_draws_one_card(make_table: MakeTable) -> None:
    table = make_table(
        ["Ann", "Bob"], position("Relaxed | G7 B2 B4 / R5 Y6 G1 | 0 clockwise red | G1 G2 G4 G5 G6 | R9")
    )
    ann = table.open("Ann")
    slow_down(ann)
    ann.page.locator("#stock").click(click_count=3)
    ann.holds(4)
    ann.presses("Keep it")
    assert moves(table) == ["deal", "draw", "keep"]


@pytest.mark.once
def test_a_key_that_is_held_down_is_pressed_once(make_table: MakeTable) -> None:
    table = make_table(
        ["Ann", "Bob"], position("Relaxed | G7 B2 B4 / R5 Y6 G1 | 0 clockwise red | G1 G2 G4 G5 G6 | R9")
    )
    ann = table.open("Ann")
    for _ in range(3):
        ann.page.keyboard.down("d")
    ann.page.keyboard.up("d")
    ann.holds(4)
    ann.page.keyboard.press("k")
    ann.is_asked("Bob’s turn")
    assert moves(table) == ["deal", "draw", "keep"]


@pytest.mark.once
def test_a_move_goes_over_the_socket_alone(make_table: MakeTable) -> None:
    table = make_table(["Ann", "Bob"], position(THREE_CARDS))
    ann, bob = table.open("Ann"), table.open("Bob")
    posts = posts_of(ann)
    ann.plays("red 7")
    bob.is_asked("Your turn")
    assert moves(table) == ["deal", "play R7"]
    assert posts == []


@pytest.mark.once
def test_a_move_without_an_answer_is_posted_and_played_once(make_table: MakeTable) -> None:
    table = make_table(["Ann", "Bob"], position(THREE_CARDS))
    ann, bob = table.open("Ann"), table.open("Bob")
    ann.page.evaluate("document.addEventListener('socket:answer', event => event.stopImmediatePropagation(), true)")
    posts = posts_of(ann)
    with ann.page.expect_response("**/act/") as response:
        ann.plays("red 7")
    assert response.value.status == 200
    bob.is_asked("Your turn")
    assert moves(table) == ["deal", "play R7"]
    assert len(posts) == 1


@pytest.mark.once
def test_a_refusal_over_the_socket_is_shown(make_table: MakeTable) -> None:
    table = make_table(["Ann", "Bob"], position(THREE_CARDS))
    ann = table.open("Ann")
    ann.page.locator("#hand .can").first.evaluate("button => { button.value = 'play G9'; }")
    card = ann.page.locator("#hand .can").first
    card.click(position=in_sight(card))
    ann.page.locator("#message:not(:empty)").wait_for()
    assert moves(table) == ["deal"]


WATCH_NOTICES = """() => {
    window.notices = [];
    const shown = document.getElementById("notices");
    new MutationObserver(() => notices.push(shown.textContent)).observe(shown, { childList: true });
}"""
"""The update that the move leads to may take a notice away again at once."""


@pytest.mark.once
def test_a_lost_response_is_reported_and_nothing_is_played_twice(make_table: MakeTable, open_page: OpenPage) -> None:
    table = make_table(["Ann", "Bob"], position(THREE_CARDS))
    ann, bob = table.open("Ann"), table.open("Bob")
    sent = []

    def lose(route: Route) -> None:
        sent.append(route.fetch())
        route.abort("connectionreset")

    ann.page.evaluate("Object.defineProperty(WebSocket.prototype, 'readyState', { get: () => WebSocket.CLOSED })")
    ann.page.route("**/act/", lose, times=1)
    ann.page.evaluate(WATCH_NOTICES)
    ann.card("red 7").click(position={"x": 9, "y": 22})
    bob.is_asked("Your turn")
    ann.page.wait_for_function("() => notices.some((text) => text.includes('No connection'))")
    assert [answer.status for answer in sent] == [200]
    bob.page.get_by_role("button", name="Good luck!").click()
    ann.page.locator("#notices", has_text="No connection").wait_for(state="detached")
    open_page.console_errors.clear()  # the browser notes the lost answer


@pytest.mark.once
def test_the_page_repeats_a_move_that_a_call_made_stale(make_table: MakeTable, open_page: OpenPage) -> None:
    table, cleo, answers = missed_call(make_table)
    cleo.plays("red 2")
    cleo.is_asked("Ann’s turn")
    assert answers == [409, 200]
    assert cleo.page.locator("#message").inner_text() == ""
    assert moves(table) == ["deal", "play R5", "accuse 1", "play R2"]
    open_page.console_errors.clear()  # the browser notes the 409


@pytest.mark.once
def test_a_stale_double_click_is_repeated_once(make_table: MakeTable, open_page: OpenPage) -> None:
    _, cleo, answers = missed_call(make_table)
    cleo.card("red 2").click(click_count=2, position=in_sight(cleo.card("red 2")))
    cleo.is_asked("Ann’s turn")
    assert answers == [409, 200]
    open_page.console_errors.clear()  # the browser notes the 409


@pytest.mark.once
@pytest.mark.parametrize("start", ["Relaxed", "Official"])
def test_a_stale_click_is_never_applied_to_another_decision(
    make_table: MakeTable, open_page: OpenPage, start: str
) -> None:
    """In the one game the table asks about what was drawn, in the other it asks the same words a turn later. Drawing
    would be possible both times."""
    table = make_table(["Ann", "Bob"], position(NOTHING_DRAWN.format(start)))
    ann, bob = table.open("Ann"), table.open("Bob")
    answers = stop_updates(ann)
    elsewhere = table.open("Ann", PHONE)
    elsewhere.presses("Draw a card")
    if start == "Official":
        elsewhere.presses("Keep it")
        bob.is_asked("Your turn")
        bob.presses("Draw a card")
        bob.presses("Keep it")
        elsewhere.is_asked(ann.page.locator("#asked").inner_text())
    before = moves(table)
    ann.page.locator("#stock").click()
    ann.page.locator("#message", has_text="The table has changed meanwhile.").wait_for()
    ann.page.locator("#stock:not([aria-disabled])").wait_for()
    assert answers == [409]
    assert moves(table) == before
    open_page.console_errors.clear()  # the browser notes the 409


def test_a_player_who_was_offline_sees_what_happened(make_table: MakeTable, open_page: OpenPage) -> None:
    table = make_table(["Ann", "Bob"], position(THREE_CARDS))
    ann, bob = table.open("Ann"), table.open("Bob")
    bob.page.context.set_offline(True)
    bob.page.get_by_text("Connection lost").wait_for()
    ann.plays("red 7")
    bob.page.context.set_offline(False)
    bob.page.get_by_text("Connection lost").wait_for(state="hidden")
    bob.is_asked("Your turn")
    bob.page.locator("#away", has_text="Ann plays red 7.").wait_for()
    open_page.console_errors.clear()  # the browser notes that it was offline


@pytest.mark.once
@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_a_card_that_was_pressed_is_framed_until_the_table_has_changed(
    make_table: MakeTable, size: tuple[int, int]
) -> None:
    table = make_table(["Ann", "Bob"], position(THREE_CARDS))
    ann, bob = table.open("Ann", size), table.open("Bob")
    ann.page.evaluate("""() => {
        window.held = [];
        for (const kind of ["answer", "message"]) document.addEventListener(`socket:${kind}`, (event) => {
            if (!window.held) return;
            event.preventDefault();
            event.stopImmediatePropagation();
            window.held.push(event);
        }, true);
    }""")
    card = ann.card("red 7")
    card.click(position=in_sight(card))
    bob.is_asked("Your turn")
    ann.page.wait_for_function("() => window.held.length > 1")
    shadows = [one.evaluate("card => getComputedStyle(card).boxShadow") for one in (card, ann.card("blue 2"))]
    assert shadows[0] != "none"
    assert shadows[1] == "none"
    ann.page.evaluate("""() => {
        const { held } = window;
        delete window.held;
        for (const { type, detail } of held) {
            const isNew = document.dispatchEvent(new CustomEvent(type, { detail, cancelable: true }));
            if (isNew && type === "socket:message") htmx.swap(document.body, detail, { swapStyle: "none" });
        }
    }""")
    ann.catches_up(bob)
    assert ann.page.locator("[data-sent]").count() == 0


@pytest.mark.once
def test_a_move_without_a_connection_says_so_and_is_not_sent_later(make_table: MakeTable, open_page: OpenPage) -> None:
    table = make_table(["Ann", "Bob"], position(THREE_CARDS))
    ann, bob = table.open("Ann"), table.open("Bob")
    faults: list[str] = []
    ann.page.on("pageerror", lambda error: faults.append(str(error)))
    ann.page.context.set_offline(True)
    ann.card("red 7").click()
    ann.page.locator("#message", has_text="No connection. Press again when you are back.").wait_for()
    assert ann.page.locator("[data-sent]").count() == 0
    ann.page.context.set_offline(False)
    ann.page.get_by_text("Connection lost").wait_for(state="hidden")
    assert moves(table) == ["deal"]
    ann.plays("red 7")
    bob.is_asked("Your turn")
    assert faults == []
    open_page.console_errors.clear()  # the browser notes that it was offline


def test_a_page_whose_session_was_ended_leaves_the_game(make_table: MakeTable, site: Site) -> None:
    table = make_table(["Ann", "Bob"], position(THREE_CARDS))
    ann, bob = table.open("Ann"), table.open("Bob")
    table.sessions["Ann"] = site.within(lambda: session_of(User.objects.get(name="Ann")))
    elsewhere = table.open("Ann", PHONE)
    elsewhere.page.goto("/account/sessions/")
    elsewhere.page.get_by_role("button", name="Log out all others").click()
    ann.page.wait_for_url("**/t/*/?stay")
    elsewhere.page.goto(f"{table.path}game/")
    elsewhere.plays("red 7")
    bob.is_asked("Your turn")


@pytest.mark.once
def test_a_hidden_tab_shows_whose_turn_it_is_in_its_title(make_table: MakeTable) -> None:
    table = make_table(["Ann", "Bob"], position(THREE_CARDS))
    ann, bob = table.open("Ann"), table.open("Bob")
    bob.page.evaluate(HIDE, True)
    icon = bob.page.locator("link[rel=icon]").first
    calm = icon.get_attribute("href")
    assert bob.page.title() == "Ann’s turn · Last Card"
    ann.plays("red 7")
    bob.page.wait_for_function("() => document.title === '● Your turn · Last Card'")
    assert icon.get_attribute("href") != calm
    bob.page.evaluate(HIDE, False)
    assert bob.page.title() == "Your turn · Last Card"
    assert str(icon.get_attribute("href")).endswith(str(calm))


def last_seen(table: LiveTable, name: str, moment: datetime) -> None:
    Place.objects.filter(table__code=table.code, name=name).update(seen_at=moment)


def missed_call(make_table: MakeTable) -> tuple[LiveTable, Seat, list[int]]:
    """It is Cleo's turn, and her page does not know yet that Ann has caught Bob."""
    table = make_table(["Ann", "Bob", "Cleo"], position(A_CALL_IS_DUE))
    ann, bob, cleo = table.open("Ann"), table.open("Bob", PHONE), table.open("Cleo")
    bob.plays("red 5")
    cleo.is_asked("Your turn")
    answers = stop_updates(cleo)
    ann.does(ann.page.locator("#catch"))
    assert cleo.version != ann.version
    return table, cleo, answers


def stop_updates(seat: Seat) -> list[int]:
    """Reload the page with a silent socket; its requests still arrive. Return the status codes of its responses."""
    answers = []
    seat.page.on("response", lambda answer: answers.append(answer.status) if answer.url.endswith("/act/") else None)
    seat.page.route_web_socket(re.compile("/game/"), lambda socket: None)
    seat.page.reload()
    return answers


def posts_of(seat: Seat) -> list[str]:
    """Return a list to which every request that this page posts is added."""
    posts: list[str] = []
    seat.page.on("request", lambda request: posts.append(request.url) if request.method == "POST" else None)
    return posts


def moves(table: LiveTable) -> list[str]:
    return [entry.move for entry in table.log]


def slow_down(seat: Seat) -> None:
    line = seat.page.context.new_cdp_session(seat.page)
    line.send("Network.emulateNetworkConditions", SLOW)
