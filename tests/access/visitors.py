"""People at a running site: each with a session, a token and open connections, and what they are shown."""

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
"""Seconds until something that has to come is missing; nothing waits so long for what must not come."""
HAND, OPEN, WATCHES = '<button class="card', '<span class="open">', "You are watching."


def shown(html: str) -> str:
    """What of a game is in some HTML."""
    hand = re.search(r'id="hand".*?(?=<(?:ol|ul|div|section)[^>]* id=|\Z)', html, re.DOTALL)
    if hand and HAND in hand[0]:
        return "hand"
    if OPEN in html:
        return "open"
    return "look" if WATCHES in html else "none"


def told(game: dict[str, Any]) -> str:
    """What of a game is in an answer to a program."""
    hands = [hand["open"] for hand in game["state"]["hands"]]
    if not hands:
        return "none"
    return "open" if all(hands) else "hand" if any(hands) else "look"


@dataclass
class Ear:
    """A connection that is kept open: everything that has come, and whether it has ended."""

    parts: list[str] = field(default_factory=list)
    is_open: bool = False
    is_over: bool = False
    news: threading.Condition = field(default_factory=threading.Condition, repr=False)
    hang_up: Callable[[], Any] = lambda: None
    thread: threading.Thread | None = None

    def begin(self, hang_up: Callable[[], Any]) -> None:
        with self.news:
            self.is_open, self.hang_up = True, hang_up
            self.news.notify_all()

    def wait_to_begin(self) -> bool:
        with self.news:
            assert self.news.wait_for(lambda: self.is_open or self.is_over, PATIENCE), "the server does not answer"
        return self.is_open

    def close(self) -> None:
        self.hang_up()
        if self.thread:
            self.thread.join(PATIENCE)

    def hear(self, part: str) -> None:
        with self.news:
            self.parts.append(part)
            self.news.notify_all()

    def end(self) -> None:
        with self.news:
            self.is_over = True
            self.news.notify_all()

    def wait(self, text: str, since: int = 0) -> bool:
        """Until this text has come, or the end. Whether it has come."""
        with self.news:
            came = self.news.wait_for(lambda: text in "".join(self.parts[since:]) or self.is_over, PATIENCE)
            assert came, f"neither {text!r} nor the end has come: {self.parts[since:]}"
            return text in "".join(self.parts[since:])


@dataclass
class Visitor:
    """Somebody with a browser and a program, from an address of their own."""

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
        """A press of a button that has to work."""
        answer = self.post(path, **sent)
        assert answer.status_code in (200, 204, 302), (path, answer.status_code, answer.text[:2000])
        assert "/account/login/" not in answer.headers.get("Location", ""), path

    def ask(self, method: str, path: str, body: Any = None) -> requests.Response:
        headers = {"Authorization": f"Bearer {self.token}", "X-Forwarded-For": self.address}
        return requests.request(method, f"{self.url}/api/{path}", headers=headers, json=body, timeout=PATIENCE)

    # --- connections that stay open

    def socket(self, path: str) -> "Ear | None":
        """An open socket; none when it was refused."""
        return listen(self._hear_socket, path)

    def _hear_socket(self, ear: "Ear", path: str) -> None:
        cookie = {key: self.headers[key] for key in ("Cookie", "X-Forwarded-For")}
        address = self.url.replace("http", "ws") + path
        with connect(
            address,
            origin=Origin(self.url),
            additional_headers=cookie,
            open_timeout=PATIENCE,
            max_size=None,
        ) as wire:
            ear.begin(wire.close)
            while True:
                ear.hear(str(wire.recv()))

    def stream(self, code: str) -> "Ear | None":
        """An open stream of the API; none when it was refused."""
        return listen(self._hear_stream, code)

    def _hear_stream(self, ear: "Ear", code: str) -> None:
        headers = {"Authorization": f"Bearer {self.token}", "X-Forwarded-For": self.address}
        url = f"{self.url}/api/tables/{code}/stream"
        with requests.get(url, headers=headers, stream=True, timeout=PATIENCE) as answer:
            if answer.status_code == 200:
                ear.begin(lambda: hang_up(answer))
                for line in answer.iter_lines(chunk_size=1):
                    ear.hear(line.decode())


def hang_up(answer: requests.Response) -> None:
    """Close a connection that another thread reads from."""
    wire = answer.raw._connection
    if wire and wire.sock:
        wire.sock.shutdown(socket.SHUT_RDWR)


def listen(hear: Callable[[Ear, str], None], where: str) -> Ear | None:
    """Open a connection in a thread of its own, and keep it; none when it was refused."""
    ear = Ear()

    def work() -> None:
        with suppress(ConnectionClosed, InvalidStatus, requests.RequestException, OSError, AttributeError):
            hear(ear, where)
        ear.end()

    ear.thread = threading.Thread(target=work, daemon=True)
    ear.thread.start()
    ears.append(ear)
    return ear if ear.wait_to_begin() else None


ears: list[Ear] = []


def close_all() -> None:
    """Close every connection that is still open."""
    while ears:
        ears.pop().close()


def seen_by_socket(parts: list[str]) -> str:
    """What the newest push shows that holds a hand."""
    return shown(next((part for part in reversed(parts) if 'id="hand"' in part), ""))


def seen_by_stream(parts: list[str]) -> str:
    games = [line["game"] for line in map(json.loads, filter(None, parts)) if "game" in line]
    return told(games[-1]) if games else "none"


# --- every entry point, and what it answers, in a word


def page(visitor: Visitor, code: str) -> str:
    answer = visitor.get(f"/t/{code}/game/")
    return shown(answer.text) if answer.status_code == 200 else elsewhere(answer)


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
    """A move that is too old, sent by a script: it is refused with the table as this viewer sees it."""
    answer = visitor.post(f"/t/{code}/act/", {"HX-Request": "true"}, move="draw", version="0", key="k")
    if answer.status_code not in (200, 403, 409) or "HX-Redirect" in answer.headers:
        return "refused"
    return "refused" if shown(answer.text) == "none" else shown(answer.text)


def game_socket(visitor: Visitor, code: str) -> str:
    ear = visitor.socket(f"/ws/t/{code}/game/")
    if ear is None or not ear.wait('id="hand"'):
        return "refused"
    return seen_by_socket(ear.parts)


def lobby_socket(visitor: Visitor, code: str) -> str:
    ear = visitor.socket(f"/ws/lobby/{code}/")
    return "lobby" if ear and ear.wait('class="seats"') else "refused"


def stream(visitor: Visitor, code: str) -> str:
    ear = visitor.stream(code)
    if ear is None or not ear.wait("heartbeat"):
        return "refused"
    game = visitor.ask("GET", f"tables/{code}")
    if game.status_code == 200 and game.json()["status"] == "inProgress" and game.json()["state"]["hands"]:
        ear.wait('"game"')
    return seen_by_stream(ear.parts)


def read(visitor: Visitor, code: str) -> str:
    answer = visitor.ask("GET", f"tables/{code}")
    return told(answer.json()) if answer.status_code == 200 else elsewhere(answer)


def act(visitor: Visitor, code: str) -> str:
    answer = visitor.ask("PATCH", f"tables/{code}", {"version": 0, "actions": {"type": "draw", "amount": 1}})
    return "may" if answer.status_code == 409 else elsewhere(answer)


def take(visitor: Visitor, code: str) -> str:
    """The host's seat is asked for: who may ask at all is told that no bot holds it."""
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
