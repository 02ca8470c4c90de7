"""Copies of the project to start, in which a test may break what it likes.

A copy's requirements name one tiny package, made here, that lends the copy the packages of the Python that runs the
tests. So a first start does all it does on a new machine – environment, installation, restart – without a network.
"""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from dataclasses import dataclass, field
from pathlib import Path
from zipfile import ZipFile

ROOT = Path(__file__).resolve().parents[2]
PARTS = ("manage.py", "config", "games", "templates", "static", "requirements.txt", "README.md", ".pytest.ini")
METADATA = "Metadata-Version: 2.1\nName: lender\nVersion: 1.0\n"
WHEEL = "Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
OF_THIS_RUN = (
    "PYTHONWARNINGS",
    "DATABASE_URL",
    "REDIS_URL",
    "SECRET_KEY",
    "DJANGO_ALLOW_ASYNC_UNSAFE",
    "COV_CORE_SOURCE",
    "PART",
)


@dataclass
class ProjectCopy:
    folder: Path
    surroundings: dict[str, str] = field(
        default_factory=lambda: {k: v for k, v in os.environ.items() if k not in OF_THIS_RUN}
    )

    def run(self, *words: str, python: str = sys.executable, **extra: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [python, *words],
            cwd=self.folder,
            env=self.surroundings | extra,
            capture_output=True,
            text=True,
            check=False,
        )

    def start(self, *words: str, **extra: str) -> "Running":
        process = subprocess.Popen(
            [sys.executable, "manage.py", *words],
            cwd=self.folder,
            env=self.surroundings | extra,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        return Running(process)

    def require(self, *requirements: str) -> None:
        (self.folder / "requirements.txt").write_text("\n".join(requirements) + "\n")


@dataclass
class Running:
    process: "subprocess.Popen[str]"
    said: str = ""

    def until(self, words: str) -> str:
        """What it says up to these words; fails when it ends without them."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.said += line
            if found := re.search(words, line):
                return found[0]
        _, complaints = self.process.communicate()
        raise AssertionError(f"never said “{words}” but: {self.said}{complaints}")

    def end(self, how: int) -> tuple[int, str, str]:
        self.process.send_signal(how)
        rest, complaints = self.process.communicate()
        return self.process.returncode, rest, complaints


def build(folder: Path) -> ProjectCopy:
    for part in PARTS:
        source = ROOT / part
        copy = shutil.copytree if source.is_dir() else shutil.copy
        copy(source, folder / part)
    (folder / "tests").mkdir()
    shutil.copy(ROOT / "tests" / "requirements.txt", folder / "tests")
    project = ProjectCopy(folder)
    project.require(f"lender @ {lender(folder).as_uri()}")
    return project


def lender(folder: Path) -> Path:
    wheel = folder / ".lender" / "lender-1.0-py3-none-any.whl"
    wheel.parent.mkdir()
    with ZipFile(wheel, "w") as archive:
        archive.writestr("lender.pth", sysconfig.get_path("purelib") + "\n")
        archive.writestr("lender-1.0.dist-info/METADATA", METADATA)
        archive.writestr("lender-1.0.dist-info/WHEEL", WHEEL)
        archive.writestr("lender-1.0.dist-info/RECORD", "")
    return wheel
