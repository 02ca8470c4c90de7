"""The report of a contest: a self-contained HTML page with charts and a table of the numbers."""

from collections.abc import Sequence
from html import escape

from games.bots import BOTS
from games.pages.charts import PAINT, Bar, intervals

from .charts import columns, courses, cross_table
from .contest import Contest, Outcome
from .stats import Standing, duels, standings

STYLE = """
:root{--paper:#fffaf2;--ink:#1d1512;--soft:#75655b;--line:#e8dccb;--card:#fff}
@media(prefers-color-scheme:dark){:root{--paper:#1c1512;--ink:#f6ecdf;--soft:#b3a294;--line:#40342c;--card:#271e19}}
*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);font:17px/1.5 system-ui,sans-serif}
main{max-width:66rem;margin:0 auto;padding:2.5rem 1.25rem 4rem}
h1{font-size:clamp(1.8rem,5vw,3rem);line-height:1.1;margin:0}
h2{font-size:1.3rem;margin:0 0 .25rem}p{margin:.25rem 0 1rem;color:var(--soft);max-width:44rem}
section{background:var(--card);border:1px solid var(--line);border-radius:18px;padding:1.4rem 1.5rem;margin:1.5rem 0}
.lead{font-size:1.15rem;color:var(--ink)}
svg{width:100%;height:auto;display:block;font-family:system-ui,sans-serif}
.wide{overflow-x:auto}.wide svg{min-width:34rem}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{text-align:right;padding:.45rem .7rem;border-bottom:1px solid var(--line)}
th:first-child,td:first-child{text-align:left}
code{font-size:.9em;overflow-wrap:anywhere}dl{display:grid;grid-template-columns:auto 1fr;gap:.5rem 1.25rem;margin:0}
dt{font-weight:700}dd{margin:0;color:var(--soft)}
""".strip()


def report(held: Contest, outcomes: Sequence[Outcome], rules: str, command: str, day: str) -> str:
    """Return the page as HTML."""
    lines = standings(held, outcomes)
    title = " against ".join(dict.fromkeys(held.names)) if len(held.names) < 4 else f"{len(held.names)} bots"
    sections = "".join(
        f'<section><h2>{heading}</h2><p>{words}</p><div class="wide">{chart}</div></section>'
        for heading, words, chart in charts(held, outcomes, lines)
    )
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{escape(title)} · the arena</title><style>{STYLE}</style></head><body><main>"
        f"<h1>{escape(title)}</h1><p class=lead>{escape(summary(held, outcomes, lines, rules))}</p>"
        f"{sections}{table(lines)}{people(held)}"
        f"<p>Made on {escape(day)} with <code>{escape(command)}</code></p></main></body></html>\n"
    )


def summary(held: Contest, outcomes: Sequence[Outcome], lines: Sequence[Standing], rules: str) -> str:
    best = max(lines, key=lambda line: line.win_rate)
    deals = len({game.deal for game in outcomes})
    return (
        f"{best.name} won {best.win_rate:.0%} of its games at {held.seats} seats under {rules}. {len(outcomes):,} "
        f"games with {deals:,} deals, each played with every seating so that luck cancels."
    )


def charts(held: Contest, outcomes: Sequence[Outcome], lines: Sequence[Standing]) -> list[tuple[str, str, str]]:
    """Return the heading, the explanation and the SVG of each chart."""
    paints = [PAINT[index % len(PAINT)] for index in range(len(lines))]
    ranked = sorted(zip(lines, paints, strict=True), key=lambda one: -one[0].win_rate)
    even = 1 / held.seats
    rows = [Bar(line.name, line.win_rate, line.low, line.high, paint, f"{line.win_rate:.1%}") for line, paint in ranked]
    ratings = [Bar(line.name, line.rating, 0, 0, paint, f"{line.rating:.1f}") for line, paint in ranked]
    effort = [Bar(line.name, line.cpu_ms_per_move, 0, 0, paint, brief(line.cpu_ms_per_move)) for line, paint in ranked]
    table = [[(duel.rate, duel.games) for duel in row] for row in duels(held, outcomes)]
    history = [
        (line.name, paint, running_rates(held, outcomes, bot))
        for bot, (line, paint) in enumerate(zip(lines, paints, strict=True))
    ]
    return [
        ("Games won", "The dot is the result; the band around it is its 95 % confidence interval.",
         intervals("Share of games won, with 95 % intervals", rows, even)),
        ("Who beats whom", "The share of the row's bot in the games that one of the two won.",
         cross_table("Cross table", held.names, table)),
        ("Share of wins over time", "The share of wins after each deal. The influence of luck decreases over time.",
         courses("Share of games won as the games went on", history, even)),
        ("OpenSkill rating", "The ranking by the games played. Every bot starts at 25.",
         columns("OpenSkill ratings", ratings, "")),
        ("Thinking", "CPU time per move in milliseconds.", columns("CPU per move", effort, "ms")),
    ]  # fmt: skip


def brief(milliseconds: float) -> str:
    return f"{milliseconds:.0f}" if milliseconds >= 10 else f"{milliseconds:.2g}"


def running_rates(held: Contest, outcomes: Sequence[Outcome], bot: int) -> list[float]:
    """Return the share of wins after each deal, reduced to a few hundred points."""
    wins = games = 0
    rates = []
    ordered = sorted(outcomes, key=lambda game: game.deal)
    for index, game in enumerate(ordered):
        games += game.seating.count(bot)
        wins += game.seating[game.winner] == bot
        if index + 1 == len(ordered) or ordered[index + 1].deal != game.deal:
            rates.append(wins / games if games else 0.0)
    step = max(1, len(rates) // 300)
    return rates[::-step][::-1]


def table(lines: Sequence[Standing]) -> str:
    heads = ("Bot", "Games", "Wins", "Rate", "95 %", "Points", "Rating", "ms/move")
    rows = "".join(
        f"<tr><td>{escape(line.name)}</td><td>{line.games:,}</td><td>{line.wins:,}</td><td>{line.win_rate:.1%}</td>"
        f"<td>{line.low:.1%} – {line.high:.1%}</td><td>{line.points:.1f}</td><td>{line.rating:.1f}</td>"
        f"<td>{brief(line.cpu_ms_per_move)}</td></tr>"
        for line in sorted(lines, key=lambda line: -line.win_rate)
    )
    head = "".join(f"<th>{name}</th>" for name in heads)
    return f'<section class="wide"><h2>The numbers</h2><table><tr>{head}</tr>{rows}</table></section>'


def people(held: Contest) -> str:
    entries = "".join(
        f"<dt>{escape(name)}</dt><dd>{escape(BOTS[name].line)}</dd>" for name in dict.fromkeys(held.names)
    )
    return f"<section><h2>Who played</h2><dl>{entries}</dl></section>"
