"""What a player at the table sees and hears apart from the cards, in prepared positions."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, WebSocketRoute, expect

from games.devtools.fixtures import FIXTURES
from games.models import Game, Line, Table
from tests.browser.conftest import MakeTable, OpenFixture
from tests.browser.seats import box_of, hear_nothing, overlap, wait_for_late_styles, wait_for_script
from tests.browser.tables import SPECTATOR, position
from tests.conftest import DESKTOP, PHONE, OpenPage
from tests.live_site import Site

pytestmark = pytest.mark.once  # what a browser shows of a game is the same whatever keeps it

SIZES = (DESKTOP, PHONE, (320, 640), (640, 400))
LEGIBLE = """() => [...document.querySelectorAll("main *")].filter(e => e.offsetParent && e.checkVisibility() &&
    [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim())).filter(e => {
        const size = parseFloat(getComputedStyle(e).fontSize);
        return size && size < 11.5;
    }).map(e => e.outerHTML)"""
"""Elements with text that is too small. Words of no size are left out where there is no room for them."""
IN_THE_WAY = """() => [...document.querySelectorAll("main button:not([aria-disabled])")]
    .filter(b => !b.closest("#hand") || !b.nextElementSibling)
    .filter(b => b.offsetParent && getComputedStyle(b).visibility === "visible").filter(b => {
        b.scrollIntoView({ block: "nearest" });
        const box = b.getBoundingClientRect();
        const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
        return !hit || !(b.contains(hit) || hit.contains(b));
    }).map(b => b.outerHTML)"""


ALIKE = {"nothing fits", "another player’s turn", "a wild", "a flip", "a jump-in", "my call", "two at the table"}
"""States that look like another one that is tested."""


@pytest.mark.parametrize("name", [name for name in FIXTURES if name not in ALIKE])
def test_in_every_state_everything_fits_and_can_be_read_and_pressed(open_fixture: OpenFixture, name: str) -> None:
    page = open_fixture(name, reduced_motion="reduce")
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (name, width)
        assert page.evaluate(LEGIBLE) == [], (name, width)
        is_paused = page.locator("#end.paused").count()  # then the result covers a table where nothing can be done
        assert is_paused or page.evaluate(IN_THE_WAY) == [], (name, width)
        card = page.locator("#hand .card").first
        assert not card.count() or box_of(card)["width"] >= 44, (name, width)


def test_sound_is_off_until_it_is_allowed_and_its_volume_is_kept(open_fixture: OpenFixture) -> None:
    page = open_fixture("my turn")
    sound = page.locator("#sound[aria-pressed]")
    crossed_out = "getComputedStyle(document.getElementById('sound'), '::after').height === '2px'"
    assert sound.inner_text() == "Sound off"
    assert page.evaluate(crossed_out)
    page.evaluate(
        "window.made = 0; window.AudioContext = class extends AudioContext { constructor() { super(); made++; } }; 0"
    )
    page.keyboard.press("m")
    assert sound.inner_text() == "Sound on"
    assert not page.evaluate(crossed_out)
    assert page.evaluate("made") == 1
    page.keyboard.press("?")
    page.locator("#volume").fill("20")
    page.reload()
    assert sound.inner_text() == "Sound on"
    assert page.locator("#volume").input_value() == "20"
    sound.click()
    assert sound.get_attribute("aria-pressed") == "false"


NOTES = (
    "window.notes = []; window.Notification = class { static permission = 'default';"
    "static async requestPermission() { return this.permission = 'granted'; }"
    "constructor(title, { body }) { notes.push(body); } }"
)
HIDE = "Object.defineProperty(document, 'hidden', { value: true })"


def test_a_hidden_page_announces_the_turn_by_title_icon_and_notification(open_fixture: OpenFixture) -> None:
    page = open_fixture("another player’s turn")
    page.add_init_script(NOTES)
    page.reload()
    page.keyboard.press("?")
    page.get_by_label("Tell me when it is my turn").check()
    page.evaluate(HIDE)
    calm = page.locator("link[rel=icon]").first.get_attribute("href")
    page.evaluate("""() => { const turn = document.getElementById("turn");
        turn.dataset.mine = ""; turn.dataset.title = "Your turn"; turn.dataset.version = 99; }""")
    page.wait_for_function("() => document.title.startsWith('● Your turn')")
    assert page.locator("link[rel=icon]").first.get_attribute("href") != calm
    assert page.evaluate("notes.length") == 1


RING_IS_RUNNING = "() => Number(document.querySelector('.ring .left').style.strokeDashoffset) > 1"


def test_the_time_ring_shows_the_time_that_the_server_leaves(open_fixture: OpenFixture) -> None:
    page = open_fixture("my turn")
    page.wait_for_function(RING_IS_RUNNING)
    elapsed, shown = page.evaluate("""() => {
        const { deadline, seconds } = document.getElementById("prompt").dataset;
        const { now } = document.getElementById("table").dataset;
        const shown = Number(document.querySelector(".ring .left").style.strokeDashoffset);
        return [100 * (1 - (deadline - now) / seconds), shown];
    }""")
    assert elapsed <= shown < 100


def test_a_page_that_waits_for_its_player_draws_nothing_meanwhile(open_fixture: OpenFixture) -> None:
    page = open_fixture("my turn")
    page.wait_for_function(RING_IS_RUNNING)
    page.wait_for_function("() => document.getAnimations().length === 0")


COUNT_FLASHES_ON_RETURN = """() => {
    const count = () => { window.flashesOnReturn ??= document.querySelectorAll(".flash").length; };
    new MutationObserver(count).observe(document.getElementById("away"), { attributeFilter: ["hidden"] });
}"""
"""Only then: later moves of the bots have flashes again."""


def test_what_happened_without_a_connection_is_listed_on_return(open_fixture: OpenFixture) -> None:
    sockets: list[WebSocketRoute] = []
    silent: list[str] = []

    def through(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        sockets.append(socket)
        server.on_message(lambda news: None if silent and socket is sockets[0] else socket.send(news))

    page = open_fixture("my turn", reduced_motion="reduce")
    page.route_web_socket(re.compile("/game/"), through)
    page.reload()
    page.wait_for_function("() => document.getElementById('around')")
    page.evaluate(COUNT_FLASHES_ON_RETURN)
    silent.append("a connection that has died unnoticed")
    sent = page.locator("#table").evaluate("form => Object.fromEntries(new FormData(form))")
    assert page.request.post(str(page.locator("#table").get_attribute("action")), form=sent | {"move": "play RS"}).ok
    sockets[0].close(code=1012)
    page.locator("#away:visible").wait_for()
    wait_for_late_styles(page)
    assert page.locator("#away").inner_text().startswith("While you were away:")
    assert "You play red Skip." in page.locator("#away").inner_text()
    missed, prompt = box_of(page.locator("#away")), box_of(page.locator("#prompt"))
    assert missed["y"] + missed["height"] <= prompt["y"], "the list of missed moves covers the prompt"
    assert page.evaluate("window.flashesOnReturn") == 0


def test_the_end_of_a_round_shows_hands_and_points_and_waits_for_the_players(open_fixture: OpenFixture) -> None:
    page = open_fixture("the end of a round")
    end = page.locator("#end")
    assert end.get_by_role("heading").inner_text() == "You win the round!"
    assert end.get_by_role("row").count() == 5
    assert end.get_by_role("img", name="Wild Draw Four").count() == 1
    assert "Then Bob deals round 4." in end.inner_text()
    end.locator("#go-on .ring .left[style]").wait_for()
    end.get_by_role("button", name="Go on").click()
    end.get_by_role("button").wait_for(state="detached")
    assert "as soon as the others want it" in page.locator("#asked").inner_text()


def test_the_end_of_the_match_names_the_winner_and_leads_to_a_rematch(open_fixture: OpenFixture) -> None:
    page = open_fixture("the end of the match")
    assert page.locator("#end h2").inner_text() == "You win the match!"
    page.get_by_role("link", name="Back to the lobby").click()
    page.get_by_role("heading", name="Invite").wait_for()


def test_a_rematch_that_the_player_wants_already_looks_pressed(open_fixture: OpenFixture) -> None:
    page = open_fixture("the end of the match")
    opacity = "button => Number(getComputedStyle(button).opacity)"
    assert page.get_by_role("button", name="Rematch").evaluate(opacity) < 0.7
    assert page.get_by_role("link", name="Back to the lobby").evaluate(opacity) == 1


def test_after_play_now_another_round_a_longer_game_and_friends_are_one_press_away(open_fixture: OpenFixture) -> None:
    page = open_fixture("the end of Play now")
    assert page.locator("#end .actions > *").all_inner_texts() == [
        "Play again",
        "Longer match",
        "Watch replay",
        "With friends",
    ]
    page.get_by_role("button", name="Longer match").click()
    page.locator("#end[hidden]").wait_for(state="attached")
    assert page.locator("#hand .card").count() == 7


def test_with_friends_shows_who_sits_there_and_how_to_invite(open_fixture: OpenFixture) -> None:
    page = open_fixture("the end of Play now", PHONE)
    page.get_by_role("link", name="With friends").click()
    page.locator("#seat-3").wait_for()
    for part in ("#seat-1", "#seat-2", "#seat-3", ".code-line"):
        box = box_of(page.locator(part))
        assert 0 <= box["y"] <= box["y"] + box["height"] <= PHONE[1], part
    page.get_by_role("link", name="send them the link").click()
    expect(page.get_by_role("textbox", name="Link to this table")).to_be_in_viewport()


def test_bots_have_names_badges_and_something_to_say(open_fixture: OpenFixture) -> None:
    page = open_fixture("my turn")
    seat = page.locator("#seats > li").first
    assert seat.locator(".name").inner_text() == "Rosa"
    assert "Easy bot, strength 2 of 5" in " ".join(seat.locator(".kind").all_text_contents()[0].split())
    assert seat.locator("q").inner_text() == "I am here for the company."


def test_a_drawn_card_that_does_not_fit_is_kept_by_itself(make_table: MakeTable) -> None:
    start = position("Official | B7 B8 / Y5 G4 | 0 clockwise red | G1 G2 B3 | R9")
    ann = make_table(["Ann", "Bob"], start).open("Ann", PHONE)
    ann.page.get_by_role("button", name="Draw a card").click()
    ann.page.get_by_text("You keep what you drew.").first.wait_for(state="attached")
    assert ann.page.locator("#hand .card").count() == 3


PRESS_AT_ONCE = """() => {
    const told = document.getElementById("away");
    new MutationObserver((changes, observer) => {
        observer.disconnect();
        dispatchEvent(new Event("keydown"));
        window.stayed = !told.hidden;
    }).observe(told, { attributeFilter: ["hidden"] });
}"""
PRESSED_UNTIL_HIDDEN = "() => { dispatchEvent(new Event('keydown')); return document.getElementById('away').hidden; }"
"""A press in the first second may be meant for the decision that is gone."""


def test_a_player_whose_time_is_up_reads_what_was_done_until_they_do_something(make_table: MakeTable) -> None:
    start = position("Official | R7 G8 / R2 G4 | 0 clockwise red | G6 G1 G2 | R1", decision_seconds=5, uno_call="off")
    table = make_table(["Ann", "Bob"], start)
    ann, bob = table.open("Ann", PHONE).page, table.open("Bob", PHONE).page
    eve = table.open(SPECTATOR).page
    told = ann.locator("#away")
    ann.evaluate(PRESS_AT_ONCE)
    expect(told).to_be_visible(timeout=20_000)
    table.site.within(lambda: Game.objects.filter(table__code=table.code).update(due_at=None))  # Bob has all the time
    assert told.inner_text() == "You run out of time. You draw green 2. You keep what you drew."
    for other in (bob, eve):
        other.locator("#log li", has_text="Ann keeps what they drew.").wait_for(state="attached")
        assert other.locator("#away").is_hidden()
    assert not any(overlap(box_of(told), box_of(part)) for part in ann.locator("#prompt, .seat, #pile > *").all())
    assert ann.evaluate("stayed")
    ann.wait_for_function(PRESSED_UNTIL_HIDDEN)


PAUSES = """() => {
    const pauses = [];
    window.setTimeout = (act, after) => pauses.push(after);
    const [turn, prompt] = ["turn", "prompt"].map((id) => document.getElementById(id).dataset);
    for (const only of ["draw", "accept"]) {
        Object.assign(turn, { question: only });
        Object.assign(prompt, { only });
        window.auto.answerAlone();
    }
    return pauses;
}"""


def test_cards_that_have_to_be_taken_are_seen_longer_than_a_draw(open_fixture: OpenFixture) -> None:
    page = open_fixture("another player’s turn")
    wait_for_script(page, "auto")
    draw, penalty = page.evaluate(PAUSES)
    assert 500 <= draw <= 1200
    assert 1500 <= penalty <= 2200


TIME_IS_UP = """() => {
    const { showTimeUp } = window.missed;
    const [turn, told, entry] = [document.getElementById("turn"), document.getElementById("away"), new Image()];
    Object.assign(entry, { id: "l9-0", textContent: "You run out of time." });
    entry.dataset.timedOut = document.getElementById("table").dataset.seat;
    showTimeUp([entry]);
    const seen = [told.hidden];
    turn.dataset.question = "that of another player";
    showTimeUp([]);
    seen.push(told.hidden);
    turn.dataset.mine = "";
    showTimeUp([]);
    return [...seen, told.hidden];
}"""


def test_what_was_done_when_time_was_up_goes_with_the_next_decision(open_fixture: OpenFixture) -> None:
    page = open_fixture("another player’s turn")
    wait_for_script(page, "missed")
    assert page.evaluate(TIME_IS_UP) == [False, False, True]


OUT_WHEN_TIME_IS_UP = """() => {
    const entry = Object.assign(new Image(), { id: "l9-0", textContent: "You run out of time." });
    entry.dataset.timedOut = document.getElementById("table").dataset.seat;
    const timers = [];
    window.setTimeout = (act, milliseconds) => timers.push({ act, milliseconds });
    window.missed.showTimeUp([entry]);
    const [{ act, milliseconds }] = timers;
    const told = document.getElementById("away");
    const before = told.hidden;
    act();
    return { before, after: told.hidden, milliseconds };
}"""


def test_who_is_out_when_time_is_up_reads_so_for_a_while(open_fixture: OpenFixture) -> None:
    page = open_fixture("out by mercy")
    wait_for_script(page, "missed")
    hear_nothing(page)
    told = page.evaluate(OUT_WHEN_TIME_IS_UP)
    assert told["before"] is False
    assert told["after"] is True
    assert told["milliseconds"] >= 5000


def test_after_the_match_the_page_offers_back_instead_of_leave(make_table: MakeTable) -> None:
    start = position("Official | R7 / Y5 G4 | 0 clockwise red | G1 G2 | R9", score_limit="one_round", uno_call="auto")
    ann = make_table(["Ann", "Bob"], start).open("Ann", PHONE)
    bar = ann.page.get_by_role("banner")
    assert bar.get_by_role("link", name="Back", exact=True).is_hidden()
    bar.get_by_role("button", name="Leave").wait_for()
    ann.plays("red 7")
    bar.get_by_role("button", name="Leave").wait_for(state="hidden")
    bar.get_by_role("link", name="Back", exact=True).click()
    ann.page.get_by_role("heading", name="Invite").wait_for()


def test_spectators_and_lost_connections_are_shown_at_the_table(open_fixture: OpenFixture, open_page: OpenPage) -> None:
    page = open_fixture("away")
    page.get_by_text("Bob is not connected.").wait_for(state="attached")
    assert page.locator("#s1").evaluate("it => getComputedStyle(it, '::after').content").startswith('"offline"')
    watcher = open_page("/")
    watcher.get_by_role("button", name="Play now").first.click()
    watcher.wait_for_url("**/game/")
    watcher.goto(page.url)
    page.get_by_text("1 watching").wait_for()
    watcher.goto("/cards/")
    page.get_by_text("1 watching").wait_for(state="detached")


def test_a_player_who_comes_back_takes_their_seat_back_from_the_bot(open_fixture: OpenFixture) -> None:
    page = open_fixture("away")
    page.evaluate("window.stayed = true")
    assert page.locator("#prompt .main").all_inner_texts() == ["I’m back"]
    page.get_by_role("button", name="I’m back").press("Enter")
    page.get_by_role("button", name="I’m back").wait_for(state="detached")
    assert "A bot plays for you" not in page.locator("#asked").inner_text()
    assert page.evaluate("window.stayed")
    assert page.evaluate("document.activeElement.closest('#table')?.id") == "table"


def test_the_log_keeps_its_older_lines(make_table: MakeTable) -> None:
    start = position("Official | R7 B1 / Y5 Y6 | 0 clockwise red | G1 G2 G3 G4 G5 G6 G7 | R9", uno_call="off")
    ann = make_table(["Ann", "Bob"], start).open("Ann")
    wait_for_script(ann.page, "older")
    ann.page.evaluate(CHANGE_LINES, [f"l{move}-0" for move in range(1, 9)])
    older = ann.page.locator(".older li")
    ann.page.evaluate(CHANGE_LINES, [f"l{move}-0" for move in range(4, 12)])
    ann.page.wait_for_function("() => document.querySelectorAll('.older li').length === 3")
    assert older.all_inner_texts() == ["l1-0", "l2-0", "l3-0"]
    ann.page.evaluate(CHANGE_LINES, [f"l{move}-0" for move in range(12, 20)])
    ann.page.evaluate(CHANGE_LINES, [f"l{move}-0" for move in range(30, 38)])
    ann.page.wait_for_function("() => document.querySelectorAll('.older li').length > 19")
    assert older.all_inner_texts() == [*(f"l{move}-0" for move in range(1, 20)), "…"]
    assert box_of(older.last)["y"] < box_of(ann.page.locator("#log li").first)["y"]


CHANGE_LINES = """(ids) => {
    const rows = ids.map((id) => `<li id="${id}">${id}</li>`).join("");
    htmx.swap(document.getElementById("table"), `<ol id="log" hx-swap-oob="morph">${rows}</ol>`, { swapStyle: "none" });
}"""
IN_SIGHT = """line => {
    const box = line.getBoundingClientRect(), room = line.closest(".follows").getBoundingClientRect();
    return box.top >= room.top - 1 && box.bottom <= room.bottom + 1;
}"""


@pytest.mark.parametrize("at", ["", "game/"])
def test_the_chat_follows_new_messages_until_the_reader_scrolls_up(make_table: MakeTable, site: Site, at: str) -> None:
    table = make_table(["Ann", "Bob"], position("Official | R7 B2 / R5 Y6 | 0 clockwise red | G1 G2 | R9"))
    said = [Line(text=f"Word {number}", name="Bob", person_id=table.people["Bob"]) for number in range(1, 41)]

    def talk() -> None:
        for line in said:
            line.table = Table.objects.get(code=table.code)
            line.save()

    site.within(talk)
    page = table.open("Ann", at=at + "?stay" * (not at)).page
    line = page.locator("#lines li")
    assert line.last.evaluate(IN_SIGHT)
    say(page, "The last word")
    line.filter(has_text="The last word").wait_for()
    assert line.last.evaluate(IN_SIGHT)
    line.first.scroll_into_view_if_needed()
    say(page, "One more")
    line.filter(has_text="One more").wait_for(state="attached")
    assert line.first.evaluate(IN_SIGHT)
    assert not line.last.evaluate(IN_SIGHT)


def say(page: Page, words: str) -> None:
    page.get_by_role("textbox", name="Message").fill(words)
    page.get_by_role("button", name="Send").click()


@pytest.mark.parametrize("hints", [True, False])
def test_a_penalty_is_taken_from_the_draw_pile(make_table: MakeTable, hints: bool) -> None:
    start = "House | R1 G2 / RD Y5 / B7 B8 | 1 clockwise red | G1 G2 G3 G4 | R9"
    table = make_table(["Ann", "Bob", "Cleo"], position(start, stacking="same", hints=hints))
    bob, cleo = table.open("Bob"), table.open("Cleo")
    bob.plays("red Draw Two")
    cleo.page.locator("#b-accept").wait_for()
    stock = cleo.page.locator("#stock")
    assert (stock.evaluate("it => getComputedStyle(it).boxShadow") != "none") is hints
    cleo.does(stock)
    cleo.holds(4)


IMPATIENT = """() => {
    const pressed = document.querySelector("#b-draw");
    pressed.dispatchEvent(new MouseEvent("click", { detail: 1, bubbles: true, cancelable: true }));
    return new Promise((done) => {
        const look = () => {
            const keep = document.querySelector("#b-keep");
            if (!keep) return requestAnimationFrame(look);
            // The observers of the page run first.
            setTimeout(() => {
                const { left, top, width, height } = keep.getBoundingClientRect();
                const hit = document.elementFromPoint(left + width / 2, top + height / 2);
                done(keep.contains(hit));
            });
        };
        look();
    });
}"""
"""Press “Draw a card”; return whether a press on the answer that comes in its place would count at once."""


def test_a_second_press_on_draw_does_not_keep_the_card(make_table: MakeTable) -> None:
    start = "Official | R1 G2 / Y5 Y6 | 0 clockwise blue | G1 G2 B3 | B9"
    ann = make_table(["Ann", "Bob"], position(start)).open("Ann")
    wait_for_script(ann.page, "second_press")
    assert ann.page.evaluate(IMPATIENT) is False
    ann.page.locator("#table:not([data-fresh])").wait_for()
    ann.presses("Keep it")
    ann.holds(3)
