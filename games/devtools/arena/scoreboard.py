"""The results of a contest as text for a terminal."""

from collections.abc import Sequence

from .contest import Contest, Outcome
from .stats import duels, standings


def scoreboard(held: Contest, outcomes: Sequence[Outcome], rules: str) -> str:
    """Return the results and the cross table, in columns."""
    deals = len({game.deal for game in outcomes})
    lines = standings(held, outcomes)
    rows = [["bot", "games", "wins", "rate", "95 %", "points", "rating", "ms/move"]]
    rows += [
        [line.name, f"{line.games:,}", f"{line.wins:,}", f"{line.win_rate:.1%}", f"{line.low:.1%} – {line.high:.1%}",
         f"{line.points:.1f}", f"{line.rating:.1f}", f"{line.cpu_ms_per_move:.2f}"]
        for line in sorted(lines, key=lambda line: -line.win_rate)
    ]  # fmt: skip
    head = f"{rules}, {held.seats} seats, {len(outcomes):,} games with {deals:,} deals, seed {held.seed}"
    return "\n\n".join([head, in_columns(rows), in_columns(cross(held, outcomes))])


def cross(held: Contest, outcomes: Sequence[Outcome]) -> list[list[str]]:
    rows = [["wins against", *held.names]]
    for bot, row in enumerate(duels(held, outcomes)):
        cells = ["·" if bot == other else f"{duel.rate:.0%}" if duel.games else "–" for other, duel in enumerate(row)]
        rows.append([held.names[bot], *cells])
    return rows


def in_columns(rows: Sequence[Sequence[str]]) -> str:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if not place else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    )
