"""A person at a table in their own browser: what they do with the mouse, and what they read."""

import re
from collections.abc import Callable

from playwright.sync_api import FloatRect, Locator, Page, Position

from tests.browser.recordings import Recording

MOVED = "version => document.getElementById('turn').dataset.version !== version"
SHOWS = "version => Number(document.getElementById('turn').dataset.version) >= version"
# The controls that make a move, the most specific first: a color, a player, a card, and then the buttons.
OFFERS = ("#picker button", "#seats button[value^=swap]", "#hand .can", "#prompt .answers button")
# Read at once: what has only one answer the page answers by itself, perhaps between two readings.
OFFERED = """offers => document.querySelector("#prompt[data-only]") ? null
    : offers.find(offer => document.querySelector(offer)) ?? null"""
IN_SIGHT = """card => {
    const { x, y, width, height } = card.getBoundingClientRect();
    for (const down of [0.2, 0.5, 0.8]) {
        for (const across of [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7]) {
            const at = { x: across * width, y: down * height };
            if (card.contains(document.elementFromPoint(x + at.x, y + at.y))) return at;
        }
    }
    return null;
}"""


class Seat:
    def __init__(self, name: str, page: Page, recording: Recording):
        self.name, self.page, self.recording = name, page, recording
        self.has_touch = page.evaluate("navigator.maxTouchPoints > 0")

    # --- what they see

    @property
    def turn(self) -> dict[str, str]:
        return dict(self.page.locator("#turn").evaluate("turn => ({ ...turn.dataset })"))

    @property
    def version(self) -> str:
        return self.turn["version"]

    @property
    def is_waited_for(self) -> bool:
        return "mine" in self.turn

    @property
    def is_over(self) -> bool:
        return "over" in self.turn

    @property
    def hand(self) -> list[str]:
        """The names of the cards in this hand."""
        labels = self.page.locator("#hand .card").evaluate_all("cards => cards.map(card => card.ariaLabel)")
        return [label.split(",")[0] for label in labels]

    def reads(self, sentence: str) -> None:
        """Wait for this sentence in the log."""
        self.page.locator("#log li", has_text=sentence).last.wait_for(state="attached")

    def is_asked(self, sentence: str) -> None:
        self.page.locator("#asked", has_text=sentence).wait_for()

    def holds(self, count: int) -> None:
        self.page.locator(f"#hand[aria-label^='Your hand, {count} card']").wait_for()

    def counts(self, seat: int, count: int) -> None:
        """Wait until another seat shows this number of cards."""
        self.page.locator(f"#s{seat} .count > b", has_text=re.compile(rf"^{count}$")).wait_for()

    def marks(self, seat: int, mark: str) -> None:
        self.page.locator(f"#s{seat} .mark", has_text=mark).wait_for()

    def waits_for_more_than(self, version: str) -> None:
        self.page.wait_for_function(MOVED, arg=version)

    def catches_up(self, other: "Seat") -> None:
        self.page.wait_for_function(SHOWS, arg=int(other.version))

    # --- what they do

    def does(self, what: Locator, at: Position | None = None) -> None:
        """Click or tap, and wait for the next version of the game."""
        before = self.version
        press = what.tap if self.has_touch else what.click
        press(position=at)
        self.waits_for_more_than(before)

    def plays(self, card: str) -> None:
        self.does(self.card(card), in_sight(self.card(card)))

    def card(self, name: str) -> Locator:
        return self.page.locator(f"#hand .card[aria-label='{name}'], #hand .card[aria-label^='{name},']").first

    def picks(self, color: str) -> None:
        self.does(self.page.locator(f"#picker .{color}"))

    def presses(self, label: str) -> None:
        self.does(self.page.locator("#prompt").get_by_role("button", name=label, exact=True))

    def calls(self) -> None:
        self.does(self.page.locator("#call"))

    @property
    def offered(self) -> str:
        """The first control that makes a move; empty where the page answers by itself, or has done so."""
        return self.page.evaluate(OFFERED, OFFERS) or ""

    def makes_a_move(self) -> None:
        """Make the first move that the page offers, or wait for it to answer by itself; call before playing the
        second-last card."""
        if not (offer := self.offered):
            self.answers_by_itself()
            return
        call = self.page.locator("#call:not([aria-disabled])")
        if call.count() and self.page.locator("#hand .can").count() and len(self.hand) == 2:
            self.calls()
            offer = self.offered
        chosen = self.page.locator(offer).first
        self.does(chosen, in_sight(chosen) if "#hand" in offer else None)

    def answers_by_itself(self) -> None:
        self.page.locator("#prompt[data-only]").wait_for(state="detached")


def in_sight(card: Locator) -> Position:
    """Return a point of a card that no other card covers. In a fan, the corners of its box do not belong to it."""
    card.scroll_into_view_if_needed()
    point: Position | None = card.evaluate(IN_SIGHT)
    assert point, f"{card} is covered"
    return point


LOADED = """async (script) => {
    const path = new RegExp(`/js/(table|lobby)/${script}[.]`);
    const find = () => performance.getEntriesByType("resource").find(({ name }) => path.test(name));
    for (let tries = 0; !find(); tries++) {
        if (tries === 500) throw new Error(`${script} was not loaded`);
        await new Promise((done) => setTimeout(done, 20));
    }
    window[script] = await import(find().name);
}"""


def wait_for_script(page: Page, name: str) -> None:
    """Wait for a script that a page loads later than the table, and give what it exports to the window."""
    page.evaluate(LOADED, name)  # Playwright's wait_for_function takes the promise of an answer for a yes


def wait_for_late_styles(page: Page) -> None:
    """Wait for the styles of what scripts add to a table, which they load."""
    page.wait_for_function("() => document.getElementById('scene-styles').sheet")


def hear_nothing(page: Page) -> None:
    """Let a page ignore all that it hears from now on, such as who has come and gone: it would undo a change of it."""
    page.evaluate("document.addEventListener('socket:message', (event) => event.preventDefault())")


def box_of(part: Locator) -> FloatRect:
    """Return where a visible part of the page is, and how large."""
    box = part.bounding_box()
    assert box is not None, f"{part} is not visible"
    return box


def overlap(one: FloatRect, other: FloatRect) -> bool:
    apart = [
        one["x"] + one["width"] <= other["x"],
        other["x"] + other["width"] <= one["x"],
        one["y"] + one["height"] <= other["y"],
        other["y"] + other["height"] <= one["y"],
    ]
    return not any(apart)


Touch = Callable[..., None]


def finger_on(page: Page) -> Touch:
    """Return what sends a touch of a kind, such as `touchStart`, at these points."""
    client = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        spots = [{"x": x, "y": y} for x, y in points]
        client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": spots})

    return touch
