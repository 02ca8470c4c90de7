"""What happens to a table when its host removes a player during a game, or leaves."""

from datetime import timedelta

from django.utils import timezone

from games.models import Place, Table
from games.table import services
from games.wording.lobby import notice
from tests.browser.conftest import MakeTable
from tests.browser.tables import position
from tests.conftest import PHONE
from tests.live_site import Site

THREE_CARDS = "Official | R7 B2 B4 / R5 Y6 G1 / B1 B3 B5 | 0 clockwise red | G1 G2 G4 G5 G6 G7 G8 | R9"


def test_a_bot_replaces_a_player_whom_the_host_removes(make_table: MakeTable) -> None:
    table = make_table(["Ann", "Bob", "Cleo"], position(THREE_CARDS))
    ann, bob, cleo = table.open("Ann"), table.open("Bob", PHONE), table.open("Cleo")
    ann.page.get_by_role("button", name="Help").click()
    ann.page.get_by_role("link", name="Players and rules").click()
    ann.page.get_by_label("More about Bob").click()
    ann.page.get_by_role("button", name="Remove from seat").click()
    ann.page.locator("#lines", has_text=notice("kicked", host="Ann", name="Bob")).wait_for()
    bob.page.get_by_text("You are watching.").wait_for()
    bob.page.locator("#lines", has_text=notice("kicked", host="Ann", name="Bob")).wait_for(state="attached")
    cleo.page.locator("#s1", has_text="Medium").wait_for()
    cleo.marks(1, "bot")
    ann.page.get_by_role("link", name="To the game").click()
    ann.plays("red 7")
    cleo.is_asked("Your turn")


MATCH_BALL = '{"score_limit": "one_round", "uno_call": "off"} | R7 / B1 B2 / B3 B4 | 0 clockwise red | G1 G2 | R1'


def test_the_host_starts_a_rematch_without_a_player_who_does_not_answer(make_table: MakeTable) -> None:
    table = make_table(["Ann", "Bob", "Cleo"], position(MATCH_BALL))
    ann, bob, cleo = table.open("Ann", PHONE), table.open("Bob"), table.open("Cleo", PHONE)
    ann.plays("red 7")
    cleo.page.get_by_role("button", name="Rematch").click()
    ann.page.get_by_text("Cleo wants a rematch. Waiting for Bob. Will you play, too?").wait_for()
    bob.page.get_by_text("Cleo wants a rematch. Waiting for Ann. Will you play, too?").wait_for()
    cleo.page.get_by_text("You want a rematch. Waiting for Ann, Bob. The host can start without them").wait_for()
    ann.page.get_by_role("link", name="Back to the lobby").click()
    ann.page.get_by_text("To start without them, choose “Remove from seat” under ⋯.").wait_for()
    ann.page.get_by_label("More about Bob").click()
    ann.page.get_by_role("button", name="Remove from seat").click()
    ann.page.get_by_role("heading", name="Everyone else is ready").wait_for()
    ann.page.get_by_role("button", name="Start the game").click()
    for seat in (ann, cleo):
        seat.page.locator("#turn:not([data-over]) ~ .hand-area .card").first.wait_for()
        assert seat.page.locator("#seats > li").count() == 2
    bob.page.get_by_text("You are watching.").wait_for()


def test_a_host_who_is_away_for_long_is_replaced(make_table: MakeTable, site: Site) -> None:
    table = make_table(["Ann", "Bob"], position(THREE_CARDS.replace(" / B1 B3 B5", "")))
    site.within(lambda: services.abandon(Table.objects.get(code=table.code)))
    ann, bob = table.open("Ann", at=""), table.open("Bob", PHONE, at="")
    ann.page.close()
    bob.page.locator(".seat.away", has_text="Ann").wait_for()

    def half_a_minute_passes() -> None:
        ago = timezone.now() - timedelta(seconds=31)
        Table.objects.filter(code=table.code).update(host_gone_at=ago)
        Place.objects.filter(table__code=table.code, name="Ann").update(seen_at=ago)

    site.within(half_a_minute_passes)
    bob.page.locator("#lines", has_text=notice("host_replaced", name="Bob")).wait_for()
    bob.page.get_by_role("button", name="Close the table").wait_for()
