"""Measure how smoothly the table moves: a browser traces itself while its processor is throttled to that of a phone.

A browser begins an animation with the first frame that shows it: until then, nothing is seen to stand still. So frames
are counted from there on, and the wait before is a figure of its own. Nor are frames due while nothing moves, as
between two moves of a game.

Where no graphics processor draws, frames are slower than on any phone. What counts then is that nothing is laid out
while something moves, that only transforms and opacity change, and that no task holds the main thread for long.
Chromium styles what moves in each frame while animations begin or end at different times; together, that should take a
few milliseconds.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from .bench_figures import as_table
from .screenshots import SCREENS, opened_page, temporary_site_with

CATEGORIES = (
    "devtools.timeline",
    "disabled-by-default-devtools.timeline",
    "disabled-by-default-devtools.timeline.frame",
    "blink.user_timing",
)
STARTS, ENDS = "animation starts", "animation ends"
STYLE, LAYOUT, TASK = "UpdateLayoutTree", "Layout", "RunTask"
START_MS = 100.0
"""For how long after an animation was started the page may still be busy with its first frame."""
COMPOSITED = {"transform", "translate", "rotate", "scale", "opacity"}
WATCH = """() => {
    window.watched = [];
    window.moving = 0;
    const begin = (properties) => {
        moving += 1;
        watched.push(...properties);
        performance.mark("animation starts");
    };
    const end = () => {
        moving -= 1;
        performance.mark("animation ends");
    };
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...how) {
        const made = animate.apply(this, how);
        const frames = Object.assign({}, ...made.effect.getKeyframes());
        const { offset, computedOffset, easing, composite, ...changed } = frames;
        begin(Object.keys(changed));
        made.finished.then(end, end);
        return made;
    };
    // Only an element itself hears that its transition is over when it leaves the page.
    addEventListener("transitionrun", ({ target, propertyName }) => {
        begin([propertyName]);
        const over = new AbortController();
        const endWhenOver = (event) => {
            if (event.target !== target || event.propertyName !== propertyName) return;
            over.abort();
            end();
        };
        for (const name of ["transitionend", "transitioncancel"]) {
            target.addEventListener(name, endWhenOver, { signal: over.signal });
        }
    });
}"""
RESTS = "() => !document.getAnimations().length"
HAS_MOVED = "() => window.watched?.length && !moving"
POLL_MS = 200
"""Asked in each frame, the page would be busy in each frame."""


class Scene(NamedTuple):
    """A position, and what is pressed in it."""

    fixture: str
    press: str


SCENES = {
    "a card": Scene("my turn", "#hand [value='play R7']"),
    "a flip": Scene("a Flip card", "#hand [value='play YF']"),
    "a Draw Four": Scene("in play", "#hand [value='play WD4']"),
    "its penalty": Scene("a wild draw four", "#prompt [value=accept]"),
    "a swap": Scene("a seven", "#seats [value^=swap]"),
}
DEAL = "the deal"


class Smoothness(NamedTuple):
    """What a browser has done while something moved."""

    milliseconds: int
    first_frame_ms: int
    frames_per_second: int
    dropped: int
    longest_task_ms: float
    styles: int
    """Recalculations of styles after the first frame, and what they cost together."""
    styles_ms: float
    layouts: int
    properties: str
    """Those animated besides transforms and opacity."""


@dataclass(frozen=True)
class Frames:
    scenes: Mapping[str, Smoothness]

    def _asdict(self) -> dict[str, Any]:
        return {name: found._asdict() for name, found in self.scenes.items()}

    def table(self) -> str:
        rows = [{"scene": name, **found._asdict()} for name, found in self.scenes.items()]
        return as_table(*rows)


def measure(chromium: Any, screen: str, throttling: float, only: Sequence[str] = ()) -> Frames:
    """Measure each scene once, or only some of them, on a site of its own."""
    found: dict[str, Smoothness] = {}
    scenes = {name: scene for name, scene in SCENES.items() if name in (only or SCENES)}
    with temporary_site_with([scene.fixture for scene in scenes.values()]) as (url, created):
        sessions = {name: (code, session) for name, code, session in created}
        for name, scene in scenes.items():
            code, session = sessions[scene.fixture]
            with opened_page(chromium, f"{url}/t/{code}/game/", session, still_screen(screen)) as page:
                page.evaluate(WATCH)
                found[name] = traced(chromium, page, scene.press, throttling)
        if DEAL in (only or [DEAL]):
            found[DEAL] = of_the_deal(chromium, url, screen, throttling)
    return Frames(found)


def of_the_deal(chromium: Any, url: str, screen: str, throttling: float) -> Smoothness:
    with opened_page(chromium, url, "", still_screen(screen)) as page:
        page.add_init_script(f"addEventListener('DOMContentLoaded', {WATCH})")
        return traced(chromium, page, "form[data-commitment] button", throttling)


def still_screen(screen: str) -> dict[str, Any]:
    return SCREENS[screen] | {"reduced_motion": "no-preference"}


def traced(chromium: Any, page: Any, press: str, throttling: float) -> Smoothness:
    """Press something, and measure until all that it has set in motion rests."""
    page.wait_for_function(RESTS)
    page.evaluate("if (window.watched) watched.length = 0")
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": throttling})
    chromium.start_tracing(page=page, categories=list(CATEGORIES))
    try:
        page.locator(press).first.dispatch_event("click")
        page.wait_for_function(HAS_MOVED, polling=POLL_MS)
        properties = page.evaluate("watched")
    finally:
        trace = chromium.stop_tracing()
    return smoothness(json.loads(trace)["traceEvents"], properties)


def smoothness(events: Sequence[Mapping[str, Any]], properties: Iterable[str]) -> Smoothness:
    """Read from a browser's trace what it did between the first start of an animation and the last end."""
    starts, ends = (marks(events, name) for name in (STARTS, ENDS))
    begin, end, still_starting = starts[0]["ts"], ends[-1]["ts"], starts[-1]["ts"] + START_MS * 1000
    thread = [event for event in events if event.get("tid") == starts[0]["tid"] and event["pid"] == starts[0]["pid"]]
    drawn = [frame["ts"] for frame in named(events, "DrawFrame") if begin <= frame["ts"] <= end]
    first = min(drawn, default=end)
    tasks = [one for one in named(thread, TASK) if one["ts"] + one.get("dur", 0) >= begin and one["ts"] <= end]
    late = [event for event in thread if still_starting < event["ts"] < end - START_MS * 100]
    return Smoothness(
        milliseconds=round((end - begin) / 1000),
        first_frame_ms=round((first - begin) / 1000),
        frames_per_second=frame_rate(drawn, spans(starts, ends)),
        dropped=sum(first <= frame["ts"] <= end for frame in named(events, "DroppedFrame")),
        longest_task_ms=round(max((one.get("tdur", 0) for one in tasks), default=0) / 1000, 1),
        styles=len(named(late, STYLE)),
        styles_ms=round(sum(one.get("tdur", 0) for one in named(late, STYLE)) / 1000, 1),
        layouts=len(named(late, LAYOUT)),
        properties=" ".join(sorted(set(properties) - COMPOSITED)) or "none",
    )


def spans(starts: Sequence[Mapping[str, Any]], ends: Sequence[Mapping[str, Any]]) -> Iterator[tuple[float, float]]:
    """Yield from when to when something moved. In between, nothing does, and no frame is due."""
    moving, begin = 0, 0.0
    for at, change in sorted([*((one["ts"], 1) for one in starts), *((one["ts"], -1) for one in ends)]):
        if not moving:
            begin = at
        moving += change
        if not moving:
            yield begin, at


def frame_rate(drawn: Sequence[float], moving: Iterable[tuple[float, float]]) -> int:
    """Return the frames per second while something moved: in each span, from its first frame on."""
    frames, duration = 0, 0.0
    for begin, end in moving:
        within = [at for at in drawn if begin <= at <= end]
        if within:
            frames += len(within) - 1
            duration += end - min(within)
    return round(frames * 1_000_000 / duration) if duration else 0


def named(events: Iterable[Mapping[str, Any]], name: str) -> list[Mapping[str, Any]]:
    return [event for event in events if event["name"] == name]


def marks(events: Sequence[Mapping[str, Any]], name: str) -> list[Mapping[str, Any]]:
    return sorted(named(events, name), key=lambda event: event["ts"])
