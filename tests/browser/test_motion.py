"""Animations and sounds at the table: where they start and end, how long they take, and that they block nothing."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import FloatRect, Page, Route

from games.devtools.fixtures import Fixture, build_state
from tests.browser.conftest import MakeTable, OpenFixture
from tests.browser.seats import Seat, box_of, in_sight, overlap, wait_for_late_styles, wait_for_script
from tests.browser.tables import position
from tests.conftest import DESKTOP, PHONE, OpenPage
from tests.contexts import ContextOptions
from tests.table.positions import MANY

pytestmark = pytest.mark.once  # what a browser shows of a game is the same whatever keeps it
MOVES: ContextOptions = {"reduced_motion": "no-preference"}
START = "Official | R7 RD B4 / R5 Y6 G1 / Y1 Y2 Y3 | 0 clockwise red | G1 G2 G4 G5 G6 G7 G8 | Y9 R9"
SWAPS = "Party | R7 R0 B2 / Y5 Y6 G1 / B9 B8 Y1 | 0 clockwise red | G1 G2 G4 | R9"
FLIPS = Fixture(hands="R1|P3 G2|TE Y7|O2 YF|P4 / 3", rules="Flip", discard="G4|T9 Y1|PE")
# Each animation as it begins: of what, for how long, and where that is seen then; and each flash, which soon goes away.
WATCH = """() => {
    window.moves = [];
    window.flashes = [];
    new MutationObserver((changes) => {
        const come = changes.flatMap(({ addedNodes }) => [...addedNodes]);
        flashes.push(...come.filter((one) => one.matches?.(".flash")).map((one) => one.textContent));
    }).observe(document.getElementById("table"), { childList: true });
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...how) {
        const made = animate.apply(this, how), { duration, delay } = made.effect.getTiming();
        const { left, top, width, height } = this.getBoundingClientRect();
        const what = this.id || this.getAttribute("class") || this.parentElement.id;
        moves.push({ what, duration, delay, top, at: [left + width / 2, top + height / 2] });
        if (window.frozen) made.pause();
        return made;
    };
}"""
WHEN_THE_CARDS_HAVE_COME = """() => {
    const [cards, [count]] = ["card flying", "count"].map((name) => moves.filter(({ what }) => what === name));
    return count.delay === Math.max(...cards.map(({ duration, delay }) => duration + delay));
}"""
ORDER_OF_A_FLASH = """() => {
    const flash = Object.assign(document.createElement("span"), { className: "flash" });
    document.getElementById("table").append(flash);
    return getComputedStyle(flash).zIndex;
}"""
SCENE_ORDER = 3
MIDDLE = "it => { const b = it.getBoundingClientRect(); return [b.left + b.width / 2, b.top + b.height / 2]; }"


def watched(seat: Seat) -> Seat:
    seat.page.evaluate(WATCH)
    return seat


def seen(seat: Seat) -> dict[str, list[float]]:
    """Return where each animation started, by the element's name, and assert that all are short."""
    moves = seat.page.evaluate("moves")
    assert all(move["duration"] <= 300 for move in moves)
    return {move["what"]: move["at"] for move in moves}


def middle(seat: Seat, place: str) -> list[float]:
    return list(seat.page.locator(place).first.evaluate(MIDDLE))


def risen(seat: Seat, name: str) -> list[float]:
    """Return where a card is under the pointer: it rises there, and its animation starts from that position."""
    card = seat.card(name)
    card.hover(position=in_sight(card))
    card.evaluate("card => Promise.all(card.getAnimations().map((one) => one.finished))")
    return list(card.evaluate(MIDDLE))


def near(one: list[float], other: list[float]) -> bool:
    return all(abs(a - b) < 8 for a, b in zip(one, other, strict=True))


def test_a_card_goes_from_the_hand_to_the_pile_and_penalties_from_there_to_the_seat(make_table: MakeTable) -> None:
    table = make_table(["Ann", "Bob", "Cleo"], position(START))
    ann, bob, cleo = (watched(table.open(name, **MOVES)) for name in ("Ann", "Bob", "Cleo"))
    hand, stock = risen(ann, "red Draw Two"), middle(bob, "#stock")
    ann.plays("red Draw Two")
    for other in (bob, cleo):
        other.catches_up(ann)
    assert near(seen(ann)["p2"], hand)
    assert near(seen(cleo)["p2"], middle(cleo, "#s0 .count"))
    assert near(seen(bob)["h-G8-1"], stock)
    assert near(seen(bob)["h-G7-1"], stock)
    assert set(seen(cleo)) == {"p2", "card flying", "count", "flash bad"}
    assert cleo.page.evaluate("flashes") == ["+2"]
    assert cleo.page.evaluate(WHEN_THE_CARDS_HAVE_COME)


def test_on_a_phone_the_room_for_flying_cards_above_the_hand_blocks_no_buttons(make_table: MakeTable) -> None:
    table = make_table(["Ann", "Bob", "Cleo"], position(START.replace("R7 RD B4", "B1 B2 B4")))
    ann = table.open("Ann", PHONE, **MOVES)
    row, card = (box_of(ann.page.locator(place).first) for place in ("#hand", "#h-B1-1"))
    assert card["y"] - row["y"] > 1.5 * card["height"]
    ann.presses("Draw a card")
    ann.presses("Keep it")
    ann.is_asked("Bob’s turn")


# Those that wait are not seen, and all fly above the question and the piles.
HOW_CARDS_COME = """() => {
    const first = (card) => card.getAnimations().find(({ effect }) => effect.getKeyframes()[0].transform);
    const order = (id) => parseInt(getComputedStyle(document.getElementById(id)).zIndex);
    const orders = ["hand", "prompt", "pile"].map(order);
    const cards = [...document.querySelectorAll("#hand .card")];
    return {
        opacities: cards.map((card) => first(card).effect.getKeyframes()[0].opacity),
        isAbove: orders.slice(1).every((order) => !(order >= orders[0])),
    };
}"""


def test_hands_that_are_swapped_travel_both_ways(make_table: MakeTable) -> None:
    table = make_table(["Ann", "Bob", "Cleo"], position(SWAPS))
    ann, bob, cleo = (table.open(name, **MOVES) for name in ("Ann", "Bob", "Cleo"))
    ann.plays("red 7")
    for one in (bob, cleo):
        one.catches_up(ann)
    for one in (ann, bob, cleo):
        watched(one)
    ann.page.mouse.move(5, 5)  # a card under the pointer would sink when it leaves
    ann.page.wait_for_function("() => !document.querySelector('#hand :hover')")
    ann.page.wait_for_function("() => !document.getElementById('hand').getAnimations({ subtree: true }).length")
    lay = ann.page.locator("#hand .card").evaluate_all(f"cards => cards.map({MIDDLE})")
    ann.page.evaluate("window.frozen = true")
    ann.does(ann.page.locator("#s2").get_by_role("button", name="Swap hands with Cleo"))
    cleo.catches_up(ann)
    bob.catches_up(ann)
    for one, giver in ((ann, "#s2"), (cleo, "#s0")):
        cards = {what: at for what, at in seen(one).items() if what.startswith("h-")}
        assert len(cards) == len(one.hand)
        assert all(near(at, middle(one, f"{giver} .count")) for at in cards.values())
    assert ann.page.evaluate(HOW_CARDS_COME) == {"opacities": [None, "0", "0"], "isAbove": True}
    ann.page.wait_for_function("() => moves.filter(({ what }) => what === 'card flying').length === 2")
    gone = ann.page.evaluate("moves.filter(({ what }) => what === 'card flying').map(({ at }) => at)")
    assert all(near(at, place) for at, place in zip(gone, lay, strict=True)), (
        "their own cards travel from where they lay"
    )
    bob.page.wait_for_function("() => moves.filter(({ what }) => what === 'card flying').length === 8")
    assert not [what for what in seen(bob) if what.startswith("h-")]


def test_hands_are_passed_on_after_the_card_has_landed_that_says_so(make_table: MakeTable) -> None:
    ann = watched(make_table(["Ann", "Bob", "Cleo"], position(SWAPS)).open("Ann", **MOVES))
    ann.plays("red 0")
    ann.page.wait_for_function("() => moves.some(({ what }) => what === 'card flying')")
    delays = ann.page.evaluate("moves.filter(({ what }) => /^(h-|card flying)/.test(what)).map(({ delay }) => delay)")
    assert min(delays) >= 260
    asked, *comes = ann.page.evaluate(
        "['prompt', ...[...document.querySelectorAll('#hand .card')].map(({ id }) => id)]" + DELAYS
    )
    assert asked >= max(comes) + 260, "nothing is asked before the hand has come"
    pile = ann.page.evaluate("moves.filter(({ what }) => what.startsWith('p')).map(({ delay }) => delay)")
    assert 0 in pile


# Playable cards lie a little higher, and rise there during the same time.
STAY_DOWN = """() => {
    const style = new CSSStyleSheet();
    style.replaceSync("#hand .card { --lift: 0rem !important; transition: none !important; }");
    document.adoptedStyleSheets.push(style);
}"""


def test_on_a_flip_the_card_lands_and_all_turn_where_they_are(make_table: MakeTable) -> None:
    state = build_state(FLIPS)
    state.rules = state.rules.but(decision_seconds=0)
    table = make_table(["Ann", "Bob"], state)
    ann = watched(table.open("Ann", **MOVES))
    ann.page.evaluate(STAY_DOWN)
    light = ann.page.locator("#hand .card:not([aria-label^='yellow Flip']) use").evaluate_all(FACES)
    below = ann.page.locator(TOP).evaluate_all(FACES)
    lit_fan = ann.page.locator("#b1 use").evaluate_all(FACES)
    ann.page.evaluate(WATCH_FACES)
    rested = risen(ann, "yellow Flip")
    ann.plays("yellow Flip")
    ann.page.locator("#table[data-turnless]").wait_for()
    ann.page.wait_for_function("() => moves.some(({ what }) => what === 'stock')")
    turned = seen(ann)
    assert ann.page.evaluate("fading") == ["bar", "table"], "the new side comes to both at once"
    cards = ann.page.locator("#hand .card").evaluate_all("cards => cards.map(card => card.id)")
    [flipped] = ann.page.locator("#discards > [id]").evaluate_all("cards => cards.map(card => card.id)")
    [laid_below] = [what for what in turned if what.startswith("card lying")]
    parts = {"stock", "discards", "old-side", "pile", "color", "prompt", "b1", "cover", laid_below}
    assert set(turned) == {*parts, flipped, *cards}
    assert near(turned[flipped], rested), "the card comes from where it was pressed"
    asked, last, fan, piles = ann.page.evaluate(
        "['prompt', document.querySelector('#hand').lastElementChild.id, 'b1', 'discards']" + DELAYS
    )
    assert asked >= last + 150, "nothing is asked before the faces are seen"
    assert fan >= piles + 150, "the hands of others turn after the piles"
    [turn] = ann.page.evaluate("moves.filter(({ what }) => what === 'stock').map(({ duration }) => duration)")
    assert turn == 300, "a slow browser leaves no card on its edge"
    ann.page.wait_for_function(HAVE_TURNED)
    ann.page.locator(".old-side").last.wait_for(state="detached")
    ann.page.locator("#table:not([data-turnless])").wait_for()
    dark = ann.page.locator("#hand .card use").evaluate_all(FACES) + ann.page.locator(TOP).evaluate_all(FACES)
    shown = ann.page.evaluate("faces")
    assert len(light) + 1 == len(dark) == len(cards) + 1
    dark_fan = ann.page.locator("#b1 use").evaluate_all(FACES)
    for pair in zip([*light, "YF", *lit_fan], dark + dark_fan, strict=True):
        assert list(pair) in shown, "each card has its light face until it stands on its edge"
    assert set(ann.page.evaluate("hidden")) == {'[300,["1",0],["1",0.5],["0",0.5],["0",1]]'}
    assert ann.page.locator(".cover").count() == 0
    assert all(near(turned[card], middle(ann, f"#{card}")) for card in cards)
    named, glows = ann.page.evaluate("['color', 'pile'].map((part) => moves.find(({ what }) => what === part).delay)")
    assert min(named, glows) >= 260 + 150, "the new color is named, and glows, when the pile has turned"
    assert ann.page.evaluate("below") == below, "the pile shows what was on it until then"
    assert ann.page.locator("#discards > :not([id])").count() == 0


DISCARDS = "No Mercy | RA R5 R6 B2 B3 / B1 B4 B5 / G9 G2 G3 | 0 clockwise red | G1 G4 G5 | R1"


def test_cards_that_are_discarded_together_fly_one_after_the_other(make_table: MakeTable) -> None:
    table = make_table(["Ann", "Bob", "Cleo"], position(DISCARDS))
    ann, bob = (watched(table.open(name, **MOVES)) for name in ("Ann", "Bob"))
    five, six = (middle(ann, f"#h-{card}-1") for card in ("R5", "R6"))
    ann.plays("red Discard All")
    bob.catches_up(ann)
    flights = "moves.filter(({ what }) => what === 'card flying').map(({ at, delay }) => [at, delay])"
    own, others = ann.page.evaluate(flights), bob.page.evaluate(flights)
    assert [near(at, place) for (at, _), place in zip(own, (five, six), strict=True)] == [True, True]
    assert [near(at, middle(bob, "#s0")) for at, _ in others] == [True, True]
    assert [delay for _, delay in own] == [delay for _, delay in others] == [30, 60]
    ann.page.locator("#table > .flying").last.wait_for(state="detached")


TAKES_FOUR = "Official | WD4 B4 G9 / B5 Y6 | 0 clockwise red | G1 G2 G4 G5 G6 G7 G8 | Y9 R9"
WATCH_COUNT_OF = """seat => {
    window.numbers = [];
    window.inFrames = [];
    const count = () => [...document.querySelectorAll(`#s${seat} .count > b`)].at(-1).textContent;
    const look = () => { inFrames.push(count()); requestAnimationFrame(look); };
    look();
    new MutationObserver(() => { if (numbers.at(-1) !== count()) numbers.push(count()); })
        .observe(document.getElementById("seats"), { subtree: true, childList: true, characterData: true });
}"""


@pytest.mark.parametrize("reader", ["Ann", "Bob"])
def test_the_cards_of_a_penalty_are_counted_as_they_come(make_table: MakeTable, reader: str) -> None:
    table = make_table(["Ann", "Bob"], position(TAKES_FOUR))
    ann, bob = (table.open(name, **(MOVES if name == reader else {})) for name in ("Ann", "Bob"))
    ann.plays("Wild Draw Four")
    ann.picks("blue")
    bob.catches_up(ann)
    page = (ann if reader == "Ann" else bob).page
    wait_for_script(page, "effects")
    page.evaluate(WATCH_COUNT_OF, 1)
    bob.does(bob.page.locator("#b-accept"))
    page.wait_for_function("() => numbers.at(-1) === '6'")
    assert page.evaluate("numbers")[-5:] == ["2", "3", "4", "5", "6"]
    frames = page.evaluate("inFrames")
    assert frames == sorted(frames), "the new number is not seen before its cards"


def test_the_word_beside_a_number_of_cards_follows_it(make_table: MakeTable) -> None:
    table = make_table(["Ann", "Bob"], position("Official | B4 / RD Y6 | 1 clockwise red | G1 G2 G4 | R9"))
    ann, bob = table.open("Ann", **MOVES), table.open("Bob")
    wait_for_script(ann.page, "effects")
    ann.page.evaluate("""() => {
        window.said = [];
        const read = () => {
            const words = [...document.querySelectorAll("#s0 .count")].at(-1).textContent.replace(/\\s+/g, " ").trim();
            if (said.at(-1) !== words) said.push(words);
            requestAnimationFrame(read);
        };
        read();
    }""")
    bob.plays("red Draw Two")
    ann.page.wait_for_function("() => said.at(-1) === '3 cards'")
    assert ann.page.evaluate("said") == ["1 card", "2 cards", "3 cards"]


# As when a round ends while cards of a penalty arrive
OLD_COUNT_BECOMES_A_HAND = """async () => {
    const seat = document.getElementById("s1");
    counts.keepCount(seat, [20, 40, 60]);
    const old = seat.lastElementChild;
    old.className = "open";
    old.replaceChildren();
    await new Promise((done) => setTimeout(done, 100));
    return old.isConnected;
}"""


def test_cards_are_counted_without_an_error_where_the_hand_lies_open_meanwhile(make_table: MakeTable) -> None:
    table = make_table(["Ann", "Bob"], position(TAKES_FOUR))
    ann, bob = table.open("Ann", **MOVES), table.open("Bob")
    wait_for_script(ann.page, "counts")
    ann.plays("Wild Draw Four")
    ann.picks("blue")
    bob.does(bob.page.locator("#b-accept"))
    ann.catches_up(bob)
    assert ann.page.evaluate(OLD_COUNT_BECOMES_A_HAND)


LAST_DARK = Fixture(hands="R1|P3 / 3", rules="Flip", discard="R1|U2 Y1|PE R3|P7", parts={"side": 1})


def test_the_hands_of_a_round_after_the_dark_side_are_dealt(make_table: MakeTable) -> None:
    table = make_table(["Ann", "Bob"], build_state(LAST_DARK))
    ann, bob = watched(table.open("Ann", **MOVES)), table.open("Bob")
    ann.plays("pink 3")
    bob.catches_up(ann)
    ann.does(ann.page.get_by_role("button", name="Go on"))
    ann.page.evaluate("moves.length = 0")
    bob.does(bob.page.get_by_role("button", name="Go on"))
    ann.catches_up(bob)
    ann.page.locator("#pile:not(.dark)").wait_for()
    ann.page.wait_for_function("() => moves.filter(({ what }) => what.startsWith('h-')).length >= 7")
    dealt = {card: at for card, at in seen(ann).items() if card.startswith("h-")}
    assert all(near(at, middle(ann, "#stock")) for at in dealt.values())


DELAYS = ".map((id) => moves.findLast(({ what }) => what === id).delay)"
HAVE_TURNED = """() => ["hand", "pile", "seats"]
    .every((id) => !document.getElementById(id).getAnimations({ subtree: true }).length)"""
TOP = "#discards > :last-child use"
FACES = "all => all.map(use => use.getAttribute('href').split('#')[1])"
WATCH_FACES = """() => {
    window.faces = [];
    window.hidden = [];
    const face = (href) => href.split("#")[1];
    const facesIn = (part) => [...part.querySelectorAll("use")].map((use) => face(use.getAttribute("href")));
    new MutationObserver((changes) => {
        const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
        for (const cover of added.filter((one) => one.matches?.(".cover"))) {
            const [old, now] = [cover, cover.previousElementSibling].map(facesIn);
            faces.push(...old.map((one, n) => [one, now[n]]));
            const [{ duration }, ...frames] = cover.getAnimations().flatMap(({ effect }) => [
                effect.getTiming(), ...effect.getKeyframes().map(({ opacity, offset }) => [opacity, offset]),
            ]).slice(cover.matches(".fan") ? 4 : 0);
            hidden.push(JSON.stringify([duration, ...frames]));
        }
    }).observe(document.getElementById("table"), { subtree: true, childList: true });
    window.below = [];
    new MutationObserver((changes) => {
        const laid = changes.flatMap(({ addedNodes }) => [...addedNodes]).filter((one) => one.matches?.(":not([id])"));
        below.push(...laid.map((one) => face(one.querySelector("use").getAttribute("href"))));
    }).observe(document.getElementById("discards"), { childList: true });
    window.fading = [];
    for (const part of document.querySelectorAll(".bar, #table")) new MutationObserver((changes) => {
        const laid = changes.flatMap(({ addedNodes }) => [...addedNodes]);
        if (laid.some((one) => one.matches?.(".old-side"))) fading.push(part.className);
    }).observe(part, { childList: true });
}"""
SLAM_AT_THE_TOP = "Official | Y1 Y2 / Y6 G1 / WD4 B4 R5 / B1 B2 | 2 clockwise red | G4 G5 G6 G7 G8 | R9"
SCENES = "House | RR RS WD4 R4 R5 / Y6 G1 G2 G3 / Y1 Y2 Y3 Y4 | 0 clockwise red | G4 G5 G6 G7 G8 | R9"


@pytest.mark.parametrize(
    ("card", "scene"), [("red Reverse", "way"), ("red Skip", "flash bad"), ("Wild Draw Four", "s1")]
)
def test_cards_with_an_effect_have_a_scene(make_table: MakeTable, card: str, scene: str) -> None:
    table = make_table(["Ann", "Bob", "Cleo"], position(SCENES, decision_seconds=0))
    ann = watched(table.open("Ann", **MOVES))
    ann.does(ann.card(card))
    ann.page.wait_for_function("scene => moves.some(({ what }) => what === scene)", arg=scene)
    assert scene in seen(ann)


def test_what_a_card_asks_for_is_seen_when_it_has_landed(make_table: MakeTable) -> None:
    start = position("House | RD WD4 B2 / GD WD4 Y6 | 0 clockwise red | G1 G2 G4 G5 G6 | R9", decision_seconds=0)
    table = make_table(["Ann", "Bob"], start)
    ann, bob = (watched(table.open(name, **MOVES)) for name in ("Ann", "Bob"))
    for seat, card in ((ann, "red Draw Two"), (bob, "green Draw Two")):
        seat.plays(card)
        for one in (ann, bob):
            one.catches_up(seat)
            one.page.wait_for_function("() => moves.some(({ what }) => what === 'debt')")
            assert one.page.evaluate("moves.findLast(({ what }) => what === 'debt').delay") >= 260
            one.page.evaluate("moves.length = 0")
    ann.presses("Draw 4")
    bob.catches_up(ann)
    bob.plays("Wild Draw Four")
    ann.catches_up(bob)
    for one in (ann, bob):
        one.page.locator(".color", has_text="No color yet").wait_for(state="attached")
        one.page.wait_for_function("() => moves.some(({ what }) => what === 'color')")
        assert one.page.evaluate("moves.findLast(({ what }) => what === 'color').delay") >= 260


def test_what_happens_to_a_player_is_said_above_their_name(make_table: MakeTable) -> None:
    ann = watched(make_table(["Ann", "Bob", "Cleo"], position(SCENES, decision_seconds=0)).open("Ann", **MOVES))
    ann.does(ann.card("red Skip"))
    ann.page.wait_for_function("() => moves.some(({ what }) => what === 'flash bad')")
    [face, name] = [box_of(ann.page.locator(f"#s1 .{part}")) for part in ("face", "name")]
    assert seen(ann)["flash bad"][1] + 20 < name["y"]
    assert ann.page.evaluate("flashes") == ["✕", "SKIPPED"]
    crossed = seen(ann)["flash cross"]
    assert near(crossed, [face["x"] + face["width"] / 2, face["y"] + face["height"] / 2])


@pytest.mark.parametrize("size", [DESKTOP, PHONE, (320, 568), (844, 390)])
def test_what_happens_to_oneself_is_said_beside_the_hand(make_table: MakeTable, size: tuple[int, int]) -> None:
    start = position(START.replace("R7 RD B4", "R7 RD"))
    ann = watched(make_table(["Ann", "Bob", "Cleo"], start).open("Ann", size, **MOVES))
    ann.calls()
    ann.page.wait_for_function("() => flashes.includes('Uno!')")
    said = next(at for what, at in seen(ann).items() if what.startswith("flash"))
    cards = map(box_of, ann.page.locator("#hand .card").all())
    assert said[1] > max(card["y"] + card["height"] for card in cards)


def test_what_happens_to_all_is_said_once_between_the_piles(make_table: MakeTable) -> None:
    ann = watched(make_table(["Ann", "Bob", "Cleo"], position(SWAPS)).open("Ann", PHONE, **MOVES))
    ann.plays("red 0")
    ann.page.wait_for_function("() => moves.some(({ what }) => what === 'flash good')")
    assert ann.page.evaluate("flashes") == ["HANDS PASSED ON"]
    assert near(seen(ann)["flash good"], middle(ann, "#pile"))


def test_who_is_knocked_out_is_crossed_out_and_their_cards_leave(make_table: MakeTable) -> None:
    start = position(f"No Mercy | R3 R4 / RD4 R5 / {MANY} | 1 clockwise red | G4 G5 G6 G7 G8 | R9")
    table = make_table(["Ann", "Bob", "Cleo"], start)
    ann, bob, cleo = (watched(table.open(name, **MOVES)) for name in ("Ann", "Bob", "Cleo"))
    giver = middle(ann, "#s2")
    first = middle(cleo, "#hand .card >> nth=0")
    bob.plays("red Draw Four")  # Cleo cannot but take it
    for one in (ann, cleo):
        lost = "() => moves.filter(({ what, delay }) => what === 'card flying' && delay >= 660).length >= 4"
        one.page.wait_for_function(lost)
        assert ("flash cross" in seen(one)) == (one is ann), "a cross would lie on Cleo’s cards"
        one.page.locator(".card.flying").first.wait_for(state="detached")
    assert near(ann.page.evaluate("moves.find(({ what, delay }) => what === 'card flying' && delay >= 660).at"), giver)
    fallen = "moves.filter(({ what, delay }) => what === 'card flying' && delay >= 660).length"
    assert cleo.page.evaluate(fallen) == 23, "a whole hand falls"
    assert near(cleo.page.evaluate("moves.find(({ what, delay }) => what === 'card flying' && delay >= 660).at"), first)
    drawn = "moves.filter(({ what, delay }) => what === 'card flying' && delay < 660).length"
    assert cleo.page.evaluate(drawn) == 4, "first cards come that were too many"


def test_on_a_phone_what_happens_to_a_player_is_said_clear_of_the_header(make_table: MakeTable) -> None:
    table = make_table(["Ann", "Bob", "Cleo"], position(SCENES, decision_seconds=0))
    ann = watched(table.open("Ann", PHONE, **MOVES))
    ann.does(ann.card("red Skip"))
    ann.page.wait_for_function("() => moves.some(({ what }) => what === 'flash bad')")
    label, header = ann.page.locator(".flash.bad"), box_of(ann.page.locator(".bar"))
    assert box_of(label)["y"] > header["y"] + header["height"]


def said_at(page: Page, seat: int, said: str = "bad SKIPPED") -> FloatRect:
    wait_for_script(page, "effects")
    wait_for_late_styles(page)
    page.evaluate("flash => effects.playEffects([{ dataset: { flash } }])", f"{seat} {said};")
    flash = page.locator(".flash")
    flash.evaluate("flash => Promise.all(flash.getAnimations().map((one) => one.finished))")
    return box_of(flash)


def test_in_a_low_window_what_happens_to_the_player_at_the_top_is_said_beside_them(open_fixture: OpenFixture) -> None:
    page = open_fixture("my turn", (1366, 650), **MOVES)
    said = said_at(page, 2)
    for part in ("#s2 .face", "#s2 .name", "#s2 .count", "#stock", "#discards", ".bar"):
        assert not overlap(said, box_of(page.locator(part))), part


def test_what_happens_to_a_player_at_the_side_covers_nothing_of_them(open_fixture: OpenFixture) -> None:
    page = open_fixture("my turn", **MOVES)
    said = said_at(page, 1)
    for part in (".face", ".name", ".count b"):
        assert not overlap(said, box_of(page.locator(f"#s1 {part}"))), part


@pytest.mark.parametrize("size", [(1024, 600), (1366, 650), DESKTOP])
def test_what_happens_to_one_of_many_covers_nobody_else(open_fixture: OpenFixture, size: tuple[int, int]) -> None:
    page = open_fixture("ten seats", size, **MOVES)
    for seat in range(1, 10):
        said = said_at(page, seat)
        for part in page.locator(f".seat:not(#s{seat}) :is(.face, .name, .count b)").all():
            assert not overlap(said, box_of(part)), (seat, part.evaluate("part => part.closest('.seat').id"))
        page.locator(".flash").wait_for(state="detached")


def test_on_a_phone_what_happens_to_a_player_is_said_right_below_their_name(open_fixture: OpenFixture) -> None:
    page = open_fixture("my turn", PHONE, **MOVES)
    said, name = said_at(page, 1), box_of(page.locator("#s1 .name"))
    assert -8 <= said["y"] - (name["y"] + name["height"]) <= 4
    assert not overlap(said, box_of(page.locator("#s1 .face")))


@pytest.mark.parametrize("size", [PHONE, (844, 390), (320, 568)])
def test_your_own_call_is_whole_and_large_on_a_phone(open_fixture: OpenFixture, size: tuple[int, int]) -> None:
    call = said_at(open_fixture("a called last card", size, **MOVES), 0, "call Uno!")
    assert call["height"] > 50
    assert call["x"] + call["width"] <= size[0]
    assert call["y"] + call["height"] <= size[1]


def test_a_card_that_slams_down_begins_where_it_lay_in_the_hand(make_table: MakeTable) -> None:
    ann = watched(make_table(["Ann", "Bob", "Cleo"], position(SCENES, decision_seconds=0)).open("Ann", **MOVES))
    lay = risen(ann, "Wild Draw Four")
    ann.does(ann.card("Wild Draw Four"))
    ann.page.wait_for_function("() => moves.some(({ what }) => what === 's1')")
    card = ann.page.locator("#discards > :last-child").get_attribute("id")
    flights = ann.page.evaluate("card => moves.filter(({ what }) => what === card).map(({ at }) => at)", card)
    assert len(flights) == 2
    assert all(near(at, lay) for at in flights)


def test_a_card_that_slams_down_from_the_player_at_the_top_is_never_cut_off(make_table: MakeTable) -> None:
    table = make_table(["Ann", "Bob", "Cleo", "Dora"], position(SLAM_AT_THE_TOP, decision_seconds=0))
    ann, cleo = watched(table.open("Ann", (1366, 650), **MOVES)), table.open("Cleo")
    cleo.does(cleo.card("Wild Draw Four"))
    ann.page.wait_for_function("() => moves.some(({ what }) => what === 's1')")
    card = ann.page.locator("#discards > :last-child").get_attribute("id")
    tops = ann.page.evaluate("card => moves.filter(({ what }) => what === card).map(({ top }) => top)", card)
    assert min(tops) > box_of(ann.page.locator("#table"))["y"]


def test_the_colors_to_choose_from_come_when_the_card_has_landed(make_table: MakeTable) -> None:
    ann = watched(make_table(["Ann", "Bob", "Cleo"], position(SCENES, decision_seconds=0)).open("Ann", **MOVES))
    ann.does(ann.card("Wild Draw Four"))
    ann.page.wait_for_function("() => moves.some(({ what }) => what === 'picker')")
    assert ann.page.evaluate("moves.find(({ what }) => what === 'picker').delay") >= 260


def test_a_new_color_spreads_from_the_pile(make_table: MakeTable) -> None:
    table = make_table(["Ann", "Bob", "Cleo"], position(SCENES, decision_seconds=0))
    ann = watched(table.open("Ann", **MOVES))
    ann.does(ann.card("Wild Draw Four"))
    before = ann.page.evaluate("moves.filter(({ what }) => what === 'pile').length")
    ann.picks("blue")
    ann.page.wait_for_function("before => moves.filter(({ what }) => what === 'pile').length > before", arg=before)


def test_a_new_color_is_named_when_its_card_has_landed(make_table: MakeTable) -> None:
    start = position("Official | G9 R2 B4 / R5 Y6 G1 | 0 clockwise red | G4 G5 G6 G7 G8 | R9", decision_seconds=0)
    ann = watched(make_table(["Ann", "Bob"], start).open("Ann", **MOVES))
    ann.does(ann.card("green 9"))
    ann.page.wait_for_function("() => moves.some(({ what }) => what === 'color')")
    assert ann.page.evaluate("moves.find(({ what }) => what === 'color').delay") >= 260


@pytest.mark.parametrize(("state", "backs"), [("my turn", "#stock use"), ("a Flip card", "#b1 use")])
def test_cards_fly_opaque_and_show_their_backs(open_fixture: OpenFixture, state: str, backs: str) -> None:
    page = open_fixture(state, **MOVES)
    wait_for_script(page, "dealing")
    frames, shown = page.evaluate("""() => {
        dealing.dealTo([["1", 1]]);
        const card = document.querySelector(".flying");
        const frames = card.getAnimations()[0].effect.getKeyframes().map(({ opacity }) => opacity);
        return [frames, card.querySelector("use").getAttribute("href").split("#")[1]];
    }""")
    assert set(frames) == {"1"}
    assert shown in page.locator(backs).evaluate_all(FACES)


WATCH_FLIGHTS = """() => {
    window.flown = [];
    new MutationObserver((changes) => {
        const come = changes.flatMap(({ addedNodes }) => [...addedNodes]).filter((one) => one.matches?.(".flying"));
        flown.push(...come.map((card) => card.querySelector("use").getAttribute("href").split("#")[1]));
    }).observe(document.getElementById("table"), { childList: true });
}"""


def test_drawn_cards_with_two_faces_fly_as_they_are_seen_on_the_pile_and_then_at_the_seat(
    make_table: MakeTable,
) -> None:
    state = build_state(Fixture(hands="G2|TE WD2|O4 / 3", rules="Flip", discard="G4|T9 Y1|PE"))
    state.rules = state.rules.but(decision_seconds=0)
    table = make_table(["Ann", "Bob"], state)
    ann, bob = (table.open(name, **MOVES) for name in ("Ann", "Bob"))
    ann.plays("Wild Draw Two")
    ann.picks("blue")
    bob.is_asked("Challenge or draw 2")
    on_pile, had = (ann.page.locator(part).evaluate_all(FACES) for part in ("#stock use", "#b1 use"))
    ann.page.evaluate(WATCH_FLIGHTS)
    bob.presses("Draw 2")
    ann.page.wait_for_function("() => flown.length === 2")
    flown = ann.page.evaluate("flown")
    assert flown[1:] == on_pile, "it lies on the other one"
    ann.page.locator("#s1 .count ~ .count").wait_for(state="detached")
    assert sorted(flown + had) == sorted(ann.page.locator("#b1 use").evaluate_all(FACES))


@pytest.mark.parametrize(
    ("state", "deals", "flights"),
    [
        ("my turn", [["1", 10]], 10),
        ("my turn", [["1", 25]], 12),
        ("my turn", [["1", 7], ["2", 7], ["3", 7]], 21),
        ("ten seats", [[str(seat), 7] for seat in range(1, 10)], 36),
    ],
)
def test_of_many_cards_so_many_fly_and_the_last_one_leaves_soon(
    open_fixture: OpenFixture, state: str, deals: list[list[object]], flights: int
) -> None:
    page = open_fixture(state, **MOVES)
    wait_for_script(page, "dealing")
    delays = page.evaluate(
        """deals => {
        dealing.dealTo(deals);
        return [...document.querySelectorAll(".flying")].map(card => card.getAnimations()[0].effect.getTiming().delay);
    }""",
        deals,
    )
    assert len(delays) == flights
    assert max(delays) <= 400


SPINS = "No Mercy | WC B1 B2 / R1 R2 | 0 clockwise red | B5 G1 Y3 Y4 | R9"


def test_the_cards_of_a_roulette_come_slowly(make_table: MakeTable) -> None:
    table = make_table(["Ann", "Bob"], position(SPINS, decision_seconds=0))
    ann, bob = (watched(table.open(name, **MOVES)) for name in ("Ann", "Bob"))
    ann.does(ann.card("Wild Color Roulette"))
    bob.picks("green")
    ann.page.wait_for_function("() => moves.filter(({ what }) => what === 'card flying').length === 3")
    bob.holds(5)
    flights = ann.page.evaluate("moves.filter(({ what }) => what === 'card flying').map(({ delay }) => delay)")
    assert flights == [360, 180, 0]
    cards = "[...document.querySelectorAll('#hand .card')].map(({ id }) => id).slice(2)"
    assert bob.page.evaluate(cards + DELAYS) == [0, 180, 360]


def test_a_card_that_still_flies_is_not_moved_by_the_next_version(open_fixture: OpenFixture) -> None:
    page = open_fixture("my turn", **MOVES)
    wait_for_script(page, "motion")
    animations = page.evaluate("""() => {
        const cards = [...document.querySelectorAll("#hand .card")], last = cards.slice(-2);
        motion.flyFrom(document.getElementById("stock").getBoundingClientRect(), last, 5000);
        for (const card of cards) card.className = card.className.replace("in-flight", "");  // as a fragment would
        motion.rememberCards();
        document.getElementById("hand").style.translate = "20px";
        motion.animateCards([]);
        return cards.map((card) => card.getAnimations().filter((one) => !one.transitionProperty).length);
    }""")
    assert animations == [1] * 7, "the others slide"


def test_a_long_roulette_takes_at_most_two_seconds_and_one_that_ends_a_hand_no_time(open_fixture: OpenFixture) -> None:
    page = open_fixture("my turn", **MOVES)
    wait_for_script(page, "entries")
    spin, out = ({"dataset": {"spins": "1"}}, {"dataset": {"scene": "out 1"}})
    interval = "([entries, count]) => window.entries.interval(entries, count, 7)"
    assert page.evaluate(interval, [[spin], 20]) == 100
    assert page.evaluate(interval, [[spin, out], 3]) == page.evaluate(interval, [[out], 3]) == 7


WATCH_COUNTS = """() => {
    window.seen = [];
    const shown = () => [...document.querySelectorAll("#s1 .count")]
        .filter((one) => getComputedStyle(one).opacity === "1").map((one) => one.textContent.trim());
    new MutationObserver((changes) => {
        const of = (kind) => changes.flatMap((change) => [...change[kind]]).some((one) => one.matches?.(".count"));
        if (of("addedNodes") || of("removedNodes")) seen.push(shown());
    }).observe(document.getElementById("s1"), { childList: true });
}"""


def test_a_seat_has_as_many_cards_as_before_until_new_ones_have_arrived(make_table: MakeTable) -> None:
    text = "Official | RD G2 / G1 Y1 Y3 / B1 B2 | 0 clockwise red | R1 R2 R3 R4 | R9"
    table = make_table(["Ann", "Bob", "Cleo"], position(text, decision_seconds=0))
    ann, cleo = table.open("Ann"), table.open("Cleo", **MOVES)
    watched(cleo).page.evaluate(WATCH_COUNTS)
    ann.does(ann.card("red Draw Two"))
    cleo.page.wait_for_function("() => seen.length === 2")
    assert cleo.page.evaluate("seen") == [["3 cards"], ["5 cards"]]
    assert cleo.page.evaluate(WHEN_THE_CARDS_HAVE_COME)


BLUFF = "Official | WD4 R2 B4 / R5 Y6 G1 / Y1 Y2 Y3 | 0 clockwise red | G4 G5 G6 G7 G8 | R9"


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_a_challenge_shows_who_doubts_whom_and_to_the_challenger_the_hand(
    make_table: MakeTable, size: tuple[int, int]
) -> None:
    table = make_table(["Ann", "Bob", "Cleo"], position(BLUFF, decision_seconds=0))
    ann, bob, cleo = (table.open(name, size, **MOVES) for name in ("Ann", "Bob", "Cleo"))
    ann.does(ann.card("Wild Draw Four"))
    ann.picks("blue")
    bob.is_asked("Challenge or draw 4")
    for one in (ann, bob, cleo):
        one.page.evaluate(WATCH_CHALLENGES)
    bob.presses("Challenge")
    for one, cards in ((ann, []), (bob, ["#R2", "#B4"]), (cleo, [])):
        one.page.wait_for_function("() => window.challenges?.length")
        (scene,) = one.page.evaluate("challenges")
        faces = [one.page.locator(f"#s{seat} .face").evaluate("face => face.src") for seat in (1, 0)]
        assert scene["faces"] == faces
        assert scene["text"].startswith({ann: "Bob?You", bob: "You?Ann", cleo: "Bob?Ann"}[one])
        assert scene["text"].endswith("held red.")
        assert scene["flashes"] == 0
        assert scene["counts"] == ["2 cards", "3 cards"]  # those before Ann draws four
        assert scene["asked"] == "0"
        assert [card[card.index("#") :] for card in scene["cards"]] == cards
        assert scene["within"]
        assert not scene["isNextSeen"]
        assert scene["stock"] == "5"  # before Ann draws four of them
        assert not scene["blocks"]
    for one in (ann, bob, cleo):  # all have wondered for a moment
        one.page.wait_for_function("() => window.verdicts?.length")
        assert one.page.evaluate("verdicts") == [["challenge right", "✓"]]
        assert near(one.page.evaluate("places[0]"), middle(one, "#pile"))
        assert int(one.page.evaluate(ORDER_OF_A_FLASH)) < SCENE_ORDER
        one.page.locator(".table:not([data-turnless]) .seat.on").wait_for()
    bob.page.locator(".challenge").wait_for(state="detached")


CHALLENGE_AND_SHOW_A_HAND = """() => {
    const [entry, seat] = [document.createElement("li"), document.getElementById("s1")];
    entry.dataset.scene = "right 1 2";
    document.dispatchEvent(new CustomEvent("socket:message", { detail: entry.outerHTML, cancelable: true }));
    const newer = seat.cloneNode(true);
    newer.setAttribute("hx-swap-oob", "morph");
    newer.append(Object.assign(document.createElement("span"), { className: "open", textContent: "a hand" }));
    window.challenge.showChallenge(entry, [entry], "");
    const kept = seat.querySelectorAll(".count").length;
    htmx.swap(document.getElementById("table"), newer.outerHTML, { swapStyle: "none" });
    return kept;
}"""


WATCH_WHAT_TELLS_A_VERDICT = """() => {
    window.told = {};
    const isDecided = () => Boolean(document.querySelector(".challenge.wrong"));
    const tell = (what) => { told[what] ??= isDecided(); };
    new MutationObserver(() => tell("sign"))
        .observe(document.querySelector(".more.after"), { attributeFilter: ["hidden"] });
    new MutationObserver((changes) => {
        const come = changes.flatMap(({ addedNodes }) => [...addedNodes]);
        if (come.some((one) => one.matches?.(".flash"))) tell("flash");
        const [question, sentence] = document.querySelectorAll(".challenge p");
        if (!sentence || isDecided()) return;
        told.question ??= question.textContent;
        told.sentence ??= getComputedStyle(sentence).visibility;
        told.isLogged ??= !document.querySelector("#log > :last-child").hidden;
        const [stock, more] = ["#stock", ".more"].map((one) => getComputedStyle(document.querySelector(one)));
        const filters = [...document.querySelectorAll("#hand svg")].map((svg) => getComputedStyle(svg).filter);
        const dimmed = filters.filter((filter) => filter !== "none").length;
        told.table ??= [dimmed, stock.boxShadow, document.querySelector("#stock b").textContent, more.visibility];
    }).observe(document.getElementById("table"), { childList: true });
}"""


def test_nothing_tells_a_verdict_before_it_is_given(make_table: MakeTable) -> None:
    text = "Official | WD4 G2 Y4 / R5 Y6 G1 Y8 | 0 clockwise red | G4 G5 G6 G7 G8 G9 B1 B2 | R9"
    table = make_table(["Ann", "Bob"], position(text, decision_seconds=0))
    ann, bob = (table.open(name, PHONE, **MOVES) for name in ("Ann", "Bob"))
    ann.does(ann.card("Wild Draw Four"))
    ann.picks("blue")
    bob.is_asked("Challenge or draw 4")
    for one in (ann, bob):
        one.page.evaluate(WATCH_WHAT_TELLS_A_VERDICT)
    bob.presses("Challenge")
    bob.page.wait_for_function("() => 'sign' in told && 'flash' in told")
    as_before = [0, "none", "8", "hidden"]
    assert bob.page.evaluate("told") == {
        "question": "Did Ann hold red?",
        "sentence": "hidden",
        "isLogged": False,
        "table": as_before,
        "sign": True,
        "flash": True,
    }
    ann.page.locator("#table:not([data-turnless])").wait_for()
    ann.page.locator("#log > :last-child:not([hidden])").wait_for(state="attached")
    assert ann.page.evaluate("told.table") == as_before, "that nothing fits would say that it is her turn"
    assert ann.page.locator("#stock").evaluate("stock => getComputedStyle(stock).boxShadow") != "none"
    ann.page.locator("#stock b", has_text="2").wait_for()
    layers = bob.page.evaluate("""() => ["challenge", "flying"].map((className) => {
        const one = Object.assign(document.createElement("i"), { className });
        return Number(getComputedStyle(document.getElementById("table").appendChild(one)).zIndex);
    })""")
    assert layers[0] > layers[1]  # cards that fly cover none of its words


CHALLENGE_THAT_DRAWS = """() => {
    const [entry, picture] = [document.createElement("li"), document.querySelector("#stock use")];
    entry.dataset.scene = "right 0 2";
    document.dispatchEvent(new CustomEvent("socket:message", { detail: entry.outerHTML, cancelable: true }));
    picture.setAttribute("href", "#next");
    window.challenge.showChallenge(entry, [entry], "");
    return picture.getAttribute("href");
}"""


def test_in_flip_the_card_below_those_of_a_penalty_tells_no_verdict(open_fixture: OpenFixture) -> None:
    page = open_fixture("a Flip card", **MOVES)
    wait_for_script(page, "challenge")
    before = page.locator("#stock use").get_attribute("href")
    assert page.evaluate(CHALLENGE_THAT_DRAWS) == before
    page.locator("#stock use[href='#next']").wait_for(state="attached")
    assert page.locator(".challenge.right").count() == 1


CHALLENGE_WITH_A_HAND = """(name) => {
    document.querySelector("#s2 .name").textContent = name;
    const words = `You challenge ${name} and are right: they held red.`;
    const entry = Object.assign(document.createElement("li"), { textContent: words });
    entry.dataset.scene = "right 0 2";
    entry.dataset.doubt = `Did ${name} hold red?`;
    window.challenge.showChallenge(entry, [entry], "R1 R2 B3 B4 G5 G6 Y7 Y8 W");
}"""


# What it covers when its verdict has been seen in the middle of the table, and whether its cards are within it. It does
# not stay for long, so all is measured at once.
COVERED = """(parts) => {
    const scene = document.querySelector(".challenge.right");
    if (!scene || scene.style.transform || scene.getAnimations({ subtree: true }).length) return null;
    const box = (part) => part.getBoundingClientRect();
    const { left, top, right, bottom } = box(scene);
    const isSeen = (part) => part.checkVisibility({ visibilityProperty: true });
    const seen = [...document.querySelectorAll(parts)].filter(isSeen);
    const covered = seen.filter((part) => box(part).left < right && box(part).right > left
        && box(part).top < bottom && box(part).bottom > top);
    const names = covered.map((part) => `${part.closest("[id]").id} ${part.className}`);
    return [seen.length, names, box([...scene.querySelectorAll(".card")].at(-1)).right <= right && right <= innerWidth];
}"""
CARDS = "#discards, #stock, #hand .card"
PLAYERS = ".seat:not(.me) :is(.face, .name, .count, .last-action)"


def assert_a_challenge_covers_none_of(page: Page, parts: str, name: str = "Cleo") -> None:
    wait_for_script(page, "challenge")
    page.evaluate(CHALLENGE_WITH_A_HAND, name)
    parts_seen, covered, is_within = page.wait_for_function(COVERED, arg=parts).json_value()
    assert parts_seen > 2
    assert covered == []
    assert is_within, "its cards"


@pytest.mark.parametrize("name", ["Cleo", "Resourceful Salamander"])
@pytest.mark.parametrize("size", [DESKTOP, (1000, 470), (1024, 768), (1366, 650), (1920, 1080)])
@pytest.mark.parametrize("players", ["in play", "ten seats in play"])
def test_a_challenge_covers_no_player(
    open_fixture: OpenFixture, players: str, size: tuple[int, int], name: str
) -> None:
    assert_a_challenge_covers_none_of(open_fixture(players, size), f"{PLAYERS}, {CARDS}, #asked", name)


def test_on_a_phone_on_its_side_a_challenge_covers_no_card(open_fixture: OpenFixture) -> None:
    assert_a_challenge_covers_none_of(open_fixture("in play", (844, 390)), "#hand .card, #discards, #asked")


EDGES_OF_A_DOUBT = f"""(name) => {{
    ({CHALLENGE_WITH_A_HAND})(name);
    const scene = document.querySelector(".challenge");
    scene.getAnimations().forEach((one) => one.finish());
    const {{ left, right, width }} = scene.getBoundingClientRect();
    return [width > scene.offsetWidth, left, innerWidth - right];
}}"""


@pytest.mark.parametrize("size", [PHONE, (568, 320)])
def test_a_doubt_is_large_and_within_the_window(open_fixture: OpenFixture, size: tuple[int, int]) -> None:
    page = open_fixture("in play", size, **MOVES)
    wait_for_script(page, "challenge")
    is_larger, left, right = page.evaluate(EDGES_OF_A_DOUBT, "Resourceful Salamander")
    assert is_larger
    assert min(left, right) >= 7.9


@pytest.mark.parametrize("size", [DESKTOP, (1366, 650), (1920, 1080)])
def test_a_challenge_covers_no_player_of_three(make_table: MakeTable, size: tuple[int, int]) -> None:
    page = make_table(["Ann", "Bob", "Cleo"], position(BLUFF)).open("Ann", size, **MOVES).page
    assert_a_challenge_covers_none_of(page, f"{PLAYERS}, #discards, #stock, #asked")


def test_what_a_newer_version_shows_at_a_seat_outlives_a_challenge(open_fixture: OpenFixture) -> None:
    page = open_fixture("in play", **MOVES)
    wait_for_script(page, "challenge")
    assert page.evaluate(CHALLENGE_AND_SHOW_A_HAND) == 2
    page.locator(".challenge.right").wait_for()
    assert page.locator("#s1 .open").inner_text() == "a hand"
    assert page.locator("#s1 .count").count() == 1


def test_without_motion_the_verdict_of_a_challenge_is_seen_at_once(make_table: MakeTable) -> None:
    table = make_table(["Ann", "Bob", "Cleo"], position(BLUFF, decision_seconds=0))
    ann, bob = (table.open(name, reduced_motion="reduce") for name in ("Ann", "Bob"))
    ann.does(ann.card("Wild Draw Four"))
    ann.picks("blue")
    bob.is_asked("Challenge or draw 4")
    bob.page.evaluate("() => { window.setTimeout = (act, after, ...more) => { if (!after) act(...more); }; }")
    bob.presses("Challenge")
    bob.page.locator(".challenge.right b", has_text="✓").wait_for()


WATCH_CHALLENGES = """() => {
    window.challenges = [];
    window.verdicts = [];
    window.places = [];
    new MutationObserver((changes) => {
        for (const one of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
            if (!one.matches?.(".challenge")) continue;
            const { left, top, right, bottom, width, height } = one.getBoundingClientRect();
            const under = document.elementFromPoint(left + width / 2, top + height / 2);
            const see = () => {
                verdicts.push([one.className, one.querySelector("b").textContent]);
                const { left, top, width, height } = one.getBoundingClientRect();
                places.push([left + width / 2, top + height / 2]);
            };
            new MutationObserver(see).observe(one, { attributeFilter: ["class"] });
            challenges.push({
                isNextSeen: !document.querySelector(".table[data-turnless] .seat.on"),
                stock: document.querySelector("#stock b").textContent,
                flashes: document.querySelectorAll(".flash").length,
                counts: [0, 1].map((seat) => document.getElementById(`s${seat}`).lastElementChild.textContent.trim()),
                asked: getComputedStyle(document.getElementById("prompt")).opacity,
                text: one.textContent.trim(),
                faces: [...one.querySelectorAll(".face")].map(({ src }) => src),
                cards: [...one.querySelectorAll("use")].map((use) => use.getAttribute("href")),
                within: left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight,
                blocks: one.contains(under),
            });
        }
    }).observe(document.getElementById("table"), { childList: true });
}"""


OWN_CARDS = "new Set(moves.map(({ what }) => what).filter(what => what.startsWith('h-')))"
WATCH_NUMBERS = """() => {
    window.numbers = [];
    const number = document.querySelector(".seat:not(.me) .count b");
    new MutationObserver(() => numbers.push(number.textContent)).observe(number.firstChild, { characterData: true });
}"""
# What would end by itself a little later does not.
STOP_CLOCKS = """() => {
    const wait = setTimeout;
    window.setTimeout = (act, after, ...more) => after >= 260 ? 0 : wait(act, after, ...more);
    window.frozen = true;
}"""
NUMBERS = "[...document.querySelectorAll('.seat .count b')].map(({ textContent }) => textContent)"


def begin_to_play(page: Page, *prepare: str) -> None:
    """Let a guest play now, and see no move of the bots."""
    page.route_web_socket(re.compile("/game/"), lambda socket: None)
    for script in (WATCH, *prepare):
        page.add_init_script(f"addEventListener('DOMContentLoaded', {script})")
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/game/")


def begin_to_deal(open_page: OpenPage, *prepare: str) -> Page:
    page = open_page("/", **MOVES)
    begin_to_play(page, *prepare)
    page.wait_for_function(f"() => {OWN_CARDS}.size >= 7")
    return page


def test_the_first_hand_is_dealt_card_by_card(open_page: OpenPage) -> None:
    page = begin_to_deal(open_page, WATCH_NUMBERS)
    stock = page.locator("#stock").evaluate(MIDDLE)
    mine = page.evaluate("moves.filter(({ what }) => what.startsWith('h-')).slice(0, 7)")
    assert all(near(card["at"], stock) for card in mine)
    assert page.evaluate(SEEN_BEFORE_IT_IS_DEALT) == [["hidden"] * 8, ["visible"] * 8]
    prompt, log, count, color, top = (page.evaluate(FIRST_OF, rf"^{one}$") for one in PARTS)
    assert top["delay"] > max(card["delay"] for card in mine)
    assert near(top["at"], stock)
    assert prompt["delay"] == log["delay"] == color["delay"] == top["delay"] + top["duration"]
    assert 0 < count["delay"] < mine[2]["delay"]
    page.wait_for_function("() => numbers.includes('7')")
    assert page.evaluate("numbers.slice(0, 8)") == list("01234567")


def wait_too_long(page: Page) -> None:
    page.locator("#table:not([data-turnless])").wait_for()


def read_of_moves(page: Page) -> None:
    page.locator("#log").evaluate("log => log.append(...[1, 2, 3].map(() => document.createElement('li')))")


@pytest.mark.parametrize("be_late", [wait_too_long, read_of_moves])
def test_hands_that_were_seen_are_not_dealt_anew(open_page: OpenPage, be_late: Callable[[Page], None]) -> None:
    page = open_page("/", **MOVES)
    held: list[Route] = []
    page.route(re.compile("/first_deal"), lambda route: held.append(route))
    with page.expect_request(re.compile("/first_deal")):
        begin_to_play(page)
    be_late(page)
    held[0].continue_()
    page.locator("#table[data-dealt]:not([data-turnless])").wait_for()
    assert page.evaluate(f"{OWN_CARDS}.size") == 0


def press_a_key(page: Page) -> None:
    page.keyboard.press("Shift")
    page.wait_for_function("() => !document.querySelector('#table :is(.in-flight, .flying)')")
    page.locator("#table:not([data-turnless]) .seat.on").wait_for(state="attached")


def read_a_new_version(page: Page) -> None:
    message = """() => document.dispatchEvent(new CustomEvent("socket:message", { detail: '<li data-n="9">' }))"""
    page.evaluate(message)


@pytest.mark.parametrize("end", [press_a_key, read_a_new_version])
def test_a_press_ends_the_deal_and_a_new_version_counts_its_cards(
    open_page: OpenPage, end: Callable[[Page], None]
) -> None:
    page = begin_to_deal(open_page, STOP_CLOCKS)
    page.locator("#table[data-turnless]").wait_for()
    assert page.evaluate(NUMBERS) == ["0"] * 4
    end(page)
    assert page.evaluate(NUMBERS) == ["7"] * 4


FIRST_OF = """name => moves.filter(({ what }) => RegExp(name).test(what))
    .reduce((one, other) => other.delay < one.delay ? other : one)"""
PARTS = ("prompt", "log", "count", "color", r"p\d+")
SEEN_BEFORE_IT_IS_DEALT = """() => {
    const table = document.getElementById("table");
    const cards = ["#hand .card", ".seat:not(.me) .count", ".me .count", "#discards"];
    const names = [...cards, "#pile .color", "#prompt", "#log", "#tips"];
    const parts = names.map((one) => document.querySelector(one));
    const isSeen = () => parts.map((part) => getComputedStyle(part).visibility);
    for (const entry of [...document.getElementById("log").children].slice(1)) entry.remove();
    delete table.dataset.dealt;
    const before = isSeen();
    table.dataset.dealt = "";
    return [before, isSeen()];
}"""
ENDS = '{"score_limit": "one_round"} | R7 / B1 B2 / G9 | 0 clockwise red | G1 G2 | R1'


def test_the_last_card_stands_out_and_what_each_hand_cost_flies_to_the_winner(make_table: MakeTable) -> None:
    table = make_table(["Ann", "Bob", "Cleo"], position(ENDS))
    ann, bob = watched(table.open("Ann", **MOVES)), watched(table.open("Bob"))
    cleo = watched(table.open("Cleo", **MOVES))
    top = ann.page.locator("#discards > :last-child")
    ann.plays("red 7")
    ann.page.wait_for_function("moves.some(({ what }) => what.startsWith('confetti'))")
    moved = ann.page.evaluate("moves.filter(({ duration }) => duration === 900).map(({ what }) => what)")
    assert sorted(moved) == ["flash good", "flash good", top.get_attribute("id")]
    told = ann.page.evaluate("moves.filter(({ what }) => ['open', 'prompt'].includes(what)).map(({ delay }) => delay)")
    assert len(told) >= 3
    assert min(told) >= 260, "the end is told when the last card has landed"
    assert {"+3", "+9"} <= set(ann.page.evaluate("flashes"))
    assert ann.page.evaluate("moves.filter(({ what }) => what.startsWith('confetti')).length") == 60
    bob.catches_up(ann)
    cleo.page.wait_for_function("() => !('ending' in document.getElementById('table').dataset)")
    assert cleo.page.evaluate("moves.filter(({ what }) => what.startsWith('confetti')).length") == 0
    assert bob.page.evaluate("moves") == []  # with reduced motion


@pytest.mark.parametrize("size", [PHONE, (320, 568), (844, 390), (1366, 650)])
def test_the_hands_that_are_shown_at_the_end_move_nothing(make_table: MakeTable, size: tuple[int, int]) -> None:
    ann = make_table(["Ann", "Bob", "Cleo"], position(ENDS)).open("Ann", size, **MOVES)
    parts = [ann.page.locator(part) for part in ("#stock", "#s1 .name", "#s2 .name")]
    before = [box_of(part) for part in parts]
    ann.plays("red 7")
    ann.page.locator("#s1 .open svg").first.wait_for()
    after = [box_of(part) for part in parts]
    assert [box["y"] for box in after] == [box["y"] for box in before]


@pytest.mark.parametrize("size", [PHONE, (1280, 800)])
def test_reduced_motion_turns_animations_off(make_table: MakeTable, size: tuple[int, int]) -> None:
    table = make_table(["Ann", "Bob", "Cleo"], position(START))
    ann, bob = (watched(table.open(name, size, reduced_motion="reduce")) for name in ("Ann", "Bob"))
    ann.plays("red Draw Two")
    bob.catches_up(ann)
    assert seen(ann) == seen(bob) == {}
    assert bob.page.evaluate("flashes") == ["+2"]


def test_animations_do_not_block_clicks(make_table: MakeTable) -> None:
    """Everything is stopped where it begins to move: the drawn card right over the pile that is clicked at."""
    table = make_table(["Ann", "Bob"], position(START.replace("Official", "Relaxed").replace(" / Y1 Y2 Y3", "")))
    ann = watched(table.open("Ann", **MOVES))
    ann.page.evaluate("window.frozen = true")
    for count in (4, 5):
        ann.does(ann.page.locator("#stock"))
        ann.holds(count)
    assert near(middle(ann, "#h-G7-1"), middle(ann, "#stock"))
    ann.presses("Keep them")


def test_the_page_never_jumps(make_table: MakeTable) -> None:
    table = make_table(["Ann", "Bob", "Cleo"], position(START))
    ann = table.open("Ann", **MOVES)
    ann.plays("red 7")
    assert ann.page.evaluate("[scrollY, document.documentElement.scrollHeight - innerHeight]") == [0, 0]


# Tones as they are started: of what shape, how high, and how loud.
LISTEN = """
    window.tones = [];
    window.opened = 0;
    window.AudioContext = class { constructor() { opened++; } currentTime = 0; resume() {} };
    window.OscillatorNode = class {
        constructor(audio, { type, frequency }) { this.tone = [type, frequency]; }
        connect(loudness) { this.loudness = loudness; return loudness; }
        start() { tones.push([...this.tone, this.loudness.most]); }
        stop() {}
    };
    window.GainNode = class {
        gain = { linearRampToValueAtTime: (most) => { this.most = most; }, exponentialRampToValueAtTime() {} };
        connect() {}
    };
"""
PLAY, DRAW, TURN, CALL, PENALTY = {330, 190}, {240, 300}, {523, 784}, {659, 880}, {220, 165}
WIN, FANFARE = {523, 659, 784}, {392, 523, 659, 784, 1047}


def reload_with_sound(seat: Seat) -> None:
    seat.page.reload()
    seat.page.locator("#sound[aria-pressed]").wait_for()


def hears(seat: Seat) -> set[int]:
    """Return the tones since the last call, each once."""
    return set(seat.page.evaluate("tones.splice(0).map(([shape, height]) => height)"))


def test_everything_that_happens_has_a_sound_once_sound_is_allowed(make_table: MakeTable) -> None:
    start = "Official | Y5 B2 B4 / R5 Y6 Y1 | 0 clockwise red | G1 G2 G4 G5 G6 G8 | R9"
    table = make_table(["Ann", "Bob"], position(start))
    ann, bob = table.open("Ann"), table.open("Bob")
    ann.page.add_init_script(LISTEN)
    reload_with_sound(ann)
    ann.presses("Draw a card")
    assert ann.page.evaluate("[opened, tones.length]") == [0, 0]
    ann.page.keyboard.press("m")
    assert hears(ann) == PLAY
    ann.presses("Keep it")
    assert hears(ann) == set()
    bob.is_asked("Your turn")
    bob.plays("red 5")
    ann.is_asked("Your turn")
    assert hears(ann) == PLAY | TURN
    ann.plays("yellow 5")
    assert hears(ann) == PLAY
    bob.catches_up(ann)
    bob.calls()
    ann.reads("Bob says “Uno!”.")
    assert hears(ann) == CALL
    bob.plays("yellow 6")
    ann.is_asked("Your turn")
    assert hears(ann) == PLAY | TURN
    ann.presses("Draw a card")
    assert hears(ann) == DRAW
    assert ann.page.evaluate("opened") == 1


def test_a_penalty_and_the_end_are_heard(make_table: MakeTable) -> None:
    start = "Official | RD R1 / Y6 Y7 | 0 clockwise red | G1 G2 G4 G5 | R9"
    table = make_table(["Ann", "Bob"], position(start, score_limit="one_round"))
    ann, bob = table.open("Ann"), table.open("Bob")
    bob.page.add_init_script(LISTEN)
    bob.page.evaluate("localStorage.sound = 'on'")
    reload_with_sound(bob)
    ann.calls()
    ann.plays("red Draw Two")
    bob.catches_up(ann)
    assert hears(bob) == CALL | PLAY | PENALTY
    ann.plays("red 1")
    bob.catches_up(ann)
    assert hears(bob) == PLAY | WIN | FANFARE


def test_the_volume_is_kept_to_and_mute_is_mute(make_table: MakeTable) -> None:
    table = make_table(["Ann", "Bob"], position(START.replace(" / Y1 Y2 Y3", "")))
    ann = table.open("Ann")
    ann.page.add_init_script(LISTEN)
    reload_with_sound(ann)
    ann.page.keyboard.press("m")
    hears(ann)
    loud = {}
    for volume in ("100", "20", "0"):
        ann.page.locator("#volume").evaluate("(it, volume) => { it.value = volume; it.onchange(); }", volume)
        loud[volume] = set(ann.page.evaluate("tones.splice(0).map((tone) => tone[2])"))
    assert loud["100"] == {0.25}
    assert loud["20"] == {0.05}
    assert hears(ann) == set()
    ann.page.locator("#volume").evaluate("it => { it.value = 50; }")
    ann.page.keyboard.press("m")
    ann.plays("red 7")
    assert hears(ann) == set()


FLASH_TWICE = """() => {
    const flashes = ["+4", "Skipped"].map((words) => {
        const entry = document.createElement("li");
        entry.dataset.flash = `0 bad ${words};`;
        return [entry];
    });
    for (const entries of flashes) window.effects.playEffects(entries);
}"""


def test_a_new_label_at_a_seat_takes_the_place_of_the_last_one(open_fixture: OpenFixture) -> None:
    page = open_fixture("in play", reduced_motion="reduce")
    wait_for_script(page, "effects")
    page.evaluate(FLASH_TWICE)
    page.locator(".flash", has_text="Skipped").wait_for()
    assert page.locator(".flash").count() == 1
