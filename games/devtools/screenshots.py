"""Take screenshots of the fixtures on a temporary site."""

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
SCREENS: dict[str, dict[str, Any]] = {
    name: {"viewport": {"width": width, "height": height}} for name, (width, height) in SIZES.items()
}
SCREENS |= {f"dark-{name}": screen | {"color_scheme": "dark"} for name, screen in SCREENS.items() if name != "zoomed"}


def take(chromium: Any, into: Path, names: list[str], screens: list[str]) -> Iterator[Path]:
    """Take a screenshot of each of these fixtures with each screen; without screens, with all."""
    into.mkdir(parents=True, exist_ok=True)
    with temporary_site_with(names) as (url, created):
        for name, code, session in created:
            for screen in screens or SCREENS:
                path = into / f"{name.replace(' ', '-').replace(',', '').replace('’', '')}.{screen}.png"
                with opened_page(chromium, f"{url}/t/{code}/game/", session, SCREENS[screen]) as page:
                    page.screenshot(path=path)
                yield path


@contextmanager
def opened_page(chromium: Any, url: str, session: str, screen: dict[str, Any]) -> Iterator[Any]:
    context = chromium.new_context(**{"reduced_motion": "reduce"} | screen)
    host = urlsplit(url).hostname
    if session:
        context.add_cookies([{"name": "session", "value": session, "domain": host, "path": "/"}])
    page = context.new_page()
    page.goto(url, wait_until="networkidle")
    yield page
    context.close()


@contextmanager
def temporary_site_with(names: list[str]) -> Iterator[tuple[str, list[list[str]]]]:
    """Start a temporary site with these fixtures, and yield its URL and the created tables."""
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"DATABASE_URL": f"sqlite:///{folder}/site.sqlite3", "LOG_LEVEL": "ERROR"}
        manage(environment, "migrate", "-v0")
        lines = manage(environment, "fixtures", *names).splitlines() if names else []
        created = [line.split("\t") for line in lines]
        with running_server(environment) as url:
            yield url, created


def manage(environment: dict[str, str], *words: str) -> str:
    command = [sys.executable, "manage.py", *words]
    return subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=True).stdout  # noqa: S603


@contextmanager
def running_server(environment: dict[str, str]) -> Iterator[str]:
    command = [sys.executable, "manage.py", "play", "--port", "0"]
    process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)  # noqa: S603
    try:
        assert process.stdout is not None  # noqa: S101  # it was asked for
        address = next(line for line in process.stdout if line.startswith("Open "))
        yield address.split()[1].rstrip("/")
    finally:
        process.terminate()
        process.wait()
