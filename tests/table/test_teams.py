"""Teams at the table: whose partner is who, and the result of a team."""

import pytest

from games.api.pov import serialize_game
from games.table.pov import Preferences, fragments, pov
from games.table.snapshot import Snapshot
from tests.table.positions import position

LINE = "{rules} | R7 / B2 B3 / W / G9 | 0 clockwise red | Y1 Y2 Y3 Y4 | R1"


def ended(limit: str = "500") -> Snapshot:
    rules = f'{{"teams": "two", "score_limit": "{limit}"}}'
    return position(LINE.format(rules=rules), (0, "play R7"))


def running() -> Snapshot:
    return position(LINE.format(rules='{"teams": "two"}'))


def test_a_viewer_knows_the_partner() -> None:
    seats = pov(running(), 0, Preferences()).seats
    assert [(seat.name, seat.team_name, seat.partner) for seat in seats] == [
        ("Bob", "Owl", False), ("Cleo", "Fox", True), ("Dan", "Owl", False), ("Ann", "Fox", False),
    ]  # fmt: skip
    shown = fragments(pov(running(), 0, Preferences()))
    assert "your </span>partner" in shown["s2"]
    assert "team0" in shown["s2"]
    assert "partner" not in shown["s1"] + shown["s3"]


def test_spectators_and_other_tables_have_no_partners() -> None:
    assert not any(seat.partner for seat in pov(running(), None, Preferences()).seats)
    alone = position(LINE.format(rules="Official"))
    assert {seat.team_name for seat in pov(alone, 0, Preferences()).seats} == {""}


@pytest.mark.parametrize(
    ("seat", "title"),
    [(0, "Your team wins the round!"), (2, "Your team wins the round!"), (1, "Team Fox wins the round!"),
     (None, "Team Fox wins the round!")],
)  # fmt: skip
def test_the_result_names_the_team(seat: int | None, title: str) -> None:
    end = pov(ended(), seat, Preferences()).end
    assert end is not None
    assert end.title == title
    assert [(r.name, r.won, r.points, r.total) for r in end.results] == [
        ("Ann", True, 14, 14), ("Cleo", True, 14, 14), ("Bob", False, 0, 0), ("Dan", False, 0, 0),
    ]  # fmt: skip


def test_the_whole_team_stands_on_the_podium() -> None:
    end = pov(ended("one_round"), 2, Preferences()).end
    assert end is not None
    assert end.title == "Your team wins!"
    assert [(step, result.name) for step, result in end.podium] == [(1, "Ann"), (1, "Cleo")]
    assert pov(ended(), 0, Preferences()).end.podium == ()  # type: ignore[union-attr]  # a round has ended


def test_programs_see_the_teams_and_all_winners() -> None:
    game = serialize_game(ended("one_round"), 1)
    assert [one["team"] for one in game["participants"]] == ["Fox", "Owl", "Fox", "Owl"]
    assert (game["meta"]["winner"], game["meta"]["winners"]) == ("Ann", ["Ann", "Cleo"])
    assert serialize_game(running(), 1)["meta"]["winners"] == []
