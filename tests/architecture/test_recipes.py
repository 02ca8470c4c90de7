"""The recipes in .github/CONTRIBUTING.md work when they are followed to the letter in a copy of the project."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from django.conf import settings

pytestmark = [pytest.mark.once, pytest.mark.apart]
ROOT = Path(__file__).resolve().parents[2]
GUIDE = (ROOT / ".github" / "CONTRIBUTING.md").read_text()
RECIPES = dict(re.findall(r"^### (.+?)\n(.*?)(?=^### |\Z)", GUIDE.split("## Recipes")[1], re.MULTILINE | re.DOTALL))
STEP = re.compile(
    r"^In (?:the new file )?`([^`]+)`(?:, (at the end|before|after)(?: `([^`]+)`)?)?:\n\n```\w+\n(.*?)```",
    re.MULTILINE | re.DOTALL,
)
ENVIRONMENT = {"PATH": os.environ["PATH"], "SECRET_KEY": "only for a copy of the project " * 2}


class Step(NamedTuple):
    file: str
    where: str
    anchor: str
    text: str

    def follow(self, root: Path) -> None:
        path = root / self.file
        path.parent.mkdir(parents=True, exist_ok=True)
        if not self.where:
            assert not path.exists()
            path.write_text(self.text)
        elif self.anchor:
            before, anchor, after = path.read_text().partition(f"{self.anchor}\n")
            assert anchor, f"{self.file} has no line {self.anchor!r}"
            path.write_text(before + (self.text + anchor if self.where == "before" else anchor + self.text) + after)
        else:
            path.write_text(f"{path.read_text()}\n\n{self.text}")


def commands(recipe: str) -> Iterator[list[str]]:
    for block in re.findall(r"```sh\n(.*?)```", recipe, re.DOTALL):
        for line in block.splitlines():
            words = shlex.split(line)
            assert words[:2] == ["python3", "manage.py"]
            if words[2] == "test":
                yield [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *words[3:]]
            else:
                yield [sys.executable, *words[1:]]


def copy(root: Path) -> None:
    """Copy the project with the times of its files, and with what has been compiled and collected from them."""
    shutil.copytree(settings.STATIC_ROOT, root / Path(settings.STATIC_ROOT).relative_to(ROOT))
    files = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    for name in filter(None, files.split("\0")):
        source = ROOT / name
        for path in (source, *source.parent.glob(f"__pycache__/{source.stem}.*.pyc")):
            if path.exists():
                copied = root / path.relative_to(ROOT)
                copied.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(path, copied)


def test_there_is_a_recipe_for_everything_that_is_often_added() -> None:
    assert list(RECIPES) == ["Add a card", "Add a deck", "Add a rule", "Add a bot", "Add a page"]


@pytest.mark.parametrize("name", RECIPES)
def test_a_recipe_works(name: str, tmp_path: Path) -> None:
    copy(tmp_path)
    steps = [Step(*found) for found in STEP.findall(RECIPES[name])]
    assert len(steps) >= 2
    for step in steps:
        step.follow(tmp_path)
    for command in commands(RECIPES[name]):
        done = subprocess.run(command, cwd=tmp_path, env=ENVIRONMENT, capture_output=True, text=True)
        assert done.returncode == 0, f"{command}\n{done.stdout[-3000:]}\n{done.stderr[-2000:]}"
