"""Write the turn sequence of every card under every preset into files for review."""

from pathlib import Path

from games.engine import PRESETS, Rules
from games.wording.turn_chart import cards_to_chart, chart

PLACES = ("turn", "first_card")


def charts_of(preset: str) -> str:
    rules = Rules.preset(preset)
    return "\n\n".join(chart(what, rules) for what in (*PLACES, *cards_to_chart(rules))) + "\n"


def write(folder: Path) -> list[Path]:
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for preset in PRESETS:
        paths.append(folder / f"{preset.lower().replace(' ', '_')}.txt")
        paths[-1].write_text(charts_of(preset))
    return paths
