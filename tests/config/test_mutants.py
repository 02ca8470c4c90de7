"""`soak mutants`: changes of the rules that no test notices are reported."""

import json
import subprocess
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.devtools import mutants

pytestmark = [pytest.mark.apart, pytest.mark.no_cover]
RULES = """def may_draw(cards, limit):
    if cards >= limit and limit:
        return False
    return True


def after(seat, seats):
    return (seat + 1) % seats
"""
TESTS = """from games.engine.rules import after, may_draw


def test_drawing():
    assert may_draw(1, 3)
    assert not may_draw(4, 3)
    assert may_draw(4, 0)


def test_turns():
    assert after(2, 3) == 0
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for folder in (mutants.ENGINE, mutants.TESTS):
        tmp_path.joinpath(folder).mkdir(parents=True)
    tmp_path.joinpath(mutants.ENGINE, "rules.py").write_text(RULES)
    tmp_path.joinpath(mutants.TESTS, "test_rules.py").write_text(TESTS)
    tmp_path.joinpath("pytest.ini").write_text("[pytest]\npythonpath = .\n")
    monkeypatch.setattr(mutants, "ROOT", tmp_path)
    monkeypatch.setattr(mutants, "PATIENCE", 1000.0)
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.delenv("DJANGO_SETTINGS_MODULE")
    return tmp_path


def test_each_kind_of_change_is_made_in_place() -> None:
    source = "def f(a):\n    if a in (1, 2) and not b:\n        g(a)  # a comment\n    return True\n"
    found = {mutation.change: mutation for mutation in mutants.mutations("f.py", source)}
    assert set(found) == {
        "in becomes not in", "and becomes or", "1 becomes 2", "2 becomes 3", "the condition is turned around",
        "g(a) is left out", "True becomes False",
    }  # fmt: skip
    assert found["in becomes not in"].source == source.replace("a in", "a not in")
    assert found["g(a) is left out"].source == source.replace("g(a)", "pass")
    assert (found["True becomes False"].line, found["True becomes False"].file) == (4, "f.py")
    for mutation in found.values():
        compile(mutation.source, "f.py", "exec")


def test_every_mutant_of_the_engine_is_a_program() -> None:
    sources = mutants.ROOT.joinpath(mutants.ENGINE).glob("*.py")
    found = [mutation for path in sources for mutation in mutants.mutations_of(path)]
    assert len(found) > 500
    for mutation in found:
        compile(mutation.source, mutation.file, "exec")


def test_what_no_test_notices_is_reported(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("soak", "mutants", "--count=100", "--seed=1", "--json")
    report = json.loads(capsys.readouterr().out)
    survivors = {(one["line"], one["change"]) for one in report["survivors"]}
    assert survivors == {(2, ">= becomes >")}  # no test draws the last card that is allowed
    assert (report["failed"], report["hung"]) == (5, 0)
    assert project.joinpath(mutants.ENGINE, "rules.py").read_text() == RULES


def test_a_mutant_that_hangs_is_noticed(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def hang(copy: Path, limit: float | None) -> bool:
        if limit is None:
            return True
        raise subprocess.TimeoutExpired("pytest", limit)

    monkeypatch.setattr(mutants, "_passes", hang)
    report = mutants.hunt(3, seed=1)
    assert (report.failed, report.hung, report.survivors) == (0, 3, [])
    assert report.text() == "3 mutants: 0 failed a test, 3 hung, 0 survived. The seed was 1."


def test_tests_that_fail_without_a_change_are_no_measure(project: Path) -> None:
    project.joinpath(mutants.TESTS, "test_rules.py").write_text("def test_nothing():\n    assert False\n")
    with pytest.raises(CommandError, match="fail without any change"):
        call_command("soak", "mutants", "--count=1")
    with pytest.raises(CommandError, match="at least one"):
        call_command("soak", "mutants", "--count=0")
