"""Small clients for Firefox, which speaks Marionette, and for WebKit, which speaks WebDriver over HTTP.

Both take the same commands. A `Window` is a window of either browser; it is used like a page of Playwright, in which
all other tests run.

>>> with firefox(tmp_path) as window:  # doctest: +SKIP
...     window.visit("http://127.0.0.1:8000/")
...     window.click("#hand .can")
"""

import base64
import json
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from itertools import count
from pathlib import Path
from typing import Any, Protocol

from tests.live_site import free_port, wait_for

PATIENCE = 20.0
"""How many seconds a page may take to show what a test waits for."""
DOUBLE_CLICK = 0.6
"""For so long, another click at the same place is the second half of a double click, which plays no second card."""
HTTP_COMMANDS = {
    "NewSession": ("POST", ""),
    "DeleteSession": ("DELETE", ""),
    "Navigate": ("POST", "/url"),
    "AddCookie": ("POST", "/cookie"),
    "ExecuteScript": ("POST", "/execute/sync"),
    "PerformActions": ("POST", "/actions"),
    "SetWindowRect": ("POST", "/window/rect"),
    "TakeScreenshot": ("GET", "/screenshot"),
}
CENTER = """
    const found = document.querySelector(arguments[0]);
    if (!found) return null;
    const { left, top, right, bottom } = found.getBoundingClientRect();
    // The next card of a fan may cover all but the left edge of a card.
    for (const x of [(left + right) / 2, left + 9]) {
        const hit = document.elementFromPoint(x, (top + bottom) / 2);
        if (hit && found.contains(hit)) return [Math.round(x), Math.round((top + bottom) / 2)];
    }
    return null;
"""

MOVING = """return document.getAnimations().filter((one) =>
    one.playState === "running" && one.effect.getComputedTiming().endTime !== Infinity).length"""

TEXT = "return document.body.innerText"


class CommandFailed(AssertionError):
    """The browser could not run a command."""


class Connection(Protocol):
    def send(self, name: str, fields: dict[str, Any]) -> Any: ...

    def close(self) -> None: ...


class Marionette:
    """The protocol of Firefox: JSON lists over a socket, each after its length and a colon."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        self.numbers = count(1)
        self._receive()  # a greeting

    def send(self, name: str, fields: dict[str, Any]) -> Any:
        text = json.dumps([0, next(self.numbers), f"WebDriver:{name}", fields])
        self.socket.sendall(f"{len(text.encode())}:{text}".encode())
        _, _, error, result = self._receive()
        if error:
            raise CommandFailed(f"{name}: {error}")
        return result.get("value", result) if isinstance(result, dict) else result

    def close(self) -> None:
        self.socket.close()

    def _receive(self) -> Any:
        digits = b""
        while (byte := self._read(1)) != b":":
            digits += byte
        return json.loads(self._read(int(digits)))

    def _read(self, size: int) -> bytes:
        found = b""
        while len(found) < size:
            part = self.socket.recv(size - len(found))
            if not part:
                raise CommandFailed("Firefox has closed the connection.")
            found += part
        return found


class WebDriver:
    """The protocol of WebKit: a command is an HTTP request."""

    def __init__(self, port: int) -> None:
        self.port, self.session = port, "/session"

    def send(self, name: str, fields: dict[str, Any]) -> Any:
        method, path = HTTP_COMMANDS[name]
        connection = HTTPConnection("127.0.0.1", self.port, timeout=60)
        with closing(connection):
            body = json.dumps(fields) if method == "POST" else None
            connection.request(method, self.session + path, body, {"Content-Type": "application/json"})
            answer = connection.getresponse()
            value = json.loads(answer.read())["value"]
        if answer.status != 200:
            raise CommandFailed(f"{name}: {value}")
        if name == "NewSession":
            self.session += f"/{value['sessionId']}"
        return value

    def close(self) -> None:
        """Each command has had a connection of its own."""


class Window:
    def __init__(self, connection: Connection, capabilities: dict[str, Any]) -> None:
        self.connection = connection
        self.clicked = 0.0
        connection.send("NewSession", {"capabilities": {"alwaysMatch": capabilities}})

    def visit(self, url: str) -> None:
        self.connection.send("Navigate", {"url": url})

    def add_cookie(self, name: str, value: str) -> None:
        """Set a cookie of the site that the window shows."""
        self.connection.send("AddCookie", {"cookie": {"name": name, "value": value, "path": "/"}})

    def run(self, script: str, *arguments: object) -> Any:
        """Return what the body of a function returns in the page."""
        return self.connection.send("ExecuteScript", {"script": script, "args": list(arguments)})

    def resize(self, width: int, height: int) -> None:
        """Give the page this size: the window is larger by its frame."""
        for _ in range(2):
            frame = self.run("return [outerWidth - innerWidth, outerHeight - innerHeight]")
            self.connection.send("SetWindowRect", {"width": width + frame[0], "height": height + frame[1]})
            self.until(lambda: self.run("return document.visibilityState") == "visible", "a visible page")
        self.until(
            lambda: self.run("return [innerWidth, innerHeight]") == [width, height], f"a page of {width}×{height}"
        )

    def until(self, is_true: Callable[[], object], what: str) -> None:
        end = time.monotonic() + PATIENCE
        while not is_true():
            assert time.monotonic() < end, f"There was never {what}. The page says: {self.run(TEXT)}"
            time.sleep(0.05)

    def waits_for(self, selector: str, text: str = "") -> None:
        """Wait until an element with this text is in the page."""
        find = (
            "return [...document.querySelectorAll(arguments[0])].some((one) => one.textContent.includes(arguments[1]))"
        )
        self.until(lambda: self.run(find, selector, text), f"{selector} with “{text}”")

    def click(self, selector: str) -> None:
        """Click with the mouse, as soon as nothing moves and nothing covers the element."""
        point: list[int] = []

        def found() -> bool:
            is_new_click = time.monotonic() - self.clicked > DOUBLE_CLICK
            point[:] = (is_new_click and self.run(MOVING) == 0 and self.run(CENTER, selector)) or []
            return bool(point)

        self.until(found, f"a place to click in {selector}")
        presses = [{"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp")]
        move = {"type": "pointerMove", "x": point[0], "y": point[1], "duration": 0}
        mouse = {"type": "pointer", "id": "mouse", "actions": [move, *presses]}
        self.connection.send("PerformActions", {"actions": [mouse | {"parameters": {"pointerType": "mouse"}}]})
        self.clicked = time.monotonic()

    def screenshot(self, file: Path) -> None:
        """Take a picture of the page when nothing moves."""
        self.until(lambda: self.run(MOVING) == 0, "a page on which nothing moves")
        file.write_bytes(base64.b64decode(self.connection.send("TakeScreenshot", {"full": False})))


@contextmanager
def firefox(folder: Path) -> Iterator[Window]:
    port, profile = free_port(), folder / "firefox"
    profile.mkdir()
    preferences = {
        "marionette.port": port,
        "ui.prefersReducedMotion": 1,
        "browser.shell.checkDefaultBrowser": False,
        "datareporting.policy.dataSubmissionEnabled": False,
        "app.update.enabled": False,
        "network.captive-portal-service.enabled": False,
        "network.connectivity-service.enabled": False,
    }
    lines = [f'user_pref("{name}", {json.dumps(value)});' for name, value in preferences.items()]
    (profile / "user.js").write_text("\n".join(lines))
    command = ["firefox-esr", "--headless", "--marionette", "--no-remote", "--profile", str(profile)]
    with _running(command, port, folder, {"HOME": str(folder)}):
        yield from _window(Marionette(port), {})


@contextmanager
def webkit(folder: Path) -> Iterator[Window]:
    port = free_port()
    browser = next(Path("/usr/lib").glob("*/webkit2gtk-4.?/MiniBrowser"))
    command = ["xvfb-run", "-a", "-s", "-screen 0 1600x1200x24", "WebKitWebDriver", f"--port={port}"]
    surroundings = {"HOME": str(folder), "GDK_BACKEND": "x11"}
    options = {"binary": str(browser), "args": ["--automation"]}
    with _running(command, port, folder, surroundings):
        yield from _window(WebDriver(port), {"webkitgtk:browserOptions": options})


def _window(connection: Connection, capabilities: dict[str, Any]) -> Iterator[Window]:
    try:
        yield Window(connection, capabilities)
        connection.send("DeleteSession", {})
    finally:
        connection.close()


@contextmanager
def _running(command: list[str], port: int, folder: Path, surroundings: dict[str, str]) -> Iterator[None]:
    with (folder / "browser.log").open("w") as log:
        process = subprocess.Popen(
            command, env=os.environ | surroundings, stdout=log, stderr=log, start_new_session=True
        )
        try:
            wait_for(port)
            yield
        finally:
            os.killpg(process.pid, 15)
            process.wait()


BROWSERS = {"Firefox": firefox, "WebKit": webkit}
NEEDS = {"Firefox": ("firefox-esr",), "WebKit": ("WebKitWebDriver", "xvfb-run")}


def is_installed(name: str) -> bool:
    return all(map(shutil.which, NEEDS[name]))
