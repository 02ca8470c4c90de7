"""Pictures of every state of the table, taken of a site of its own with a database of its own."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parents[2]
SIZES = {"desktop": (1280, 800), "phone": (390, 844), "smallest": (320, 640), "zoomed": (640, 400)}
LOOKS: dict[str, dict[str, Any]] = {
    name: {"viewport": {"width": width, "height": height}} for name, (width, height) in SIZES.items()
}
LOOKS |= {f"dark-{name}": look | {"color_scheme": "dark"} for name, look in LOOKS.items() if name != "zoomed"}


def take(chromium: Any, into: Path, names: list[str], looks: list[str]) -> Iterator[Path]:
    """A picture of each fixture in each look; of all there are when none is named."""
    into.mkdir(parents=True, exist_ok=True)
    with own_site(names) as (url, created):
        for name, code, session in created:
            for look in looks or LOOKS:
                path = into / f"{name.replace(' ', '-').replace(',', '').replace('’', '')}.{look}.png"
                with opened(chromium, f"{url}/t/{code}/game/", session, LOOKS[look]) as page:
                    page.screenshot(path=path)
                yield path


@contextmanager
def opened(chromium: Any, url: str, session: str, look: dict[str, Any]) -> Iterator[Any]:
    context = chromium.new_context(**look, reduced_motion="reduce")
    host = urlsplit(url).hostname
    context.add_cookies([{"name": "session", "value": session, "domain": host, "path": "/"}])
    page = context.new_page()
    page.goto(url, wait_until="networkidle")
    yield page
    context.close()


@contextmanager
def own_site(names: list[str]) -> Iterator[tuple[str, list[list[str]]]]:
    """Where a site of its own is, with these fixtures created in it."""
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"DATABASE_URL": f"sqlite:///{folder}/site.sqlite3", "LOG_LEVEL": "ERROR"}
        manage(environment, "migrate", "-v0")
        created = [line.split("\t") for line in manage(environment, "fixtures", *names).splitlines()]
        with served(environment) as url:
            yield url, created


def manage(environment: dict[str, str], *words: str) -> str:
    command = [sys.executable, "manage.py", *words]
    return subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=True).stdout  # noqa: S603


@contextmanager
def served(environment: dict[str, str]) -> Iterator[str]:
    command = [sys.executable, "manage.py", "play", "--port", "0"]
    process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)  # noqa: S603
    try:
        assert process.stdout is not None  # noqa: S101  # it was asked for
        address = next(line for line in process.stdout if line.startswith("Open "))
        yield address.split()[1].rstrip("/")
    finally:
        process.terminate()
        process.wait()
