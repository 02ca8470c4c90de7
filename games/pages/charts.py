"""Charts as SVG: plain shapes and text, no scripts and no external files."""

from collections.abc import Sequence
from html import escape
from typing import Any, NamedTuple

INK, SOFT, GRID = "var(--ink)", "var(--soft)", "var(--line)"
PAINT = ("#d63a2f", "#2463c9", "#23844f", "#e09a00", "#7a3d9e", "#0f8a94", "#c2578a", "#8a6a3b", "#5b6b7b", INK)


class Bar(NamedTuple):
    """A value between two bounds, with a name and a color."""

    name: str
    value: float
    low: float
    high: float
    paint: str
    note: str = ""


def measured_bar(name: str, line: dict[str, Any], at: int) -> Bar:
    """Return the bar for a bot's line in a result of the arena."""
    return Bar(name, line["win_rate"], line["low"], line["high"], PAINT[at % len(PAINT)], f"{line['win_rate']:.0%}")


def svg(width: int, height: int, title: str, body: Sequence[str]) -> str:
    return (
        f'<svg viewBox="0 0 {width} {height}" role="img" aria-label="{escape(title)}">'
        f"<title>{escape(title)}</title>{''.join(body)}</svg>"
    )


def text(
    x: float, y: float, words: str, fill: str = INK, anchor: str = "start", size: int = 15, bold: bool = False
) -> str:
    weight = ' font-weight="700"' if bold else ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" fill="{fill}" text-anchor="{anchor}" font-size="{size}"{weight}>'
        f"{escape(words)}</text>"
    )


def line(x1: float, y1: float, x2: float, y2: float, stroke: str = GRID, width: float = 1, dash: str = "") -> str:
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return f'<path d="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}" stroke="{stroke}" stroke-width="{width}"{dashes}/>'


def intervals(title: str, bars: Sequence[Bar], even: float) -> str:
    """A row for each bot: its name, and below it a dot where its rate is and a band where the true one lies; and a line
    where all are even. It is as narrow as a phone."""
    left, right, row, top, height = 18, 348, 56, 34, 22
    bottom = top + row * len(bars)
    high = min(1.0, max(0.1, *(bar.high for bar in bars)) * 1.06)

    def x(rate: float) -> float:
        return left + (right - left) * rate / high

    body = []
    for tick in ticks(high):
        body += [line(x(tick), top, x(tick), bottom), text(x(tick), bottom + 20, f"{tick:.0%}", SOFT, "middle")]
    body += [line(x(even), top - 8, x(even), bottom, INK, 1.5, "5 5"), text(x(even), top - 14, "even", SOFT, "middle")]
    for index, bar in enumerate(bars):
        y = top + row * index
        body += [
            text(left, y + 18, bar.name, bold=True),
            _band(x(0), x(bar.value), y + 26, height, bar.paint, ".22"),
            _band(x(bar.low), max(x(bar.low) + 2, x(bar.high)), y + 26, height, bar.paint, ".55"),
            f'<circle cx="{x(bar.value):.1f}" cy="{y + 26 + height / 2:.1f}" r="6" fill="{bar.paint}" '
            'stroke="var(--paper)" stroke-width="2"/>',
            text(right + 10, y + 42, bar.note),
        ]
    return svg(400, bottom + 30, title, body)


def _band(start: float, end: float, y: float, height: float, paint: str, opacity: str) -> str:
    return (
        f'<rect x="{start:.1f}" y="{y:.1f}" width="{end - start:.1f}" height="{height}" rx="4" fill="{paint}" '
        f'opacity="{opacity}"/>'
    )


def ticks(high: float) -> list[float]:
    """Round values along an axis that ends at `high`."""
    step = next(step for step in (0.02, 0.05, 0.1, 0.2, 0.25) if high / step <= 8 or step == 0.25)
    return [step * number for number in range(int(high / step + 1e-9) + 1)]
