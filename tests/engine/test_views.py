"""A seat's view and events must not depend on anything hidden from it (non-interference)."""

from inspect import signature
from random import Random
from typing import Any

import pytest

from games.engine import DECKS, Event, Refused, Rules, State, deal, legal, play, seen, view
from games.engine.cards import Deck
from games.engine.events import HIDDEN, KINDS
from tests.engine.playing import first_entry, kinds, play_moves, random_entries, random_entry, random_start, table

OPEN_KINDS = {"played", "misplayed", "force_draw_play", "discarded_all", "flipped", "roulette", "round_won"}
"""Events that show cards to all viewers."""


# --- non-interference


def another_world(state: State, viewer: Any, rng: Random) -> Any:
    """Return the game with everything that the viewer cannot know exchanged at random."""
    other = state.copy()
    side, deck = state.side, state.deck
    known = {"discard": range(state.buried, len(state.discard))}
    piles = [*other.hands, other.draw, other.discard, other.aside]
    shown: list[set[int]] = [set() for _ in piles]
    shown[state.seats + 1] = set(known["discard"])
    if viewer is not None:
        shown[viewer] = set(range(len(other.hands[viewer])))
    pool = [card for pile in piles for card in pile]
    rng.shuffle(pool)
    places = [
        (pile, index, index in seen_here)
        for pile, seen_here in zip(piles, shown, strict=True)
        for index in range(len(pile))
    ]
    for pile, index, is_shown in sorted(places, key=lambda place: not place[2]):
        fits = (n for n, card in enumerate(pool) if not is_shown or same_face(deck, side, card, pile[index]))
        pile[index] = pool.pop(next(fits))
    if state.node == "keep_or_play":
        other.drawn = drawn_cards_in(state, other)
    return other


def drawn_cards_in(state: State, other: Any) -> Any:
    """Return the cards of the other world at the places in the hand of the cards drawn in this one."""
    left = list(enumerate(state.hands[state.turn]))
    drawn = []
    for card in state.drawn:
        place = max(index for index, held in left if held == card)
        left.remove((place, card))
        drawn.append(other.hands[state.turn][place])
    return tuple(drawn)


def same_face(deck: Deck, side: int, one: str, other: str) -> bool:
    return deck.faces[side][one].text == deck.faces[side][other].text


def views_of(state: State) -> Any:
    return [view(state, seat) for seat in (None, *range(state.seats))]


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.no_cover
def test_worlds_that_differ_only_in_hidden_cards_have_equal_views(seed: int) -> None:
    rng = Random(seed)
    state = random_start(rng, backs_public=False, open_hand_at=0, deck=("classic", "flip", "no_mercy")[seed % 3])
    for _ in random_entries(state, rng, 40):
        for viewer in (None, *range(state.seats)):
            other = another_world(state, viewer, rng)
            assert view(other, viewer) == view(state, viewer)


REVEALING = {"flipped", "swapped", "passed_hands"}
"""After these events a player sees cards that no earlier event has shown."""


def seen_events(events: list[Event], viewer: Any) -> Any:
    return [event for event in (seen(event, viewer) for event in events) if event is not None]


@pytest.mark.no_cover
def test_equal_events_in_two_worlds_lead_to_equal_views() -> None:
    """A move is played in two worlds that look alike to a viewer. If the viewer gets equal events in both, the views
    must be equal afterwards: a view contains only what was known before or shown by an event.
    """
    assert sum(map(compared_views, range(60))) > 600


def compared_views(seed: int) -> int:
    rng = Random(seed)
    deck = ("classic", "no_mercy", "flip")[seed % 3]
    state = random_start(rng, backs_public=False, open_hand_at=0, deck=deck, uno_head_start="0")
    compared = 0
    for _ in range(40):
        if state.is_over:
            break
        viewer = rng.choice([None, *range(state.seats)])
        other = another_world(state, viewer, rng)
        move = legal(state, state.turn)[-1 if rng.random() < 0.6 else 0]
        one = state.copy()
        events = play(one, state.turn, move, state.now)
        try:
            others = play(other, state.turn, move, state.now)
        except Refused:
            others = None  # the player of the other world does not have this card, and all viewers would notice
        if (
            others is not None
            and seen_events(events, viewer) == seen_events(others, viewer)
            and not REVEALING & set(kinds(events))
        ):
            assert view(other, viewer) == view(one, viewer)
            compared += 1
        random_entry(state, state.now + 1.0, rng)
    return compared


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.no_cover
def test_a_draw_shows_other_seats_only_the_number_of_cards(seed: int) -> None:
    """This holds if the player may keep the drawn card."""
    rng = Random(seed)
    state = random_start(
        rng, draw="one", drawn_play="optional", backs_public=False, open_hand_at=0, mercy_limit=0, voluntary_draw=True
    )
    for _ in random_entries(state, rng, 60):
        if state.node != "turn" or "draw" not in legal(state, state.turn) or not state.draw:
            continue
        for viewer in {None, *range(state.seats)} - {state.turn}:
            other, one = another_world(state, viewer, rng), state.copy()
            events = [play(world, state.turn, "draw", state.now) for world in (one, other)]
            assert seen_events(events[0], viewer) == seen_events(events[1], viewer)
            assert view(one, viewer) == view(other, viewer)


# --- the events of a spectator


def texts(value: Any) -> Any:
    if isinstance(value, (tuple, list)):
        return [text for part in value for text in texts(part)]
    return [value] if isinstance(value, str) else []


def cards_in(event: Any) -> Any:
    faces = {text for deck in DECKS.values() for side in deck.printed for text in side}
    return [text for text in texts(event[1:]) if text in faces or "|" in text]


@pytest.mark.parametrize("seed", range(30))
def test_no_event_shows_a_spectator_a_hidden_card(seed: int) -> None:
    rng = Random(seed)
    state = random_start(rng, deck=("classic", "flip", "no_mercy")[seed % 3])
    for entry in [first_entry(state), *random_entries(state, rng, 250)]:
        for event in entry.events:
            shown = seen(event, None)
            if shown is None or event[0] in OPEN_KINDS:
                continue
            assert cards_in(shown) == ([shown[6]] if event[0] == "dealt" else []), event


@pytest.mark.parametrize("seed", range(30))
def test_a_seat_sees_only_its_own_drawn_cards_and_the_faces_in_play(seed: int) -> None:
    rng = Random(seed)
    state = random_start(rng, deck="flip", backs_public=False, open_hand_at=0)
    for entry in [first_entry(state), *random_entries(state, rng, 150)]:
        for event in entry.events:
            for seat in range(state.seats):
                shown = seen(event, seat)
                if shown is None:
                    continue
                assert not [text for text in texts(shown) if "|" in text], event
                if event[0] in ("drew", "force_draw") and event[1] != seat:
                    assert shown[2] == len(event[2])


def test_every_kind_of_event_with_cards_is_either_open_or_hidden() -> None:
    fields = {name: set(signature(kind).parameters) for name, kind in KINDS.items()}
    with_cards = {name for name in KINDS if fields[name] & {"cards", "hands", "draw", "order", "proof", "text", "card", "top", "first", "seed"}}  # fmt: skip
    assert with_cards - set(HIDDEN) == OPEN_KINDS


def test_the_cards_of_a_roulette_are_shown_to_all() -> None:
    event = ("roulette", 1, ("G9", "R6"))
    assert seen(event, None) == seen(event, 0) == event


def test_the_seed_is_never_shown() -> None:
    state = deal(Rules(), 3, Random(8))
    for seat in (None, 0, 1, 2):
        for event in state.news:
            assert str(state.seed) not in str(seen(event, seat))
        assert str(state.seed) not in str(view(state, seat))
    assert seen(state.news[0], 0) == ("game_start", "{}", 3, None)


def test_a_deal_shows_each_seat_its_own_hand_the_first_card_and_counts() -> None:
    state = deal(Rules(first_card="number_only"), 3, Random(8))
    event = state.news[1]
    shown = seen(event, 1)
    assert shown == ("dealt", "classic", 1, state.dealer, (7, state.faces(1), 7), 86, state.top.text, state.color)
    public = seen(event, None)
    assert public is not None
    assert public[4] == (7, 7, 7)


def test_the_position_at_the_start_of_a_game_is_not_shown() -> None:
    state = table("R7 G2 / B7 B1", "R1")
    assert [seen(event, seat) for event in state.news for seat in (None, 0, 1)] == [None] * 3


def test_a_bluff_is_not_revealed_before_the_challenge() -> None:
    state = table("WD4 R2 G3 / B7 B1 / Y7 Y2", "R1")
    events = play_moves(state, "0 play WD4", "0 color green")
    assert "noted" in kinds(events)
    for seat in (None, 0, 1, 2):
        assert "noted" not in kinds(seen_events(events, seat))


def test_the_challenged_hand_is_shown_only_to_the_challenger_and_its_owner() -> None:
    state = table("WD4 R2 G3 / B7 B1 / Y7 Y2", "R1")
    play_moves(state, "0 play WD4", "0 color green")
    showed = play_moves(state, "1 challenge")[0]
    assert seen(showed, 1) == seen(showed, 0) == ("showed", 0, 1, ("R2", "G3"))
    assert seen(showed, 2) == seen(showed, None) == ("showed", 0, 1, 2)


def test_a_reshuffle_shows_its_size_and_not_its_order() -> None:
    assert seen(("reshuffled", ("R7", "W", "G2")), 0) == ("reshuffled", 3)


# --- views


def test_a_view_contains_the_seats_own_cards_and_counts_of_all_others() -> None:
    state = table("R7 G2 / B7 B1 B2", "Y1 R1")
    mine = view(state, 0)
    assert (mine.hand, mine.counts, mine.to_draw, mine.discards) == (("R7", "G2"), (2, 3), 16, 2)
    assert (mine.pile, mine.top, mine.legal) == (("Y1", "R1"), "R1", ("play R7", "draw", "declare"))
    assert (view(state, 1).hand, view(state, 1).legal) == (("B7", "B1", "B2"), ())
    assert (view(state, None).hand, view(state, None).legal, view(state, None).seat) == ((), (), None)


def test_a_player_sees_their_drawn_card() -> None:
    state = table("R7 G2 / B7 B1 B2", "Y1 R1")
    play_moves(state, "0 draw")
    assert view(state, 0).drawn == ("G9",)
    assert view(state, 1).drawn == view(state, None).drawn == ()


def test_drawn_cards_of_the_previous_player_are_not_shown_to_the_victim() -> None:
    state = table("G7 G2 / B7 B1 B2", "R1", pile="RD Y5 Y6", draw="until_playable", stacking="same")
    play_moves(state, "0 draw", "0 play RD")
    assert (state.turn, state.node) == (1, "respond")
    assert view(state, 1).drawn == ()


@pytest.mark.parametrize("seed", range(12))
def test_public_backs_reveal_nothing_else(seed: int) -> None:
    """Two worlds with equal backs must look alike even if the faces in play differ."""
    rng = Random(seed)
    state = random_start(rng, deck="flip", backs_public=True)
    for _ in random_entries(state, rng, 60):
        for seat in range(state.seats):
            shown = view(state, seat)
            for other, hand in enumerate(state.hands):
                backs = sorted(state.deck.faces[1 - state.side][card].text for card in hand)
                assert list(shown.backs[other]) == ([] if other == seat else backs)
            assert shown.hand == state.faces(seat)


def test_the_order_of_shown_backs_reveals_nothing() -> None:
    one = table("R7|O1 Y2|T1 / B1|UE G5|O7", "R9|U5", deck="flip", backs_public=True)
    two = table("R7|O1 Y2|T1 / G5|O7 B1|UE", "R9|U5", deck="flip", backs_public=True)
    assert view(one, 0) == view(two, 0)


def test_every_player_sees_the_pending_decision() -> None:
    state = table("WD4 R2 G3 / B7 B1 / Y7 Y2", "R1")
    play_moves(state, "0 play WD4")
    assert (view(state, 0).decision, view(state, 0).node) == ("choose_color", "attack_color")
    play_moves(state, "0 color green")
    assert (view(state, 2).decision, view(state, 2).debt, view(state, 2).attacker) == ("respond", 4, 0)
    assert view(state, 2).deadline == 25.0


def test_every_event_in_a_log_is_of_a_known_kind() -> None:
    seen_events = """game_start played skipped reversed attacked force_draw force_draw_play wild wild_draw swapped passed_hands
        flipped discarded_all roulette challenge_won challenge_lost jumped_in declared accused knocked_out passed
        timed_out round_won match_won"""
    assert set(seen_events.split()) <= set(KINDS)
