"""The staff steps into a game that four browsers are watching: each sees it at once, and reads who did it and why."""

import pytest
from django.contrib.auth.models import Group

from games.devtools.bench_tables import session_of
from games.models import User
from tests.browser.tables import position
from tests.conftest import DESKTOP, PHONE

# Three people in the middle of a round, with cards to play and to draw, against the clock.
MIDDLE = "House | R7 B2 B4 G8 / R5 Y6 G1 / R3 Y2 B9 | 0 clockwise red | G1 G2 G4 G5 G6 G7 G8 Y1 | R9"


class Operator:
    """Somebody of the staff, with a browser of their own."""

    def __init__(self, site, open_page, name, group):
        self.name = name
        key = site.within(lambda: session_of(self._hired(group)))
        cookie = {"name": "session", "value": key, "url": site.url}
        self.page = open_page("/admin/", DESKTOP, storage_state={"cookies": [cookie]}, base_url=site.url)

    def _hired(self, group):
        User.objects.filter(name=self.name).update(name=f"{self.name} before", name_key=f"{self.name} before")
        person = User.objects.create_user(self.name, is_staff=True)
        person.groups.add(Group.objects.get(name=group))
        return person

    def does(self, label, path, **choices):
        """Presses the button where it stands, and confirms with a reason."""
        if self.page.url != path:
            self.page.goto(path)
        self.page.get_by_role("link", name=label, exact=True).click()
        for name, value in choices.items():
            self.page.get_by_label(value).check() if name == "choose" else self.page.fill(f"[name={name}]", value)
        self.page.fill("[name=reason]", "A look by eye")
        self.page.locator("main form button.main").click()
        self.page.locator(".notice.success").first.wait_for()


@pytest.fixture
def olga(site, open_page):
    return Operator(site, open_page, "Olga", "Operators")


@pytest.fixture
def mo(site, open_page):
    return Operator(site, open_page, "Mo", "Moderators")


def watched(lay):
    table = lay(["Ann", "Bob", "Cleo"], position(MIDDLE, decision_seconds=120))
    seats = [table.open("Ann"), table.open("Bob", PHONE), table.open("Cleo"), table.open("Dan", PHONE)]
    return table, seats


def all_read(seats, words):
    for seat in seats:
        seat.page.locator(".notice.from-staff", has_text=words).first.wait_for()


def test_everything_an_operator_does_is_seen_by_all_four_at_once(lay, olga):
    table, seats = watched(lay)
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


def test_a_table_that_is_closed_is_closed_for_all_who_were_there(lay, olga):
    table, seats = watched(lay)
    olga.does("Close the table", f"/admin/games/game/{table.now.game}/change/")
    all_read(seats, "closed this table")


def test_a_moderator_sees_to_a_report_and_the_reporter_hears_of_it(lay, mo, open_page):
    _, (ann, bob, cleo, dan) = watched(lay)
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
    open_page.complaints.clear()  # the browser notes the 403


def test_a_moderator_cannot_see_hands_or_games(lay, mo):
    table, _ = watched(lay)
    for path in (f"/admin/games/game/{table.now.game}/change/", "/admin/games/game/", "/admin/games/table/"):
        answer = mo.page.request.get(path)
        assert answer.status == 403
        assert "red" not in answer.text().split("<main")[1]
