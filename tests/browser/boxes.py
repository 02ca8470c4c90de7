"""What overlaps or is cut off on the page of a table, or of a replay."""

from collections.abc import Iterable

from playwright.sync_api import Page

# A call is in the same place whether it can be made or not, so both are measured.
MEASURE = """() => {
    const NEAR = 24;
    const RING = 3.5;
    // On a narrow screen, what happened in a game lies below its replay.
    const scrolls = document.querySelector(".replay") && innerWidth <= 960;
    const found = [];
    const box = (element) => {
        const { left, top, right, bottom } = element.getBoundingClientRect();
        return { left, top, right, bottom };
    };
    const shown = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.getClientRects().length);
    const inSeats = shown(".seat :is(.face, .count, .name, .fan svg, .open .card, .take, .mark, .last-action)");
    const parts = {
        seat: inSeats.filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true })),
        pile: shown("#stock, #discards .card:last-child, #pile .color, #around .mark"),
        prompt: shown("#asked, #prompt .answers button, #hand .nothing"), call: shown(".call"),
        header: shown(".bar > *"), more: shown(".more:not([hidden])"), steps: shown(".controls"),
        panel: shown(".side-log, .chat, .panel"),
    };
    const hand = document.getElementById("hand");
    const view = getComputedStyle(hand).overflowX === "auto" ? box(hand) : { left: 0, right: innerWidth };
    const cards = shown("#hand .card").map(box);
    const boxes = Object.entries(parts).flatMap(([kind, all]) =>
        all.map((one) => ({ kind, name: one.id || one.getAttribute("class") || one.textContent.trim(),
                            owner: one.closest(".seat")?.id, ...box(one) })));
    for (const { kind, name, left, top, right, bottom } of boxes) {
        if (kind === "panel" && scrolls) continue;
        const isInside = left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
        if (!isInside) found.push(`${name} is cut off`);
    }
    const overlap = (a, b) =>
        a.left < b.right - 2 && b.left < a.right - 2 && a.top < b.bottom - 2 && b.top < a.bottom - 2;
    const inSight = cards.filter(({ left, right }) => right > view.left && left < view.right).map((one) => ({
        kind: "card", name: "a card", ...one,
        left: Math.max(one.left, view.left), right: Math.min(one.right, view.right),
    }));
    const all = [...boxes, ...inSight];
    for (const [index, one] of all.entries()) {
        for (const other of all.slice(index + 1)) {
            const together = one.kind === other.kind && (one.kind !== "seat" || one.owner === other.owner)
                || [one.kind, other.kind].sort().join() === "card,more";
            if (!together && overlap(one, other)) found.push(`${one.kind} ${one.name} × ${other.kind} ${other.name}`);
        }
    }
    for (const { bottom } of inSight) if (bottom > innerHeight + 1) found.push("a card is below the window");
    const signs = { before: cards.some(({ left }) => left < view.left - 20),
                    after: cards.some(({ right }) => right > view.right + 20) };
    for (const [side, isHidden] of Object.entries(signs)) {
        const isSaid = document.querySelector(`.more.${side}`)?.hidden === false;
        if (isHidden && !isSaid) found.push(`no sign of the cards ${side}`);
    }
    for (const seat of document.querySelectorAll(".seat:not(.me):has(.fan, .open)")) {
        const name = box(seat.querySelector(".name"));
        const isCovered = [...seat.querySelectorAll(".fan svg, .open .card")].some((card) => overlap(name, box(card)));
        if (isCovered) found.push(`${seat.id}: cards cover the name`);
    }
    // Whose turn it is has a ring around the face, which ends where the table does.
    const top = document.querySelector(".table").getBoundingClientRect().top;
    if (shown(".seat:not(.me) .face").some((face) => box(face).top < top + RING)) found.push("a ring would be cut off");
    // The seat of the player is next to the hand: between its nearest card and the plate is no room for anything else.
    const [plate] = shown(".seat.me").map(box);
    const gap = (card) => Math.hypot(Math.max(0, card.left - plate.right, plate.left - card.right),
                                     Math.max(0, card.top - plate.bottom, plate.top - card.bottom));
    const isNear = plate && Math.min(...inSight.map(gap)) <= NEAR;
    if (inSight.length && !isNear) found.push("the seat is far from the hand");
    const isHigher = document.documentElement.scrollHeight > innerHeight + 1;
    if (isHigher && !scrolls) found.push("the page is higher than the window");
    if (document.documentElement.scrollWidth > innerWidth) found.push("the page is wider than the window");
    return [...new Set(found)];
}"""
SETTLED = """() => Promise.all(document.getAnimations().map((one) => one.finished.catch(() => null)))
    .then(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))"""


def resize(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate(SETTLED)


def problems_at(page: Page, sizes: Iterable[tuple[int, int]]) -> dict[str, list[str]]:
    """Return what is wrong at which of these sizes of the window."""
    found = {}
    for size in sizes:
        resize(page, size)
        found["×".join(map(str, size))] = page.evaluate(MEASURE)
    return {size: wrong for size, wrong in found.items() if wrong}
