"""People at a running site: each with a session, a token and open connections, and what they can see."""

import json
import re
import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import requests
from websockets import Origin
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

CSRF = "a" * 32
PATIENCE = 60
"""Seconds to wait for something that must arrive."""
HAND, OPEN, WATCHES = '<button class="card', '<span class="open">', "You are watching."


def hands_in_html(html: str) -> str:
    """Return what a page shows of a game."""
    hand = re.search(r'id="hand".*?(?=<[a-z]+[^>]* id="(?!h-)|\Z)', html, re.DOTALL)
    if hand and HAND in hand[0]:
        return "hand"
    if OPEN in html:
        return "open"
    return "look" if WATCHES in html else "none"


def hands_in_json(game: dict[str, Any]) -> str:
    """Return what a JSON response shows of a game."""
    hands = [hand["open"] for hand in game["state"]["hands"]]
    if not hands:
        return "none"
    return "open" if all(hands) else "hand" if any(hands) else "look"


@dataclass
class Connection:
    """An open connection, all it has received, and whether it has ended."""

    parts: list[str] = field(default_factory=list)
    is_open: bool = False
    is_over: bool = False
    news: threading.Condition = field(default_factory=threading.Condition, repr=False)
    disconnect: Callable[[], Any] = lambda: None
    thread: threading.Thread | None = None

    def begin(self, disconnect: Callable[[], Any]) -> None:
        with self.news:
            self.is_open, self.disconnect = True, disconnect
            self.news.notify_all()

    def wait_to_begin(self) -> bool:
        with self.news:
            assert self.news.wait_for(lambda: self.is_open or self.is_over, PATIENCE), "the server does not answer"
        return self.is_open

    def close(self) -> None:
        self.disconnect()
        if self.thread:
            self.thread.join(PATIENCE)

    def receive(self, part: str) -> None:
        with self.news:
            self.parts.append(part)
            self.news.notify_all()

    def end(self) -> None:
        with self.news:
            self.is_over = True
            self.news.notify_all()

    def wait(self, text: str, since: int = 0) -> bool:
        """Wait for this text or the end; return whether the text arrived."""
        with self.news:
            came = self.news.wait_for(lambda: text in "".join(self.parts[since:]) or self.is_over, PATIENCE)
            assert came, f"neither {text!r} nor the end arrived: {self.parts[since:]}"
            return text in "".join(self.parts[since:])


@dataclass
class Visitor:
    """A person with a browser and a program, with an address of their own."""

    url: str
    address: str
    session: str = ""
    token: str = ""
    pk: int = 0
    name: str = ""

    @property
    def headers(self) -> dict[str, str]:
        cookie = f"csrf={CSRF}" + (f"; session={self.session}" if self.session else "")
        return {"Cookie": cookie, "X-CSRFToken": CSRF, "X-Forwarded-For": self.address}

    def get(self, path: str) -> requests.Response:
        return requests.get(self.url + path, headers=self.headers, allow_redirects=False, timeout=PATIENCE)

    def post(self, path: str, headers: dict[str, str] | None = None, **sent: Any) -> requests.Response:
        headers = self.headers | (headers or {})
        return requests.post(self.url + path, data=sent, headers=headers, allow_redirects=False, timeout=PATIENCE)

    def do(self, path: str, **sent: Any) -> None:
        """Press a button that must work."""
        answer = self.post(path, **sent)
        assert answer.status_code in (200, 204, 302), (path, answer.status_code, answer.text[:2000])
        assert "/account/login/" not in answer.headers.get("Location", ""), path

    def ask(self, method: str, path: str, body: Any = None) -> requests.Response:
        headers = {"Authorization": f"Bearer {self.token}", "X-Forwarded-For": self.address}
        return requests.request(method, f"{self.url}/api/{path}", headers=headers, json=body, timeout=PATIENCE)

    # --- connections that stay open

    def socket(self, path: str) -> "Connection | None":
        """Open a socket and return it; return None if it was closed before anything came."""
        return listen(self._read_socket, path)

    def _read_socket(self, connection: "Connection", path: str) -> None:
        cookie = {key: self.headers[key] for key in ("Cookie", "X-Forwarded-For")}
        address = self.url.replace("http", "ws") + path
        with connect(
            address,
            origin=Origin(self.url),
            additional_headers=cookie,
            open_timeout=PATIENCE,
            max_size=None,
        ) as wire:
            while True:
                connection.receive(str(wire.recv()))
                connection.begin(wire.close)

    def stream(self, code: str) -> "Connection | None":
        """An open stream of the API; none when it was refused."""
        return listen(self._read_stream, code)

    def _read_stream(self, connection: "Connection", code: str) -> None:
        headers = {"Authorization": f"Bearer {self.token}", "X-Forwarded-For": self.address}
        url = f"{self.url}/api/tables/{code}/stream"
        with requests.get(url, headers=headers, stream=True, timeout=PATIENCE) as answer:
            if answer.status_code == 200:
                connection.begin(lambda: disconnect(answer))
                for line in answer.iter_lines(chunk_size=1):
                    connection.receive(line.decode())


def disconnect(answer: requests.Response) -> None:
    """Close a connection that another thread is reading."""
    wire = answer.raw._connection
    if wire and wire.sock:
        wire.sock.shutdown(socket.SHUT_RDWR)


def listen(receive: Callable[[Connection, str], None], where: str) -> Connection | None:
    """Read a connection in a thread of its own; return None if it was refused."""
    connection = Connection()

    def work() -> None:
        with suppress(ConnectionClosed, InvalidStatus, requests.RequestException, OSError, AttributeError):
            receive(connection, where)
        connection.end()

    connection.thread = threading.Thread(target=work, daemon=True)
    connection.thread.start()
    connections.append(connection)
    return connection if connection.wait_to_begin() else None


connections: list[Connection] = []


def close_all() -> None:
    """Close every connection that is still open."""
    while connections:
        connections.pop().close()


def seen_by_socket(parts: list[str]) -> str:
    """Return what the last pushed fragment with a hand shows."""
    return hands_in_html(next((part for part in reversed(parts) if 'id="hand"' in part), ""))


def seen_by_stream(parts: list[str]) -> str:
    games = [line["game"] for line in map(json.loads, filter(None, parts)) if "game" in line]
    return hands_in_json(games[-1]) if games else "none"


# --- every entry point, and the result in one word


def page(visitor: Visitor, code: str) -> str:
    answer = visitor.get(f"/t/{code}/game/")
    return hands_in_html(answer.text) if answer.status_code == 200 else elsewhere(answer)


def elsewhere(answer: requests.Response) -> str:
    to = answer.headers.get("Location", "")
    if answer.status_code == 302:
        return "login" if "/login/" in to else "away"
    return "refused" if answer.status_code in (401, 403, 404) else f"status {answer.status_code}"


def lobby(visitor: Visitor, code: str) -> str:
    answer = visitor.get(f"/t/{code}/?stay")
    if answer.status_code != 200:
        return elsewhere(answer)
    return "entry" if 'name="password"' in answer.text else "lobby" if 'id="lobby"' in answer.text else "unknown"


def fragment(visitor: Visitor, code: str) -> str:
    """Send an outdated move by script, which is refused with the table as this viewer sees it."""
    answer = visitor.post(f"/t/{code}/act/", {"HX-Request": "true"}, move="draw", version="0", key="k")
    if answer.status_code not in (200, 403, 409) or "HX-Redirect" in answer.headers:
        return "refused"
    return "refused" if hands_in_html(answer.text) == "none" else hands_in_html(answer.text)


def game_socket(visitor: Visitor, code: str) -> str:
    connection = visitor.socket(f"/ws/t/{code}/game/")
    if connection is None or not connection.wait('id="hand"'):
        return "refused"
    return seen_by_socket(connection.parts)


def lobby_socket(visitor: Visitor, code: str) -> str:
    connection = visitor.socket(f"/ws/lobby/{code}/")
    return "lobby" if connection and connection.wait('class="seats"') else "refused"


def stream(visitor: Visitor, code: str) -> str:
    connection = visitor.stream(code)
    if connection is None or not connection.wait("heartbeat"):
        return "refused"
    game = visitor.ask("GET", f"tables/{code}")
    if game.status_code == 200 and game.json()["status"] == "inProgress" and game.json()["state"]["hands"]:
        connection.wait('"game"')
    return seen_by_stream(connection.parts)


def read(visitor: Visitor, code: str) -> str:
    answer = visitor.ask("GET", f"tables/{code}")
    return hands_in_json(answer.json()) if answer.status_code == 200 else elsewhere(answer)


def act(visitor: Visitor, code: str) -> str:
    answer = visitor.ask("PATCH", f"tables/{code}", {"version": 0, "actions": {"type": "draw", "amount": 1}})
    return "may" if answer.status_code == 409 else elsewhere(answer)


def take(visitor: Visitor, code: str) -> str:
    """Ask for the host's seat: a person who may ask is refused because no bot holds it."""
    answer = visitor.post(f"/t/{code}/take/0/", {"HX-Request": "true"})
    return "may" if answer.status_code == 409 else "refused" if "HX-Redirect" in answer.headers else elsewhere(answer)


def chat(visitor: Visitor, code: str) -> str:
    answer = visitor.post(f"/t/{code}/say/", text=f"Hello from {visitor.name}")
    return "may" if answer.headers.get("Location", "").startswith(f"/t/{code}/") else "refused"


def report(visitor: Visitor, code: str) -> str:
    answer = visitor.get(f"/t/{code}/report/")
    return "may" if answer.status_code == 200 else "refused"


ENTRIES: dict[str, Callable[[Visitor, str], str]] = {
    "page": page,
    "lobby": lobby,
    "fragment": fragment,
    "game_socket": game_socket,
    "lobby_socket": lobby_socket,
    "stream": stream,
    "read": read,
    "act": act,
    "take": take,
    "chat": chat,
    "report": report,
}
