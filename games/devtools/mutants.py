"""Mutation testing of the rules engine: change it a little, and see whether the tests notice.

Each mutant is a copy of the project with one small change in one module of the engine: a comparison, a number, a
condition turned around, or a line left out. Tests that still pass have not noticed it.

>>> for mutation in mutations("a.py", "if 0 < a: run()"):
...     print(mutation.change, "|", mutation.source)
the condition is turned around | if (not (0 < a)): run()
< becomes <= | if 0 <= a: run()
run() is left out | if 0 < a: pass
0 becomes 1 | if 1 < a: run()
"""

import ast
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[2]
ENGINE = Path("games", "engine")
TESTS = Path("tests", "engine")
NOT_COPIED = shutil.ignore_patterns(".git", ".venv", "var", "__pycache__", "*_cache", ".hypothesis")
PATIENCE = 5.0
"""A mutant that takes so many times as long as the unchanged project has been noticed: it hangs."""
COMPARISONS = {
    ast.Lt: ("<", "<="), ast.LtE: ("<=", "<"), ast.Gt: (">", ">="), ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="), ast.NotEq: ("!=", "=="), ast.In: ("in", "not in"),
}  # fmt: skip
BOOLEANS = {ast.And: ("and", "or"), ast.Or: ("or", "and")}


class Mutation(NamedTuple):
    """A changed module: its file, the line and the change in words, and its new source."""

    file: str
    line: int
    change: str
    source: str


@dataclass
class Report:
    seed: int
    failed: int = 0
    """Mutants that a failing test noticed."""
    hung: int = 0
    survivors: list[Mutation] = field(default_factory=list)

    def as_dict(self) -> dict[str, Any]:
        found = [{"file": one.file, "line": one.line, "change": one.change} for one in self.survivors]
        return {"seed": self.seed, "failed": self.failed, "hung": self.hung, "survivors": found}

    def text(self) -> str:
        count = self.failed + self.hung + len(self.survivors)
        lines = [f"{one.file}:{one.line}: {one.change}" for one in self.survivors]
        total = f"{count} mutants: {self.failed} failed a test, {self.hung} hung, {len(lines)} survived."
        return "\n".join([*lines, f"{total} The seed was {self.seed}."])


# --- the changes


def mutations(file: str, source: str) -> list[Mutation]:
    """Return all mutants of a module that this tool knows."""
    lines = [0]
    for line in source.encode().splitlines(keepends=True):
        lines.append(lines[-1] + len(line))
    found = []
    for node in ast.walk(ast.parse(source)):
        for start, end, new, change in _changes(node, source):
            first, last = (lines[line - 1] + column for line, column in (start, end))
            raw = source.encode()
            found.append(Mutation(file, start[0], change, (raw[:first] + new.encode() + raw[last:]).decode()))
    return found


Position = tuple[int, int]
Change = tuple[Position, Position, str, str]


def _changes(node: ast.AST, source: str) -> Iterator[Change]:
    """Yield the start and the end of the text to replace, what replaces it, and the change in words."""
    if isinstance(node, ast.Compare):
        parts = [node.left, *node.comparators]
        for operator, left, right in zip(node.ops, parts, parts[1:], strict=False):
            yield from _operator(COMPARISONS.get(type(operator)), left, right, source)
    elif isinstance(node, ast.BoolOp):
        for left, right in zip(node.values, node.values[1:], strict=False):
            yield from _operator(BOOLEANS[type(node.op)], left, right, source)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        new = not node.value if isinstance(node.value, bool) else node.value + 1
        yield _start(node), _end(node), str(new), f"{node.value} becomes {new}"
    elif isinstance(node, ast.If | ast.While | ast.IfExp):
        text = ast.get_source_segment(source, node.test) or ""
        yield _start(node.test), _end(node.test), f"(not ({text}))", "the condition is turned around"
    elif _can_be_left_out(node):
        text = ast.get_source_segment(source, node) or ""
        yield _start(node), _end(node), "pass", f"{text.splitlines()[0]} is left out"


def _operator(texts: tuple[str, str] | None, left: ast.expr, right: ast.expr, source: str) -> Iterator[Change]:
    if texts is None:
        return
    old, new = texts
    lines = source.splitlines(keepends=True)[left.end_lineno - 1 : right.lineno]  # type: ignore[operator]
    if len(lines) == 1:
        between = lines[0].encode()[left.end_col_offset : right.col_offset].decode()
        word = rf"\b{old}\b" if old.isalpha() else re.escape(old)
        yield _end(left), _start(right), re.sub(word, new, between, count=1), f"{old} becomes {new}"


def _can_be_left_out(node: ast.AST) -> bool:
    return isinstance(node, ast.AugAssign) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Call))


def _start(node: Any) -> Position:
    return node.lineno, node.col_offset


def _end(node: Any) -> Position:
    return node.end_lineno, node.end_col_offset


# --- running the tests


class TestsFail(Exception):
    """The tests of the engine fail without any change, so they say nothing about changes."""


def hunt(count: int, seed: int, progress: Callable[[int], None] = lambda _: None) -> Report:
    """Test this many mutants, chosen at random."""
    report = Report(seed)
    known = [mutation for path in sorted((ROOT / ENGINE).glob("*.py")) for mutation in mutations_of(path)]
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "project"
        shutil.copytree(ROOT, copy, ignore=NOT_COPIED)
        started = time.monotonic()
        if not _passes(copy, None):
            raise TestsFail
        limit = PATIENCE * (time.monotonic() - started)
        for number, mutation in enumerate(Random(seed).sample(known, min(count, len(known))), start=1):
            _try(copy, mutation, limit, report)
            progress(number)
    return report


def mutations_of(path: Path) -> list[Mutation]:
    return mutations(str(path.relative_to(ROOT)), path.read_text())


def _try(copy: Path, mutation: Mutation, limit: float, report: Report) -> None:
    module = copy / mutation.file
    before = module.read_text()
    module.write_text(mutation.source)
    try:
        if _passes(copy, limit):
            report.survivors.append(mutation)
        else:
            report.failed += 1
    except subprocess.TimeoutExpired:
        report.hung += 1
    finally:
        module.write_text(before)


def _passes(copy: Path, limit: float | None) -> bool:
    """Return whether all tests of the engine pass."""
    words = [sys.executable, "-m", "pytest", "-x", "-q", "--no-header", str(TESTS)]
    # Compiled modules are recognized by the second of their change, and a mutant lives shorter than that.
    extra = {"PYTHONDONTWRITEBYTECODE": "1", "SECRET_KEY": "of a copy that serves nobody " * 2, "PART": "rules"}
    done = subprocess.run(  # noqa: S603 - our own command
        words, cwd=copy, env=os.environ | extra, capture_output=True, timeout=limit, check=False
    )
    return done.returncode == 0
