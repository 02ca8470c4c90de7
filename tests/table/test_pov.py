"""What a viewer sees of a table, and which moves they are offered."""

import re
from dataclasses import replace
from random import Random
from statistics import median
from types import SimpleNamespace
from typing import Any

import pytest
from django.utils.html import escape

from games.engine import Rules, deal, legal, play
from games.table.event_text import Reader, read_by
from games.table.log_view import End, _lines, log
from games.table.pov import Pov, Preferences, fragments, pieces, pov
from games.table.prompts import penalty
from games.table.seats import _notes
from games.table.snapshot import LogEntry, Snapshot
from games.wording.results import NEXT_ROUND, TITLES
from games.wording.templates import fill
from tests.responses import find
from tests.table.positions import position, random_game, sitter, snapshot_of

pytestmark = pytest.mark.once
LIKES = Preferences()
PLAIN = "Official | R7 GS W B2 R7 / YR B2 B3 / G1 G4 G5 / Y1 | 0 clockwise red | G1 G2 G3 G4 | B9 R3"


def seen(table: Snapshot, seat: int | None = 0, preferences: Preferences = LIKES, **words: Any) -> Pov:
    return pov(table, seat, preferences, **words)


def end_of(table: Snapshot, seat: int | None = 0) -> End:
    end = seen(table, seat).end
    assert end is not None
    return end


def moves(table: Snapshot, seat: int | None = 0) -> set[str]:
    """Return every move that the rendered table offers as an enabled button."""
    html = "".join(fragments(seen(table, seat)).values())
    buttons = re.findall(r"<button[^>]*>", html)
    live = [button for button in buttons if 'aria-disabled="true"' not in button and 'name="move"' in button]
    return {re.findall(r'value="([^"]*)"', button)[0] for button in live}


# --- the seats


def test_a_seat_is_the_same_for_all_viewers_and_rendered_once() -> None:
    table = position(PLAIN)
    third = [next(place for place in seen(table, seat).seats if place.seat == 2) for seat in (0, 1, 3, None)]
    assert len(set(third)) == 1


def test_a_bot_that_is_out_of_the_round_says_nothing_of_itself() -> None:
    table = position(PLAIN)
    bots = [replace(sitter(seat, bot="Hard"), name="Vera") for seat in range(4)]
    table.state.out[1] = 26
    said = {place.seat: place.greeting for place in seen(replace(table, sitters=tuple(bots)), None).seats}
    assert said[1] == ""
    assert said[2]


def test_the_log_says_that_a_drawn_card_has_to_be_played() -> None:
    start = PLAIN.replace("Official", '{"drawn_play": "forced"}').replace("G3 G4", "G3 R5")
    lines = seen(position(start.replace("R7 GS W B2 R7", "Y5 G6"), (0, "draw"))).log
    assert [re.sub("<[^>]+>", "", line.html) for line in lines] == [
        "You draw red 5.",
        "You have to play red 5.",
        "You play red 5.",
    ]


def test_opponents_are_in_seat_order_from_the_viewers_left() -> None:
    table = position(PLAIN)
    assert [place.seat for place in seen(table, 0).seats] == [1, 2, 3, 0]
    assert [place.seat for place in seen(table, 2).seats] == [3, 0, 1, 2]
    assert [place.is_me for place in seen(table, 2).seats] == [False, False, False, True]


def test_a_viewer_without_a_seat_sees_all_players_and_no_card() -> None:
    watched = seen(position(PLAIN), None)
    assert [place.seat for place in watched.seats] == [0, 1, 2, 3]
    assert watched.hand.cards == ()
    assert not watched.calls.used
    assert not any(place.open for place in watched.seats)
    assert moves(position(PLAIN), None) == set()


def test_open_hands_are_shown_to_viewers_without_a_seat_only() -> None:
    table = position(PLAIN)
    assert [len(place.open) for place in seen(table, None, open_hands=True).seats] == [5, 3, 3, 1]
    assert not any(place.open for place in seen(table, 0, open_hands=True).seats)


def test_a_seat_shows_its_count_its_last_move_and_its_player() -> None:
    table = position(PLAIN, (0, "play R7"))
    bot, away = sitter(1, bot="Easy"), sitter(2, stand_in="Medium")
    table = replace(table, sitters=(sitter(0), bot, away, sitter(3, is_program=True)))
    shown = {seat.seat: seat for seat in seen(table, 1).seats}
    assert (shown[0].cards, shown[0].last_action) == (4, 'plays <b class="red"><span>red </span>7</b>')
    assert [(shown[seat].kind, shown[seat].level) for seat in range(4)] == [("", 0), ("Easy", 2), ("", 0), ("", 0)]
    assert [shown[seat].away for seat in range(4)] == [False, False, True, False]
    assert [shown[seat].is_turn for seat in range(4)] == [False, True, False, False]
    assert shown[3].program


def test_a_bots_seat_is_offered_to_viewers_without_a_seat_only() -> None:
    table = replace(position(PLAIN), sitters=(sitter(0), sitter(1, bot="easy"), sitter(2), sitter(3)))
    assert [place.take_url for place in seen(table, None).seats] == ["", "/t/abcd2345/take/1/", "", ""]
    assert not any(place.take_url for place in seen(table, 0).seats)


def test_players_near_the_mercy_limit_and_players_out_are_marked() -> None:
    many = " ".join(f"{color}{number}" for color in "RYG" for number in range(7))
    table = position(f'No Mercy | R7 / {many} / | 0 clockwise red | B3 B4 | R3 | {{"out": [[2, 1]]}}')
    near, out = seen(table, 0).seats[0], seen(table, 0).seats[1]
    assert (near.cards, near.near) == (21, 4)
    assert ">4 " in fragments(seen(table, 0))["s1"]
    assert out.out


# --- the viewer's hand


def names(hand: Any) -> Any:
    return [card.name for card in hand.cards]


def test_the_hand_is_sorted_by_its_owners_preference() -> None:
    table = position("Official | W B2 R9 R2 GS / YR | 0 clockwise red | G1 | R3")
    orders = {order: names(seen(table, 0, Preferences(order=order)).hand) for order in ("color", "number", "drawn")}
    assert orders["color"] == ["R2-1", "R9-1", "GS-1", "B2-1", "W-1"]
    assert orders["number"] == ["R2-1", "B2-1", "R9-1", "GS-1", "W-1"]
    assert orders["drawn"] == ["W-1", "B2-1", "R9-1", "R2-1", "GS-1"]


def test_playable_cards_are_marked_and_equal_cards_have_distinct_names() -> None:
    hand = seen(position(PLAIN)).hand
    assert names(hand) == ["R7-1", "R7-2", "GS-1", "B2-1", "W-1"]
    assert [card.can for card in hand.cards] == [True, True, False, False, True]
    assert hand.hints
    assert not seen(position(PLAIN), 0, Preferences(hints=False)).hand.hints
    assert not seen(position(PLAIN), 1).hand.hints
    nothing_fits = position("Official | B7 / YR | 0 clockwise red | G1 | R3")
    assert seen(nothing_fits, 0).hand.hints
    # The whole hand counts when a color is chosen.
    assert not seen(position(PLAIN, (0, "play W")), 0).hand.hints


def test_an_unplayable_card_is_a_button_too_that_shows_the_reason() -> None:
    html = fragments(seen(position(PLAIN)))["hand"]
    assert 'value="play GS" aria-label="green Skip"' in html
    assert 'value="play R7" aria-label="red 7, ' in html
    pov = seen(position(PLAIN), sentence="The reason.")
    assert "The reason." in fragments(pov)["message"]


def test_a_drawn_card_is_marked_as_new() -> None:
    table = position("Official | B7 GS / YR B2 | 0 clockwise red | G1 R2 | R3", (0, "draw"))
    assert [card.name for card in seen(table).hand.cards if card.is_new] == ["R2-1"]


def test_a_card_can_jump_in_from_the_hand() -> None:
    table = position("Party | R7 R2 G1 / R3 G5 B2 / Y1 Y2 Y3 | 1 clockwise red | G1 G2 | R2")
    assert [card.move for card in seen(table, 0).hand.cards if card.can] == ["jump R2"]
    assert 'value="jump R2" aria-label="red 2, ' in fragments(seen(table, 0))["hand"]


# --- prompts


def test_a_drawn_card_is_played_or_kept() -> None:
    fits = position("Official | B7 / YR B1 | 0 clockwise red | G1 R2 | R3", (0, "draw"))
    assert {"play R2", "keep"} <= moves(fits)


def test_the_page_contains_the_reason_why_a_card_cannot_be_played() -> None:
    pov = seen(position(PLAIN))
    assert "{card}" in pov.turn.why
    assert f'data-why="{escape(pov.turn.why)}"' in fragments(pov)["turn"]


def test_only_the_player_of_a_wild_sees_the_color_picker() -> None:
    table = position(PLAIN, (0, "play W"))
    assert [color for color, _ in seen(table).pile.picks] == ["red", "yellow", "green", "blue"]
    assert 'id="picker"' in fragments(seen(table))["pile"]
    assert 'id="picker"' not in fragments(seen(table, 1))["pile"]


def test_after_a_seven_every_other_seat_can_be_clicked() -> None:
    table = position(PLAIN.replace("Official", "Party"), (0, "play R7"))
    assert [place.swap for place in seen(table).seats] == ["swap 1", "swap 2", "swap 3", ""]


def test_a_wild_draw_four_can_be_challenged_or_accepted() -> None:
    table = position(PLAIN.replace(" W ", " WD4 "), (0, "play WD4"), (0, "color green"))
    challenge, accept = seen(table, 1).prompt.buttons
    assert (challenge.move, accept.move, "4" in accept.words) == ("challenge", "accept", True)
    assert seen(table, 2).pile.badge == "+4"


def test_the_badge_shows_the_total_of_a_stack() -> None:
    table = position(
        "House | RD R1 / BD B1 / GD G1 | 0 clockwise red | G2 G3 G4 G5 G6 | R3", (0, "play RD"), (1, "stack BD")
    )
    assert seen(table, 2).pile.badge == "+4"
    assert [card.move for card in seen(table, 2).hand.cards if card.can] == ["stack GD"]


STACKED_SIX = "No Mercy | RD R1 / WD6 B1 / GD G1 | 0 clockwise red | G2 G3 G4 G5 G6 | R3"
UNTIL_COLOR = 'Flip | R1|P3 R2|OR / R3|WDC R4|OF / R5|P2 R6|PE | 1 clockwise pink | R7|O1 R7|U5 | R1|U2 | {"side": 1}'


@pytest.mark.parametrize(
    ("start", "moves", "badge"),
    [(STACKED_SIX, ((0, "play RD"), (1, "stack WD6")), "+8"), (UNTIL_COLOR, ((1, "play WDC"),), "+?")],
)
def test_the_badge_counts_a_draw_card_while_its_color_is_chosen(
    start: str, moves: tuple[tuple[int, str], ...], badge: str
) -> None:
    chosen = (1, "color green" if start is STACKED_SIX else "color teal")
    assert seen(position(start, *moves), 2).pile.badge == seen(position(start, *moves, chosen), 2).pile.badge == badge


def test_the_time_is_shown_for_people_and_not_for_bots() -> None:
    table = position(PLAIN)
    assert seen(table).prompt.deadline == 25.0
    assert 'data-deadline="25.00" data-seconds="25"' in fragments(seen(table))["prompt"]
    robots = replace(table, sitters=(sitter(0, bot="hard"), *table.sitters[1:]))
    assert seen(robots, 1).prompt.deadline is None


def test_a_player_replaced_by_a_bot_can_return() -> None:
    table = replace(position(PLAIN), sitters=(sitter(0, stand_in="medium"), *(sitter(n) for n in (1, 2, 3))))
    assert 'formaction="/t/abcd2345/return/"' in fragments(seen(table))["prompt"]
    assert "formaction" not in fragments(seen(table, 1))["prompt"]


def test_a_player_for_whom_a_bot_plays_is_not_asked() -> None:
    table = position(PLAIN)
    here = seen(table).prompt
    assert here.mine
    assert here.buttons
    away = seen(replace(table, sitters=(sitter(0, stand_in="medium"), *(sitter(n) for n in (1, 2, 3))))).prompt
    assert (away.mine, away.buttons) == (False, ())


# --- the calls


def test_the_call_buttons_are_always_shown_and_enabled_when_possible() -> None:
    quiet = seen(position(PLAIN)).calls
    assert (quiet.used, quiet.may_declare, quiet.catch) == (True, False, ())
    table = position("Official | R7 R8 / YR B2 | 0 clockwise red | G1 G2 | R3")
    assert seen(table).calls.may_declare
    late = position("Official | R7 R8 / YR B2 | 0 clockwise red | G1 G2 | R3", (0, "play R7"))
    assert seen(late).calls.may_declare
    assert [(button.move, "Ann" in button.words) for button in seen(late, 1).calls.catch] == [("accuse 0", True)]
    assert {"accuse 0"} <= moves(late, 1)


def test_each_player_who_can_be_caught_has_one_button() -> None:
    rules = Rules.preset("Official", false_accuse_penalty=2).to_json()
    table = position(f"{rules} | R7 G2 / B7 / Y5 / G3 G4 | 0 clockwise red | G1 | R3")
    for seat, others in ((0, {"accuse 1", "accuse 2"}), (1, {"accuse 2"}), (2, {"accuse 1"})):
        html = "".join(fragments(seen(table, seat)).values())
        assert sorted(re.findall(r'value="(accuse .)"', html)) == sorted(others)


def test_a_catch_says_when_it_begins_to_count() -> None:
    late = position("Official | R7 R8 / YR B2 | 0 clockwise red | G1 G2 | R3", (0, "play R7"))
    opened = late.state.windows[0].opened
    assert seen(late, 1).calls.catch_from == opened + 1
    assert f'data-from="{opened + 1:.2f}"' in fragments(seen(late, 1))["calls"]
    assert "data-from" not in fragments(seen(late, 0))["calls"]


def test_who_may_be_accused_without_a_missed_call_has_no_head_start() -> None:
    rules = Rules.preset("Official", false_accuse_penalty=2).to_json()
    table = position(f"{rules} | R7 G2 / B7 Y4 / Y5 G5 | 0 clockwise red | G1 | R3", (0, "declare"), (0, "play R7"))
    calls = seen(table, 1).calls
    assert [button.move for button in calls.catch] == ["accuse 0"]
    assert calls.catch_from == table.state.now


def test_with_automatic_calls_there_are_no_call_buttons() -> None:
    assert not seen(position("Robots | R7 R8 / YR B2 | 0 clockwise red | G1 G2 | R3")).calls.used


# --- the buttons


@pytest.mark.parametrize("preset", ["Official", "Party", "Flip", "No Mercy", "Relaxed"])
def test_the_buttons_are_exactly_the_legal_moves(preset: str) -> None:
    from games.engine import legal

    for seed in range(6):
        for played in range(0, 70, 7):
            table = random_game(Rules.preset(preset), 4, seed, played)
            for seat in range(4):
                offered = set(map(str, legal(table.state, seat)))
                held = {f"play {text}" for text in table.state.faces(seat)}
                assert offered <= moves(table, seat) <= offered | held


# --- the piles


def test_the_last_discards_keep_their_positions() -> None:
    before, after = position(PLAIN), position(PLAIN, (0, "play R7"))
    old, new = seen(before).pile.lying, seen(after).pile.lying
    assert [card.number for card in old] == [0, 1]
    assert [card.number for card in new] == [0, 1, 2]
    assert [card.tilt for card in new[:2]] == [card.tilt for card in old]


def test_the_color_in_play_has_a_name_and_a_symbol() -> None:
    pile = fragments(seen(position(PLAIN)))["pile"]
    assert 'class="red cw"' in pile
    assert "#triangle" in pile
    assert "<b>Red</b>" in pile
    assert 'class="unseen"' in pile


def test_after_a_flip_the_table_is_dark() -> None:
    text = '{"deck": "flip", "backs_public": false} | RF|P8 R1|P3 / B1|UE B2|P6 | 0 clockwise red | G1|O5 G1|OF | R2|OR'
    table = position(text, (0, "play RF"))
    assert seen(table).pile.side == 1
    assert " dark" in fragments(seen(table))["pile"]
    assert "#back-dark" in fragments(seen(table))["stock"]
    assert "backs-2-dark" in fragments(seen(table), is_page=True)["seats"]


def test_the_sides_that_are_not_in_play_are_at_the_seats_and_on_the_draw_pile() -> None:
    table = position("Flip | RF|P8 R1|P3 / B1|UE B2|P6 | 0 clockwise red | G1|O5 G1|OF | R2|OR")
    page = fragments(seen(table), is_page=True)
    assert 'aria-label="Backs: pink 6, purple Skip Everyone"' in page["seats"]
    assert "#PE" not in page["seats"]  # your own stay hidden
    assert "pink 8" not in page["seats"]
    assert "#OF" in fragments(seen(table))["stock"]
    assert "Draw pile, 2 cards, with orange Flip on the back of the top one" in fragments(seen(table))["stock"]


WITHOUT_HINTS = '{"hints": false, "jump_in": true} | %s / YR B2 / G1 R5 | 0 clockwise red | G1 G2 G3 G4 | B9 R3'


@pytest.mark.parametrize("seat", [0, 1])
def test_without_hints_a_page_does_not_say_what_fits(seat: int) -> None:
    """In the first hand and in the second, something fits; in the third, nothing does."""
    shown = []
    for hand in ("R7 G2", "R3 G2", "Y7 G2"):
        rendered = fragments(seen(position(WITHOUT_HINTS % hand), seat))
        shown.append(
            [
                rendered["prompt"],
                rendered["calls"],
                re.sub(r"[RYG][0-9]|(red|yellow|green) [0-9]", "", rendered["hand"]),
            ]
        )
    assert shown[0] == shown[1] == shown[2]
    assert "playable" not in str(shown)


def test_without_hints_every_card_can_be_pressed() -> None:
    table = position(WITHOUT_HINTS % "Y7 G2")
    assert [card.can for card in seen(table).hand.cards] == [True, True]
    assert [card.move for card in seen(table, 2).hand.cards] == ["jump R5", "jump G1"]


# --- results


ENDING = "Official | R7 / YR B2 / G1 WD4 | 0 clockwise red | G1 G2 | R3"


@pytest.mark.parametrize(
    ("rules", "titles"),
    [
        ('{"score_limit": "one_round"}', ["You win!", "Ann wins!"]),
        ('{"score_limit": "200"}', ["You win the round!", "Ann wins the round!"]),
        ('{"score_limit": "elimination"}', ["You win the match!", "Ann wins the match!"]),
    ],
)
def test_the_title_says_what_was_won(rules: str, titles: list[str]) -> None:
    table = position(f"{rules} | R7 / YR B2 | 0 clockwise red | G1 G2 | R3", (0, "play R7"))
    assert [end_of(table, seat).title for seat in (0, 1)] == titles


def test_the_end_of_a_round_shows_the_hands_and_the_next_step() -> None:
    table = position(ENDING, (0, "play R7"))
    end = end_of(table, 1)
    assert end.title == fill(TITLES["round"].others, player="Ann")
    assert [(r.name, r.won, r.points, r.total) for r in end.results] == [
        ("Ann", True, 73, 73), ("Bob", False, 0, 0), ("Cleo", False, 0, 0),
    ]  # fmt: skip
    assert "Wild Draw Four" in end.results[2].hand[1]
    dealer = table.state.dealer + 1
    following = NEXT_ROUND["pause_and_limit"].for_reader(1, dealer)
    assert end.next == fill(following, number=2, player=table.names[dealer], limit=500)


@pytest.mark.parametrize(
    ("line", "cost"),
    [
        ("Official | R7 / W B5 | 0 clockwise red | G1 G2 | R3", 55),
        ("Flip | R7|O1 / W|P5 B5|P9 | 0 clockwise red | G1|O5 G2|TE | R3|P7", 45),
    ],
)
def test_a_wild_costs_what_it_is_worth_in_its_deck(line: str, cost: int) -> None:
    table = position(line, (0, "play R7"))
    assert [result.cost for result in end_of(table).results] == [0, cost]
    won = next(line for line in log(table, Reader(("Ann", "Bob"), 0)) if line.kind == "round_won")
    assert won.costs == ((1, cost),)
    assert end_of(table).results[0].points == cost


def test_without_a_pause_the_end_of_a_round_names_the_round_that_has_begun() -> None:
    table = position(ENDING.replace("Official", '{"pause": 0}'), (0, "play R7"))
    dealer = table.state.dealer
    following = NEXT_ROUND["match_has_limit"].for_reader(1, dealer)
    assert end_of(table, 1).next == fill(following, number=2, player=table.names[dealer], limit=500)


def test_in_the_pause_nobody_is_on_turn_and_all_hands_lie_open() -> None:
    table = position(ENDING, (0, "play R7"))
    viewed = seen(table, 1)
    assert [seat.is_turn for seat in viewed.seats] == [False] * 3
    assert [bool(seat.open) for seat in viewed.seats if not seat.is_me] == [True, False]
    assert [button.move for button in viewed.prompt.buttons] == ["continue"]
    assert (viewed.turn.mine, viewed.calls.catch, viewed.prompt.seconds) == (False, (), 6)


def test_the_result_disappears_when_the_pause_is_over() -> None:
    table = position(ENDING, (0, "play R7"), *((seat, "continue") for seat in range(3)))
    assert seen(table).end is None


def test_a_player_who_lost_their_hand_to_mercy_is_shown_as_out() -> None:
    many = " ".join(f"B{number}" for number in (1, 2, 3, 4, 5, 6, 7, 8) * 3)
    table = position(
        f"No Mercy | RD4 G2 / {many[:-3]} | 0 clockwise red | G1 G2 G6 G7 | R1", (0, "play RD4"), (1, "accept")
    )
    ann, bob = end_of(table).results
    assert (ann.is_out, bob.is_out) == (False, True)
    out, finished = (fragments(seen(shown))["end"] for shown in (table, position(ENDING, (0, "play R7"))))
    without_cards = r'<td class="open">([^<]+)</td>'
    assert find(without_cards, out) != find(without_cards, finished)


def test_the_result_disappears_when_the_next_round_is_played() -> None:
    table = position(ENDING.replace("Official", '{"pause": 0}'), (0, "play R7"))
    later = [replace(table.log[-1], number=n, events=(("passed", 0),)) for n in range(2, 9)]
    assert seen(snapshot_of(table.state, [*table.log, *later])).end is None


def test_the_end_of_the_match_names_the_winner_and_links_to_the_lobby() -> None:
    table = position(ENDING.replace("Official", "House"), (0, "play R7"))
    drawn = fragments(seen(table, 0))
    assert fill(TITLES["only_round"].actor) in drawn["end"]
    assert 'href="/t/abcd2345/"' in drawn["end"]
    assert "data-over" in drawn["turn"]
    assert seen(table, 0).turn.mine is False


# --- fragments


def test_fragments_have_fixed_ids_and_can_be_pushed() -> None:
    drawn = fragments(seen(position(PLAIN)))
    fixed = ["turn", "seats", "pile", "prompt", "message", "calls", "hand", "log", "end"]
    rows = [*drawn][len(fixed) :]
    assert [*drawn][: len(fixed)] == fixed
    assert rows[:4] == ["s1", "s2", "s3", "s0"]
    for name, html in drawn.items():
        assert re.match(rf'<\w+ [^>]*id="{name}" hx-swap-oob="morph"', html), name
        assert name not in rows or sum(f'id="{name}" data-same' in other for other in drawn.values()) == 1
        assert "<form" not in html
        assert "csrf" not in html
        assert " style=" not in html
    assert 'data-version="1" data-game="1"' in drawn["turn"]


def test_the_fragments_of_viewers_who_see_the_same_are_rendered_once() -> None:
    table = position(PLAIN)
    first = pieces(table, None, Preferences())
    assert pieces(table, None, Preferences())["seats"] is first["seats"]
    assert pieces(table, 1, Preferences())["seats"] is not first["seats"]


def test_what_changes_for_viewers_who_see_the_same_is_found_once() -> None:
    before, after = position(PLAIN), position(PLAIN, (0, "play R7"))
    shown = pieces(before, None, LIKES).hashes
    assert pieces(before, None, LIKES).hashes is shown
    rendered = pieces(after, None, LIKES)
    changes = rendered.changes_since(shown)
    assert changes == "".join(html for html in rendered.values() if html not in pieces(before, None, LIKES).values())
    assert rendered.changes_since(shown) is changes
    assert rendered.changes_since(()) == "".join(rendered.values())
    assert rendered.changes_since(rendered.hashes) == ""


@pytest.mark.parametrize("preset", ["Party", "Flip", "No Mercy", "Partners"])
def test_viewers_whom_an_entry_does_not_concern_share_its_text(preset: str) -> None:
    shared = 0
    for seed in range(4):
        state, random = deal(Rules.preset(preset), 4, Random(seed)), Random(seed)
        for now in range(100):
            seat, move = random.choice([(seat, move) for seat in range(4) for move in legal(state, seat)])
            entry = LogEntry(1, seat, move, tuple(play(state, seat, move, now)))
            for reader in (Reader(("Ann", "Bob", "Cid", "Dan"), viewer) for viewer in range(4)):
                for compute, more in ((_lines, ((0, 1, 2, 3), state.deck)), (_notes, ())):
                    made = read_by(reader, entry, compute, *more)
                    assert made == compute(entry, reader, *more)
                    shared += made is read_by(reader._replace(seat=None), entry, compute, *more)
    assert shared > 800


def test_what_a_move_leaves_as_it_was_is_not_rendered_again() -> None:
    before = position(PLAIN, (0, "play R7"))
    after = replace(before, version=before.version + 1)
    first, second = (pieces(table, 1, LIKES) for table in (before, after))
    again = [name for name in first if first[name] is second[name]]
    assert {"s0", "s1", "s2", "stock", "prompt", "calls", "hand"} <= set(again)
    assert first["turn"] != second["turn"]


def test_a_line_of_the_log_is_rendered_once_for_all_versions() -> None:
    before, after = position(PLAIN, (0, "play R7")), position(PLAIN, (0, "play R7"))
    later = replace(after, version=after.version + 1, log=before.log)
    reader = Reader(("Ann", "Bob", "Cid"), None)
    assert log(before, reader)[-1].row is log(later, reader)[-1].row


# In Flip, a hand is sent with its backs.
@pytest.mark.parametrize(("preset", "most"), [("Official", 2_500), ("Flip", 3_000), ("No Mercy", 2_500)])
def test_a_move_changes_little_of_what_a_viewer_has(preset: str, most: int) -> None:
    sizes = []
    for played in range(2, 60, 3):
        before, after = (random_game(Rules.preset(preset), 4, 3, moves) for moves in (played, played + 1))
        for seat in range(4):
            known, new = (set(fragments(seen(table, seat)).values()) for table in (before, after))
            sizes.append(sum(len(html.encode()) for html in new - known))
    assert median(sizes) <= most  # hashes make the names of static files some bytes longer
    assert max(sizes) <= 6_000


def test_anonymous_viewers_have_the_default_preferences() -> None:
    from games.models import User

    preferences = User(hand_order="number", card_hints=False, color_symbols=False, confirm_play=True, sound=True)
    preferences.auto_answer = False
    assert Preferences.of(preferences) == Preferences("number", False, False, True, True, False)
    assert Preferences.of(None) == Preferences()


# --- data for the scripts


def test_a_call_does_not_change_the_pending_decision() -> None:
    start = "Official | R7 B2 / R5 Y6 G1 / G1 R2 Y8 | 0 clockwise red | G2 G4 G5 G6 | R9"
    moves = [(0, "play R7"), (1, "accuse 0"), (1, "play R5"), (2, "draw"), (2, "keep")]
    tables = [position(start, *moves[:played]) for played in range(1, len(moves) + 1)]
    assert [seen(table).turn.version for table in tables] == [2, 3, 4, 5, 6]
    assert [seen(table).turn.question for table in tables] == [1, 1, 3, 4, 5]
    assert 'data-question="3"' in fragments(seen(tables[2]))["turn"]


def test_taking_back_a_move_restores_the_pending_decision() -> None:
    table = position(PLAIN, (0, "play R7"), (1, "draw"))
    back = LogEntry(3, None, "take back", (("taken_back", 1, 0.0, "{}"),))
    assert seen(replace(table, log=(*table.log, back))).turn.question == 1


def test_a_seat_shows_the_whole_penalty_of_a_wrong_challenge() -> None:
    table = position(
        "Official | Y1 Y2 WD4 / B2 B3 / G5 G6 | 0 clockwise red | B5 B6 B7 B8 B9 G1 G2 G3 | G9",
        (0, "play WD4 green"),
        (1, "challenge"),
    )
    events = [event for entry in table.log for event in entry.events if event[0] == "force_draw"]
    assert len(events) == 2
    assert ">draws 6<" in pieces(table, None, Preferences())["s1"]


def test_a_color_that_begins_with_a_vowel_gets_its_article() -> None:
    view = SimpleNamespace(debt=0, until=True, color="orange")
    assert penalty(view) == "until an orange card comes"  # type: ignore[arg-type]
    assert penalty(SimpleNamespace(debt=2, until=True, color="pink")) == "2, then until a pink card comes"  # type: ignore[arg-type]


DRAWN = "Official | R7 G2 / R5 Y6 | 0 clockwise red | B1 {} | R9"


@pytest.mark.parametrize(("card", "only"), [("B5", "keep"), ("R5", "")])
def test_a_drawn_card_is_kept_without_a_click_if_it_cannot_be_played(card: str, only: str) -> None:
    table = position(DRAWN.format(card), (0, "draw"))
    assert seen(table, 0).prompt.only == only
    assert (f'data-only="{only}"' in fragments(seen(table, 0))["prompt"]) is bool(only)
    assert seen(table, 1).prompt.only == ""
    assert pov(table, 0, Preferences(auto=False)).prompt.only == ""


def test_a_turn_on_which_only_drawing_is_possible_is_left_to_the_player() -> None:
    assert seen(position("Official | B7 G2 / R5 Y6 | 0 clockwise red | B1 B2 | R9"), 0).prompt.only == ""


def test_the_only_opponent_is_chosen_without_a_click() -> None:
    table = position('{"seven_zero": true} | R7 G2 / R5 Y6 | 0 clockwise red | B1 B2 | R9', (0, "play R7"))
    assert seen(table, 0).prompt.only == "swap 1"


# --- several cards in one move


ADDING = '{"several": "%s"} | %s / Y1 Y2 | 0 clockwise red | G1 G2 G3 G4 | R3'


def test_equal_cards_can_be_added_or_not() -> None:
    table = position(ADDING % ("equal", "R7 B7 G7 G1"), (0, "play R7"))
    assert {"add B7", "add G7", "done"} <= moves(table)
    assert not {"add G1", "play B7"} & moves(table)
    assert seen(table).prompt.text == "Add another 7, or stop here."
    assert seen(table, 1).prompt.text == "Ann may add another card."


def test_an_identical_card_is_named_with_its_color() -> None:
    table = position(ADDING % ("identical", "RS RS G1 G2"), (0, "play RS"))
    assert seen(table).prompt.text == "Add another red Skip, or stop here."


def test_without_hints_every_card_may_be_tried() -> None:
    text = ADDING.replace('"}', '", "hints": false, "misplay_penalty": 1}') % ("equal", "R7 B7 G7 G1")
    table = position(text, (0, "play R7"))
    assert {"add B7", "add G1", "done"} <= moves(table)


# --- cards without colors


ALL_WILD = '{"deck": "all_wild"} | KT2 KW KR / KW KW / KW | 0 clockwise black | KW KW KW KW | KW'


def test_where_all_cards_are_wild_no_color_is_shown() -> None:
    table = position(ALL_WILD)
    assert seen(table).prompt.text == "Your turn: play any card, or draw."
    pile = fragments(seen(table))["pile"]
    assert "Any card fits" in pile
    assert "black" not in pile
    assert "No color yet" not in pile


def test_a_target_is_chosen_at_the_seats() -> None:
    table = position(ALL_WILD, (0, "play KT2"))
    assert {"target 1", "target 2"} <= moves(table)
    assert seen(table).prompt.text == "Choose a player who draws 2 cards."
    assert seen(table, 1).prompt.text == "Ann is choosing a player."
    assert not {"target 0", "target 2"} & moves(table, 1)
