"""What each card does, played by clicking, as each player sees it."""

import pytest

from tests.browser.conftest import MakeTable
from tests.browser.tables import position
from tests.conftest import PHONE

pytestmark = pytest.mark.once  # what a browser shows of a game is the same whatever keeps it
BLUFF = "Official | WD4 {} G3 / Y5 Y6 | 0 clockwise red | G1 G2 G4 G5 G6 G7 G8 | R9"
TWO_CARDS = "Official | R7 B2 / Y5 Y6 G1 | 0 clockwise red | G1 G2 G4 G5 G6 G7 G8 | R9"
NEARLY_OUT = "No Mercy | RD4 B1 B2 / R1 R2 R3 R4 R5 R6 / Y1 Y2 | 0 clockwise red | {} | R9"


def test_a_caught_bluffer_draws_the_four(make_table: MakeTable) -> None:
    table = make_table(["Ann", "Bob"], position(BLUFF.format("R2")))
    ann, bob, dan = table.open("Ann"), table.open("Bob", PHONE), table.open("Dan")
    ann.plays("Wild Draw Four")
    bob.is_asked("Ann is choosing a color")
    ann.picks("blue")
    bob.is_asked("Did Ann hold red? Challenge or draw 4 cards. If it fails, draw 6.")
    bob.presses("Challenge")
    bob.reads("You challenge Ann and are right: they held red.")
    bob.reads("Ann shows you their hand: red 2, green 3.")
    ann.reads("You draw green 8, green 7, green 6, green 5.")
    dan.reads("Ann draws 4 cards.")
    bob.is_asked("Your turn")
    ann.holds(6)
    bob.holds(2)
    for other in (bob, dan):
        other.counts(0, 6)
    assert "red 2" not in dan.page.locator("#log").inner_text()


def test_at_a_table_without_hints_a_wrong_card_costs_cards(make_table: MakeTable) -> None:
    table = make_table(["Ann", "Bob"], position(TWO_CARDS, hints=False, misplay_penalty=2))
    ann, bob = table.open("Ann"), table.open("Bob", PHONE)
    ann.plays("blue 2")
    bob.reads("Ann plays blue 2, but it does not fit.")
    ann.holds(4)
    ann.is_asked("Your turn")
    ann.plays("red 7")
    bob.is_asked("Your turn")


def test_a_wrong_challenge_costs_six_cards(make_table: MakeTable) -> None:
    table = make_table(["Ann", "Bob"], position(BLUFF.format("B2")))
    ann, bob = table.open("Ann"), table.open("Bob")
    ann.plays("Wild Draw Four")
    ann.picks("blue")
    bob.is_asked("Challenge or draw 4 cards")
    bob.presses("Challenge")
    bob.reads("You challenge Ann and are wrong: they held no red.")
    ann.reads("Bob draws 4 cards.")
    ann.reads("Bob draws 2 cards.")
    ann.is_asked("Your turn")
    bob.holds(8)
    ann.counts(1, 8)


def test_a_draw_card_on_a_draw_card_moves_the_sum_on(make_table: MakeTable) -> None:
    table = make_table(["Ann", "Bob"], position("House | RD B2 B3 / GD Y6 | 0 clockwise red | G1 G2 G4 G5 G6 | R9"))
    ann, bob = table.open("Ann"), table.open("Bob", PHONE)
    ann.plays("red Draw Two")
    for page in (ann.page, bob.page):
        page.locator(".debt", has_text="+2").wait_for()
    bob.is_asked("Stack a draw card or draw 2 cards")
    bob.plays("green Draw Two")
    for page in (ann.page, bob.page):
        page.locator(".debt", has_text="+4").wait_for()
    ann.presses("Draw 4")
    ann.holds(6)
    bob.counts(0, 6)
    bob.is_asked("Your turn")


def test_a_seven_swaps_hands_with_the_player_clicked(make_table: MakeTable) -> None:
    start = "Party | R7 B2 / Y5 Y6 G1 / B9 B8 B7 B6 | 0 clockwise red | G1 G2 G4 | R9"
    table = make_table(["Ann", "Bob", "Cleo"], position(start))
    ann, bob, cleo = table.open("Ann"), table.open("Bob", PHONE), table.open("Cleo")
    ann.calls()
    ann.plays("red 7")
    cleo.is_asked("Ann is choosing a player")
    ann.does(ann.page.locator("#s1").get_by_role("button", name="Swap hands with Bob"))
    ann.holds(3)
    bob.holds(1)
    assert ann.hand == ["yellow 5", "yellow 6", "green 1"]
    assert bob.hand == ["blue 2"]
    bob.reads("Ann swaps hands with you.")
    cleo.reads("Ann swaps hands with Bob.")
    cleo.counts(1, 1)


def test_a_zero_hands_all_cards_on(make_table: MakeTable) -> None:
    start = "Party | R0 B2 B3 / Y5 Y6 / B9 B8 B7 B6 | 0 clockwise red | G1 G2 G4 | R9"
    table = make_table(["Ann", "Bob", "Cleo"], position(start))
    ann, bob, cleo = table.open("Ann"), table.open("Bob", PHONE), table.open("Cleo")
    ann.plays("red 0")
    for seat, cards in ((ann, 4), (bob, 2), (cleo, 2)):
        seat.holds(cards)
        seat.reads("All hands are passed on clockwise.")
    assert (bob.hand, cleo.hand) == (["blue 2", "blue 3"], ["yellow 5", "yellow 6"])


def test_the_same_card_jumps_in_out_of_turn(make_table: MakeTable) -> None:
    start = "Party | R5 B2 B3 / B9 B8 / R5 Y6 Y1 | 0 clockwise red | G1 G2 G4 | R9"
    table = make_table(["Ann", "Bob", "Cleo"], position(start))
    ann, bob, cleo = table.open("Ann"), table.open("Bob"), table.open("Cleo", PHONE)
    ann.plays("red 5")
    bob.is_asked("Your turn")
    cleo.page.locator("#hand .can[aria-label='red 5, jump in']").wait_for()
    cleo.plays("red 5")
    for other in (ann, bob):
        other.reads("Cleo jumps in.")
    ann.is_asked("Your turn")
    bob.is_asked("Ann’s turn")


def test_a_player_who_calls_in_time_cannot_be_caught(make_table: MakeTable) -> None:
    table = make_table(["Ann", "Bob"], position(TWO_CARDS))
    ann, bob = table.open("Ann"), table.open("Bob")
    ann.calls()
    bob.reads("Ann says “Uno!”.")
    ann.plays("red 7")
    bob.counts(0, 1)
    bob.marks(0, "Uno!")
    assert bob.page.locator("#catch").get_attribute("aria-disabled") == "true"


def test_a_player_who_forgets_to_call_is_caught_and_sees_the_penalty(make_table: MakeTable) -> None:
    table = make_table(["Ann", "Bob"], position(TWO_CARDS))
    ann, bob, dan = table.open("Ann", PHONE), table.open("Bob"), table.open("Dan")
    ann.plays("red 7")
    catch = bob.page.locator("#catch:not([aria-disabled])")
    assert catch.inner_text() == "Catch Ann!"
    bob.does(catch)
    bob.reads("You catch Ann for not saying “Uno!”.")
    ann.reads("Bob catches you for not saying “Uno!”.")
    ann.reads("You draw green 8, green 7.")
    dan.reads("Ann draws 2 cards.")
    ann.holds(3)
    bob.is_asked("Your turn")


def test_nobody_is_caught_during_the_head_start(make_table: MakeTable) -> None:
    table = make_table(["Ann", "Bob"], position(TWO_CARDS, uno_head_start="5"))
    ann, bob = table.open("Ann"), table.open("Bob", PHONE)
    ann.plays("red 7")
    bob.page.locator("#catch:not([aria-disabled])").click()
    bob.page.get_by_text("Too early: Ann still has a moment to call.").wait_for()
    ann.holds(1)
    ann.calls()
    bob.reads("Ann says “Uno!”.")


def test_a_forgotten_call_is_repaired_while_the_window_is_open(make_table: MakeTable) -> None:
    table = make_table(["Ann", "Bob"], position(TWO_CARDS))
    ann, bob = table.open("Ann", PHONE), table.open("Bob")
    ann.plays("red 7")
    ann.calls()
    bob.reads("Ann says “Uno!”.")
    bob.page.locator("#catch[aria-disabled]").wait_for(state="attached")


def test_a_player_with_too_many_cards_is_out_of_the_round(make_table: MakeTable) -> None:
    pile = " ".join(f"{color}{number}" for color in "GB" for number in range(1, 9))
    table = make_table(["Ann", "Bob", "Cleo"], position(NEARLY_OUT.format(pile), mercy_limit=10))
    ann, bob, cleo = table.open("Ann"), table.open("Bob", PHONE), table.open("Cleo")
    bob.page.locator("#hand").wait_for()
    cleo.marks(1, "4 to mercy")
    ann.plays("red Draw Four")
    bob.presses("Draw 4")
    bob.is_asked("You are out until the next round.")
    for other in (ann, cleo):
        other.reads("Bob is out of the round.")
        other.marks(1, "out")
        assert not other.page.locator("#s1 .count").is_visible()
    cleo.is_asked("Your turn")


def test_the_roulette_goes_on_until_the_color_comes(make_table: MakeTable) -> None:
    start = "No Mercy | WC B1 B2 / R1 R2 | 0 clockwise red | B5 G1 Y3 Y4 | R9"
    table = make_table(["Ann", "Bob"], position(start))
    ann, bob = table.open("Ann"), table.open("Bob")
    ann.plays("Wild Color Roulette")
    bob.is_asked("Roulette: choose a color")
    bob.picks("green")
    ann.reads("Bob takes 3 cards from the roulette.")
    bob.holds(5)


def test_a_flip_turns_the_whole_table_dark(make_table: MakeTable) -> None:
    start = "Flip | RF|P8 R1|P3 / R2|OR R3|P7 | 0 clockwise red | R5|P2 R6|O9 | R4|OF R5|T5"
    table = make_table(["Ann", "Bob"], position(start))
    ann, bob = table.open("Ann"), table.open("Bob", PHONE)
    ann.plays("red Flip")
    for seat in (ann, bob):
        seat.page.locator("#pile.dark").wait_for()
        seat.reads("All cards are turned over")
    assert (ann.hand, bob.hand) == (["pink 3"], ["pink 7", "orange Reverse"])
