"""Find or install the browser for tests and screenshots."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from config.bootstrap import Problem

# The first is Chromium without its user interface: tests take half the time.
COMMANDS = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
)
APPLICATIONS = ("Chromium.app/Contents/MacOS/Chromium", "Google Chrome.app/Contents/MacOS/Google Chrome")
NONE = (
    "The browser tests need Chromium or Chrome. None is installed here, and none could be downloaded. Install one "
    "(on Debian: “apt install chromium”) or set BROWSER to its path, and start again."
)
WRONG = "BROWSER is set to {path}, but there is no such program. Correct or unset it."
# Chromium's sandbox does not work for root; the other two prevent requests to Google during the tests.
ARGUMENTS = ["--no-sandbox", "--disable-background-networking", "--disable-component-update"]


def obtain() -> str:
    """Return the path of an installed browser, or else install one."""
    found = installed() or from_playwright() or from_debian()
    if not found:
        raise Problem(NONE)
    return found


def installed() -> str | None:
    named = os.environ.get("BROWSER", "")
    if named:
        found = shutil.which(named)
        if not found:
            raise Problem(WRONG.format(path=named))
        return found
    folders = (Path("/Applications"), Path.home() / "Applications")
    applications = [folder / name for folder in folders for name in APPLICATIONS]
    on_path = (shutil.which(name) for name in COMMANDS)
    return next((path for path in on_path if path), None) or next(
        (str(path) for path in applications if path.exists()), downloaded_by_playwright()
    )


def downloaded_by_playwright() -> str | None:
    """Return Playwright's own browser, if downloaded. A process of its own, because Playwright leaves an event loop."""
    code = "from playwright.sync_api import sync_playwright as s\nwith s() as p: print(p.chromium.executable_path)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    path = done.stdout.strip()
    return path if path and Path(path).exists() else None


def from_playwright() -> str | None:
    print("No Chromium or Chrome found: Playwright downloads one ...", flush=True)
    subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], capture_output=True, check=False)
    return downloaded_by_playwright()


def from_debian() -> str | None:
    apt = shutil.which("apt-get")
    if not apt or os.geteuid() != 0:
        return None
    print("Playwright has none for this system: installing the package chromium ...", flush=True)
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for words in (["update", "-q"], ["install", "-q", "-y", "--no-install-recommends", "chromium"]):
        subprocess.run([apt, *words], env=environment, capture_output=True, check=False)
    return shutil.which("chromium")
