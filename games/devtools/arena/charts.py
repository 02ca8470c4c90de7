"""The charts of the arena's report, as SVG."""

from collections.abc import Sequence

from games.pages.charts import INK, SOFT, Bar, line, svg, text, ticks


def courses(title: str, rows: Sequence[tuple[str, str, Sequence[float]]], even: float) -> str:
    """Return a chart of the share of wins after each deal, with a line for each bot."""
    left, right, top, bottom = 60, 840, 16, 300
    longest = max(len(rates) for _, _, rates in rows)
    highest = min(1.0, max([even * 1.3, *(max(rates[len(rates) // 8 :]) for _, _, rates in rows if rates)]) * 1.08)

    def place(index: int, rate: float) -> str:
        x = left + (right - left) * index / max(1, longest - 1)
        return f"{x:.1f} {bottom - (bottom - top) * min(rate, highest) / highest:.1f}"

    body = []
    for tick in ticks(highest):
        y = bottom - (bottom - top) * tick / highest
        body += [line(left, y, right, y), text(left - 10, y + 5, f"{tick:.0%}", SOFT, "end", 13)]
    y = bottom - (bottom - top) * even / highest
    body.append(line(left, y, right, y, INK, 1.5, "5 5"))
    ends = spread([bottom - (bottom - top) * rates[-1] / highest for _, _, rates in rows], 18)
    for (name, paint, rates), label in zip(rows, ends, strict=True):
        path = "L".join(place(index, rate) for index, rate in enumerate(rates))
        body += [
            f'<path d="M{path}" fill="none" stroke="{paint}" stroke-width="2.5" stroke-linejoin="round"/>',
            text(right + 10, label + 5, name, paint, "start", 15, bold=True),
        ]
    body += [
        text(left, bottom + 24, "first deal", SOFT, "start", 13),
        text(right, bottom + 24, "last deal", SOFT, "end", 13),
    ]
    return svg(980, bottom + 40, title, body)


def spread(heights: Sequence[float], apart: float) -> list[float]:
    """Return heights for labels, in the same order, that do not overlap."""
    order = sorted(range(len(heights)), key=heights.__getitem__)
    placed, last = list(heights), -1e9
    for index in order:
        last = placed[index] = max(heights[index], last + apart)
    return placed


def cross_table(title: str, names: Sequence[str], rates: Sequence[Sequence[tuple[float, int]]]) -> str:
    """Return a table of the share of wins of each row against each column, in a warm or a cool color."""
    cell, left, top = 74, 120, 40
    body = [
        text(left + cell * (index + 0.5), top - 12, name, INK, "middle", 12, bold=True)
        for index, name in enumerate(names)
    ]
    for row, name in enumerate(names):
        y = top + 44 * row
        body.append(text(left - 12, y + 27, name, INK, "end", 15, bold=True))
        body += [
            _cell(left + cell * column, y, cell, *rates[row][column]) for column in range(len(names)) if column != row
        ]
    return svg(max(980, left + cell * len(names) + 10), top + 44 * len(names) + 10, title, body)


def _cell(x: float, y: float, size: int, rate: float, games: int) -> str:
    if not games:
        return text(x + size / 2, y + 27, "–", SOFT, "middle")
    paint = "#d63a2f" if rate >= 0.5 else "#2463c9"
    return (
        f'<g><title>{games} games</title><rect x="{x + 2}" y="{y + 2}" width="{size - 4}" height="40" rx="6" '
        f'fill="{paint}" opacity="{0.08 + abs(rate - 0.5) * 1.3:.2f}"/>'
        + text(x + size / 2, y + 27, f"{rate:.0%}", INK, "middle", 15, bold=True)
        + "</g>"
    )


def columns(title: str, bars: Sequence[Bar], unit: str) -> str:
    """Return a bar chart, scaled to the longest bar."""
    left, right, row = 130, 780, 34
    most = max([bar.value for bar in bars] + [1e-9])
    body = []
    for index, bar in enumerate(bars):
        y, width = row * index + 6, max(3.0, (right - left) * bar.value / most)
        body += [
            text(left - 14, y + 17, bar.name, INK, "end", 15, bold=True),
            f'<rect x="{left}" y="{y}" width="{width:.1f}" height="24" rx="5" fill="{bar.paint}" opacity=".85"/>',
            text(left + width + 10, y + 17, f"{bar.note} {unit}".strip(), INK, "start", 14),
        ]
    return svg(980, row * len(bars) + 10, title, body)
