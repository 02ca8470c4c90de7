"""The benchmark of animations reads from a browser's trace what happened while something moved."""

from typing import Any

from games.devtools.bench_frames import ENDS, LAYOUT, STARTS, STYLE, TASK, Frames, smoothness

MAIN, OTHER = 1, 2


def event(name: str, milliseconds: float, thread: int = MAIN, **more: Any) -> dict[str, Any]:
    return {"name": name, "ts": milliseconds * 1000, "pid": 9, "tid": thread, **more}


def task(milliseconds: float, length: float, thread: int = MAIN) -> dict[str, Any]:
    return event(TASK, milliseconds, thread, dur=length * 2000, tdur=length * 1000)


def test_only_what_happens_while_something_moves_counts() -> None:
    trace = [
        task(0, 5),  # over before anything moves
        task(90, 40),  # starts the animations
        event(STARTS, 100),
        event(STARTS, 120),
        event(STYLE, 130),  # for their first frame
        event("DroppedFrame", 140, OTHER),  # nothing is seen to move yet
        *(event("DrawFrame", 150 + 16 * n, OTHER) for n in range(10)),
        event("DroppedFrame", 158, OTHER),
        event(STYLE, 300, tdur=2500),
        event(LAYOUT, 301),
        event(STYLE, 302, OTHER),
        task(310, 12),
        task(310, 99, OTHER),
        event(ENDS, 380),
        event(ENDS, 400),
        event("DrawFrame", 410, OTHER),
        task(420, 70),
    ]
    found = smoothness(trace, ["transform", "opacity", "left"])
    assert found == (300, 50, 36, 1, 40.0, 1, 2.5, 1, "left")
    table = Frames({"a card": found, "a flip": found._replace(properties="none")}).table()
    assert table.splitlines()[0].split() == ["scene", "a", "card", "a", "flip"]
    assert table.splitlines()[-1].split() == ["properties", "left", "none"]


def test_no_frames_are_missed_while_nothing_moves() -> None:
    trace = [
        event(STARTS, 100),
        event(STARTS, 130),
        *(event("DrawFrame", 140 + 20 * n, OTHER) for n in range(11)),
        event(ENDS, 300),
        event(ENDS, 340),
        event(STARTS, 1000),
        *(event("DrawFrame", 1100 + 20 * n, OTHER) for n in range(11)),
        event(ENDS, 1300),
    ]
    assert smoothness(trace, []).frames_per_second == 50
    assert smoothness([*trace, event(STARTS, 335), event(ENDS, 1001)], []).frames_per_second < 20
