"""Copies of the project, which a test may start and break.

The requirements of a copy are one tiny package, made here, which lends it the packages of the Python that runs the
tests. So a first start does everything that it does on a new machine – environment, installation, restart – offline.
"""

import hashlib
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
NOT_INHERITED = (
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
    environment: dict[str, str] = field(
        default_factory=lambda: {k: v for k, v in os.environ.items() if k not in NOT_INHERITED}
    )

    def run(self, *words: str, python: str = sys.executable, **extra: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [python, *words],
            cwd=self.folder,
            env=self.environment | extra,
            capture_output=True,
            text=True,
            check=False,
        )

    def start(self, *words: str, **extra: str) -> "Process":
        process = subprocess.Popen(
            [sys.executable, "manage.py", *words],
            cwd=self.folder,
            env=self.environment | extra,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        return Process(process)

    def require(self, *requirements: str) -> None:
        (self.folder / "requirements.txt").write_text("\n".join(requirements) + "\n")

    def lock(self, *requirements: str) -> None:
        (self.folder / "config" / "locked.txt").write_text("\n".join(requirements) + "\n")


@dataclass
class Process:
    process: "subprocess.Popen[str]"
    output: str = ""

    def until(self, pattern: str) -> str:
        """Return the first match in the output; fail if the process ends without one."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.output += line
            if found := re.search(pattern, line):
                return found[0]
        _, errors = self.process.communicate()
        raise AssertionError(f"ended without “{pattern}”: {self.output}{errors}")

    def end(self, signal: int) -> tuple[int, str, str]:
        self.process.send_signal(signal)
        rest, errors = self.process.communicate()
        return self.process.returncode, rest, errors


def build(folder: Path) -> ProjectCopy:
    for part in PARTS:
        source = ROOT / part
        copy = shutil.copytree if source.is_dir() else shutil.copy
        copy(source, folder / part)
    (folder / "tests").mkdir()
    shutil.copy(ROOT / "tests" / "requirements.txt", folder / "tests")
    project = ProjectCopy(folder)
    wheel = make_lender(folder)
    project.require(f"lender @ {wheel.as_uri()}")
    project.lock(f"lender @ {wheel.as_uri()} --hash=sha256:{hashlib.sha256(wheel.read_bytes()).hexdigest()}")
    return project


def make_lender(folder: Path) -> Path:
    wheel = folder / ".lender" / "lender-1.0-py3-none-any.whl"
    wheel.parent.mkdir()
    with ZipFile(wheel, "w") as archive:
        archive.writestr("lender.pth", sysconfig.get_path("purelib") + "\n")
        archive.writestr("lender-1.0.dist-info/METADATA", METADATA)
        archive.writestr("lender-1.0.dist-info/WHEEL", WHEEL)
        archive.writestr("lender-1.0.dist-info/RECORD", "")
    return wheel
