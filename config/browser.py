"""Where a browser for tests and screenshots is, and how one is had."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from config.bootstrap import Problem

# The first is the same browser without what only a screen needs, and takes half the time.
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
    "The browser tests need Chromium or Chrome, none is on this machine, and none could be fetched. Install one "
    "(on Debian: “apt install chromium”), or say where it is in the variable BROWSER, and start again."
)
WRONG = "BROWSER names {path}, and there is no program of that name. Correct it, or leave it out."
# Root has no sandbox to put its browser into; the other two keep it from calling home while pages are tested.
ARGUMENTS = ["--no-sandbox", "--disable-background-networking", "--disable-component-update"]


def obtain() -> str:
    """The browser that is there, else one that is fetched."""
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
    places = [Path(folder, name) for folder in ("/Applications", Path.home() / "Applications") for name in APPLICATIONS]
    on_path = (shutil.which(name) for name in COMMANDS)
    return next((path for path in on_path if path), None) or next((str(p) for p in places if p.exists()), playwrights())


def playwrights() -> str | None:
    """The one that Playwright has downloaded before. Asked in a process of its own: it leaves an event loop behind."""
    ask = "from playwright.sync_api import sync_playwright as s\nwith s() as p: print(p.chromium.executable_path)"
    asked = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=False)
    path = asked.stdout.strip()
    return path if path and Path(path).exists() else None


def from_playwright() -> str | None:
    print("No Chromium or Chrome here: Playwright fetches one ...", flush=True)
    subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], capture_output=True, check=False)
    return playwrights()


def from_debian() -> str | None:
    apt = shutil.which("apt-get")
    if not apt or os.geteuid() != 0:
        return None
    print("Playwright has none for this machine: installing the package chromium ...", flush=True)
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for words in (["update", "-q"], ["install", "-q", "-y", "--no-install-recommends", "chromium"]):
        subprocess.run([apt, *words], env=quiet, capture_output=True, check=False)
    return shutil.which("chromium")
