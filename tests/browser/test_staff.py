"""The staff acts on a game that is open in four browsers: each sees at once who did what and why."""

from collections.abc import Sequence

import pytest
from django.contrib.auth.models import Group

from games.devtools.bench_tables import session_of
from games.models import User
from tests.browser.conftest import MakeTable
from tests.browser.seats import Seat
from tests.browser.tables import LiveTable, position, session_state
from tests.conftest import DESKTOP, PHONE, OpenPage
from tests.live_site import Site

pytestmark = pytest.mark.once  # other tests send the same hints through Redis

# Three people in the middle of a round, with cards to play and to draw, against the clock.
MIDDLE = "House | R7 B2 B4 G8 / R5 Y6 G1 / R3 Y2 B9 | 0 clockwise red | G1 G2 G4 G5 G6 G7 G8 Y1 | R9"


class Operator:
    """A member of the staff in their own browser."""

    def __init__(self, site: Site, open_page: OpenPage, name: str, group: str) -> None:
        self.name = name
        key = site.within(lambda: session_of(self._hired(group)))
        self.page = open_page("/admin/", DESKTOP, storage_state=session_state(site, key), base_url=site.url)

    def _hired(self, group: str) -> User:
        before = f"{self.name} {User.objects.count()}"
        User.objects.filter(name=self.name).update(name=before, name_key=before)
        person = User.objects.create_user(self.name, is_staff=True)
        person.groups.add(Group.objects.get(name=group))
        return person

    def does(self, label: str, path: str, **choices: str) -> None:
        """Follow the link to the action on that page, and confirm the action with a reason."""
        if self.page.url != path:
            self.page.goto(path)
        self.page.get_by_role("link", name=label, exact=True).click()
        for name, value in choices.items():
            self.page.get_by_label(value).check() if name == "choose" else self.page.fill(f"[name={name}]", value)
        self.page.fill("[name=reason]", "A look by eye")
        self.page.locator("main form button.main").click()
        self.page.locator(".notice.success").first.wait_for()


@pytest.fixture
def olga(site: Site, open_page: OpenPage) -> Operator:
    return Operator(site, open_page, "Olga", "Operators")


@pytest.fixture
def mo(site: Site, open_page: OpenPage) -> Operator:
    return Operator(site, open_page, "Mo", "Moderators")


def watched(make_table: MakeTable) -> tuple[LiveTable, list[Seat]]:
    table = make_table(["Ann", "Bob", "Cleo"], position(MIDDLE, decision_seconds=120))
    seats = [table.open("Ann"), table.open("Bob", PHONE), table.open("Cleo"), table.open("Dan", PHONE)]
    return table, seats


def all_read(seats: Sequence[Seat], words: str) -> None:
    for seat in seats:
        seat.page.locator(".notice.from-staff", has_text=words).first.wait_for()


def test_everything_an_operator_does_is_seen_by_all_four_at_once(make_table: MakeTable, olga: Operator) -> None:
    table, seats = watched(make_table)
    ann, bob, _, dan = seats
    game = f"/admin/games/game/{table.now.game}/change/"
    for seat in seats:
        seat.page.evaluate("window.stayed = true")
    ann.plays("red 7")
    bob.is_asked("Your turn")
    olga.does("Take the last move back", game)
    all_read(seats, "took back the last move of Ann")
    ann.is_asked("Your turn")
    ann.holds(4)
    olga.does("Give more time", game)
    all_read(seats, "gave Ann 60 more seconds")
    olga.does("Play the default", game)
    all_read(seats, "let the table decide for Ann")
    bob.is_asked("Your turn")
    olga.does("Give a seat to a bot", game, choose="Cleo")
    all_read(seats, "let a bot play for Cleo")
    dan.marks(2, "away")
    olga.does("Give a seat back", game, choose="Cleo")
    all_read(seats, "gave Cleo their seat back")
    olga.does("Make an announcement", "/admin/", text="The server rests at nine.")
    all_read(seats, "From the staff: The server rests at nine.")
    olga.does("End the game", game)
    all_read(seats, "ended the game. Reason: A look by eye")
    for seat in seats:
        seat.page.get_by_text("This game was ended before anyone had won.").first.wait_for()
        assert seat.page.evaluate("window.stayed"), "nobody had to load the page again"


def test_a_table_that_is_closed_is_closed_for_all_who_were_there(make_table: MakeTable, olga: Operator) -> None:
    table, seats = watched(make_table)
    olga.does("Close the table", f"/admin/games/game/{table.now.game}/change/")
    all_read(seats, "closed this table")


def test_a_moderator_resolves_a_report_and_the_reporter_reads_the_answer(
    make_table: MakeTable, mo: Operator, open_page: OpenPage
) -> None:
    _, (ann, bob, cleo, dan) = watched(make_table)
    cleo.page.fill("#say-text", "You are all fools.")
    cleo.page.press("#say-text", "Enter")
    ann.page.get_by_role("link", name="Report what Cleo said").click()
    ann.page.fill("[name=why]", "That hurts.")
    ann.page.get_by_role("button", name="Send the report").click()
    ann.page.get_by_text("Thank you. The staff will look at it").wait_for()
    mo.page.goto("/admin/")
    mo.page.get_by_role("link", name="About Cleo: That hurts.").click()
    report = mo.page.url
    mo.page.get_by_role("link", name="Remove").last.click()
    mo.page.fill("[name=reason]", "Rude")
    mo.page.locator("main form button.main").click()
    all_read([bob, cleo, dan], "removed a message of Cleo. Reason: Rude")
    bob.page.locator("#lines", has_text="Removed by the staff.").wait_for(state="attached")
    mo.does("Mute", report, choose="a day")
    all_read([bob, cleo, dan], "muted Cleo until")
    mo.does("Ban", report, choose="for good")
    all_read([bob, dan], "banned Cleo for good")
    dan.marks(2, "away")
    mo.page.goto(report)
    mo.page.fill("[name=note]", "Cleo is banned now.")
    mo.page.get_by_role("button", name="Resolve").click()
    ann.page.get_by_role("link", name="Read the answer").click()
    ann.page.get_by_text("Cleo is banned now.").wait_for()
    cleo.page.get_by_text("You are banned from this site for good. Reason: ").wait_for()
    open_page.console_errors.clear()  # the browser notes the 403


def test_a_moderator_cannot_see_hands_or_games(make_table: MakeTable, mo: Operator) -> None:
    table, _ = watched(make_table)
    for path in (f"/admin/games/game/{table.now.game}/change/", "/admin/games/game/", "/admin/games/table/"):
        answer = mo.page.request.get(path)
        assert answer.status == 403
        assert "red" not in answer.text().split("<main")[1]


def test_a_game_is_drawn_live_and_the_arrows_step_through_its_log(make_table: MakeTable, olga: Operator) -> None:
    table = make_table(["Ann", "Bob", "Cleo"], position(MIDDLE, decision_seconds=0))
    ann = table.open("Ann")
    page = olga.page
    page.goto(f"/admin/games/game/{table.now.game}/change/")
    page.locator(".seat.on", has_text="Ann").wait_for()
    ann.plays("red 7")
    page.locator(".seat.on", has_text="Bob").wait_for()
    assert page.locator(".seat", has_text="Ann").inner_text().split("\n")[1].startswith("3 cards")
    last = int(page.locator("#at").get_attribute("max") or 0) + 1
    page.keyboard.press("ArrowLeft")
    page.get_by_role("heading", name=f"State after entry {last - 1}").wait_for()
    page.locator(".seat", has_text="Ann").get_by_text("4 cards").wait_for()
    page.keyboard.press("ArrowRight")
    page.locator(".seat", has_text="Ann").get_by_text("3 cards").wait_for()
    page.get_by_role("link", name="Live").click()
    page.get_by_text("live", exact=True).wait_for()
