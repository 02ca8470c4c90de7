"""The benchmark of sockets at which nothing happens."""

import json

import pytest
from django.core.management import CommandError, call_command

from games.devtools import bench_idle

pytestmark = pytest.mark.once


@pytest.mark.apart
def test_idle_sockets_stay_open(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(bench_idle, "WATCHED_SECONDS", 0.1)
    call_command("bench", "idle", "--sockets=7", "--viewers=3", "--json")
    figures = json.loads(capsys.readouterr().out)
    assert (figures["sockets"], figures["tables"], figures["closed"]) == (7, 3, 0)
    assert figures["mb_before"] > 0


def test_more_sockets_than_files_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_idle, "allow_many_sockets", lambda: 1000)
    with pytest.raises(CommandError, match="1,000 open files, too few for 900 sockets"):
        call_command("bench", "idle", "--sockets=900")


@pytest.mark.parametrize("words", [("--sockets=0",), ("--viewers=1",), ("--viewers=11",)])
def test_impossible_numbers_are_refused(words: tuple[str, ...]) -> None:
    with pytest.raises(CommandError, match="Give at least one socket"):
        call_command("bench", "idle", *words)
