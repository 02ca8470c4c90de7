"""Transcripts of whole games, compared with reviewed ones."""

from pathlib import Path

import pytest

from games.devtools import charts, playthroughs

REVIEWED = Path(__file__).parent / "playthroughs"
TRANSCRIPTS = dict(playthroughs.transcripts())


@pytest.mark.parametrize("name", TRANSCRIPTS)
def test_the_transcripts_equal_the_reviewed_ones(name: str) -> None:
    """After a change of the rules, run `python manage.py playthroughs` and read the difference."""
    assert TRANSCRIPTS[name] == (REVIEWED / name).read_text()


def test_one_command_writes_all_of_them(tmp_path: Path) -> None:
    written = playthroughs.write(tmp_path / "playthroughs") + charts.write(tmp_path / "charts")
    assert {path.name for path in written} == set(TRANSCRIPTS)
    assert (tmp_path / "playthroughs" / "flip.txt").read_text() == TRANSCRIPTS["flip.txt"]
    assert (tmp_path / "charts" / "flip.txt").read_text() == charts.charts_of("Flip")
