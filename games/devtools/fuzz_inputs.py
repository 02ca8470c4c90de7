"""Generate hostile requests, each determined by a seed and a number.

Most are nearly valid, because complete nonsense is rejected early: an existing route, an actor who may use it, and a
form or JSON with field names that the site knows – and one unexpected value.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any
from urllib.parse import quote

from .fuzz_routes import Route
from .fuzz_targets import Actor, Targets
from .fuzz_words import FIELDS, HEADERS, METHODS, RAW, WORDS

CSRF = "a" * 32
LONGEST_HEAD = 16_000


@dataclass(frozen=True)
class Input:
    number: int
    kind: str
    actor: Actor
    raw: bytes
    head_only: bool = False
    """Whether the response has no body."""
    is_whole: bool = True
    """Whether the request is complete. If not, the client waits only briefly for a response."""
    frames: tuple[bytes, ...] = ()
    """The WebSocket frames to send after the handshake."""


class Source:
    """Generates the requests to one site."""

    def __init__(self, seed: int, found: Sequence[Route], host: str) -> None:
        self.seed, self.host = seed, host
        self.pages = [route for route in found if not route.is_socket]
        self.sockets = [route for route in found if route.is_socket]
        self.kinds: list[tuple[Callable[..., Input], int]] = [
            (_Maker.form, 36), (_Maker.page, 20), (_Maker.json, 14), (_Maker.headers, 12), (_Maker.encoding, 6),
            (_Maker.method, 4), (_Maker.broken, 4), (_Maker.socket, 4),
        ]  # fmt: skip

    def make(self, number: int, targets: Targets) -> Input:
        """Return the request with this number. Routes are used in turn, so that none is left out by chance."""
        rng = Random(f"input {self.seed} {number}")
        kind = rng.choices([kind for kind, _ in self.kinds], [weight for _, weight in self.kinds])[0]
        return kind(_Maker(self, number, rng, targets))


class _Maker:
    def __init__(self, source: Source, number: int, rng: Random, targets: Targets) -> None:
        self.source, self.number, self.rng, self.targets = source, number, rng, targets
        self.actor = rng.choice(targets.actors)
        self.route = source.pages[number % len(source.pages)]

    # --- kinds

    def page(self) -> Input:
        return self.request("GET", self.target(self.query()))

    def form(self) -> Input:
        if self.rng.random() < 0.15:
            return self.request(
                "POST", self.target(), self.multipart(), [("Content-Type", "multipart/form-data; boundary=b")]
            )
        fields = "&".join(f"{name}={escaped(value)}" for name, value in self.pairs())
        return self.request(
            "POST", self.target(), fields.encode(), [("Content-Type", "application/x-www-form-urlencoded")]
        )

    def json(self) -> Input:
        programs = [route for route in self.source.pages if route.template.startswith("/api/")]
        self.route = self.rng.choice(programs or self.source.pages)
        method = self.rng.choice(("POST", "PATCH", "PUT", "DELETE"))
        text = self.rng.choice((self.actions, self.anything, self.damaged))()
        return self.request(method, self.target(), text, [("Content-Type", "application/json")])

    def headers(self) -> Input:
        chosen = [self.rng.choice(HEADERS) for _ in range(self.rng.randint(1, 4))]
        more = [(name, self.rng.choice(values)) for name, values in chosen]
        body = b"x=1" if self.rng.random() < 0.5 else b""
        made = self.request("POST" if body else "GET", self.target(), body, more)
        odd = {"Expect", "Upgrade", "Connection", "Transfer-Encoding"} & {name for name, _ in more}
        return made if not odd else Input(made.number, made.kind, made.actor, made.raw, is_whole=False)

    def encoding(self) -> Input:
        target = self.target().encode("latin1", "replace") + b"".join(self.rng.choices(RAW, k=self.rng.randint(1, 3)))
        body = b"&".join(self.rng.choice(FIELDS).encode() + b"=" + self.rng.choice(RAW) for _ in range(3))
        method = self.rng.choice(("GET", "POST"))
        return self.request(method, target.decode("latin1"), body if method == "POST" else b"")

    def method(self) -> Input:
        return self.request(self.rng.choice(METHODS), self.target())

    def broken(self) -> Input:
        """Return a request that HTTP does not allow, or whose body does not have the length that it declares."""
        whole = self.request("POST", self.target(), b"move=draw&version=1").raw
        length = b"Content-Length: 19"
        wrong = self.rng.choice(
            [b"5", b"400", b"-1", b"+19", b"0x13", b"99999999999", b"19\r\nContent-Length: 4", b"1 9"]
        )
        version = self.rng.choice([b" HTTP/1.0", b" HTTP/9.9", b"", b" HTTP/1.1 x", b" FTP/1.1"])
        made = self.rng.choice(
            [
                whole.replace(length, b"Content-Length: " + wrong),
                whole.replace(length, b"Transfer-Encoding: chunked"),
                whole.replace(length, b"Transfer-Encoding: chunked\r\n" + length),
                whole.replace(b" HTTP/1.1", version),
                whole.replace(b"\r\n", b"\n"),
                whole[: self.rng.randint(1, len(whole))],
                b"\x00" + whole,
                b"\r\n\r\n" + whole,
                b"\x16\x03\x01\x02\x00\x01" + whole,
                whole.replace(b": ", b" : ", 1),
                whole.replace(b"Host", b"Ho\x00st"),
                whole.replace(b"\r\n\r\n", b"\r\n" + b"X: y\r\n" * 600 + b"\r\n"),
                whole.replace(b"/", b"/" + b"a" * 20_000, 1),
            ]
        )
        return Input(self.number, "broken", self.actor, made, is_whole=False)

    def socket(self) -> Input:
        self.route = self.rng.choice(self.source.sockets)
        key = [("Sec-WebSocket-Key", self.rng.choice(["dGhlIHNhbXBsZSBub25jZQ=="] * 6 + ["x", ""]))]
        version = [("Sec-WebSocket-Version", self.rng.choice(["13"] * 8 + ["8", "x"]))]
        origin = [
            ("Origin", self.rng.choice([f"http://{self.source.host}"] * 8 + ["null", "http://elsewhere.example"]))
        ]
        more = [("Upgrade", "websocket"), ("Connection", "Upgrade"), *key, *version, *origin]
        frames = tuple(self.frame() for _ in range(self.rng.randint(0, 4)))
        return self.request("GET", self.target(), b"", more, "socket", frames)

    # --- parts

    def request(
        self, method: str, target: str, body: bytes = b"", more: Sequence[tuple[str, str]] = (), kind: str = "",
        frames: tuple[bytes, ...] = (),
    ) -> Input:  # fmt: skip
        given = {name.lower() for name, _ in more}
        usual = [("Host", self.source.host), *self.identity(), ("X-CSRFToken", CSRF)]
        usual += [("X-Forwarded-For", f"10.{self.number >> 16 & 255}.{self.number >> 8 & 255}.{self.number & 255}")]
        usual += [("HX-Request", "true")] * (self.rng.random() < 0.3)
        usual += [("Content-Length", str(len(body)))] * bool(body)
        # Sometimes a hostile header is sent together with the usual one.
        lines = [(name, value) for name, value in usual if name.lower() not in given or self.rng.random() < 0.1]
        head = "".join(f"{name}: {value}\r\n" for name, value in [*lines, *more])
        raw = f"{method} {target} HTTP/1.1\r\n{head}\r\n".encode("latin1", "replace") + body
        # Daphne closes the connection at a longer head, which is right, but sends no response.
        whole = len(raw) - len(body) < LONGEST_HEAD
        name = kind or ("json" if b"application/json" in raw and body else method.lower() if method in METHODS else "")
        return Input(self.number, name or "other", self.actor, raw, method == "HEAD", whole, frames)

    def identity(self) -> list[tuple[str, str]]:
        cookie = ("Cookie", f"session={self.actor.session}; csrf={CSRF}" if self.actor.session else f"csrf={CSRF}")
        by_token = self.route.template.startswith("/api/") and self.actor.token
        return [cookie, ("Authorization", f"Bearer {self.actor.token}")] if by_token else [cookie]

    def target(self, query: str = "") -> str:
        values = {name: self.parameter(name) for name in self.route.names}
        return quote(self.route.template % values, safe="/%:@!$&'()*+,;=-._~") + query

    def parameter(self, name: str) -> str:
        known: Sequence[str] = self.targets.words.get(name, ())
        if name == "code":
            known = self.targets.codes
        elif name.endswith(("id", "pk", "number")) and name != "uidb36":
            known = self.targets.words["number"]
        if known and self.rng.random() < 0.85:
            return self.rng.choice(known)
        return quote(self.word()[:200].replace("/", "") or "x", errors="replace")

    def word(self) -> str:
        """Return a known value or a hostile one."""
        pools = [WORDS, WORDS, *self.targets.words.values()]
        return self.rng.choice(self.rng.choice(pools))

    def pairs(self) -> list[tuple[str, str]]:
        found = [(self.rng.choice(FIELDS), self.word()) for _ in range(self.rng.randint(0, 8))]
        return found * (80 if self.rng.random() < 0.01 else 1)

    def query(self) -> str:
        return (
            "?" + "&".join(f"{name}={escaped(value)}" for name, value in self.pairs())
            if self.rng.random() < 0.6
            else ""
        )

    def multipart(self) -> bytes:
        part = '--b\r\nContent-Disposition: form-data; name="{}"{}\r\n\r\n{}\r\n'
        parts = [
            part.format(name, self.rng.choice(["", '; filename="x"', '; filename="']), value)
            for name, value in self.pairs()
        ]
        return ("".join(parts) + self.rng.choice(["--b--", "--b", ""])).encode("utf-8", "replace")

    def actions(self) -> bytes:
        text = {"type": "move", "text": self.word()}
        other = {"type": self.rng.choice((*FIELDS, "play", "draw", "color")), self.rng.choice(FIELDS): self.value(0)}
        chosen = self.rng.choice([text, other, [text, other], [text] * 20])
        return dumped({"version": self.rng.choice([1, 2, 0, -1, 10**30]), "id": self.word(), "actions": chosen})

    def anything(self) -> bytes:
        return dumped(self.value(4))

    def damaged(self) -> bytes:
        text = self.actions()
        return self.rng.choice(
            [
                text[: self.rng.randint(0, len(text))],
                b"\xff\xfe" + text,
                b"\xef\xbb\xbf" + text,
                text.decode().encode("utf-16"),
                b"[" * 3000,
                b'{"a":' * 2000,
                b'{"version": NaN}',
                b'{"version": 1e999}',
                b'{"version": ' + b"9" * 5000 + b"}",
                b'{"a":1,"a":2}',
                b"{'a': 1}",
                b'"\\ud800"',
                b"\xc0\xaf",
                b"\x00",
                b"",
            ]
        )

    def value(self, depth: int) -> Any:
        leaf = depth <= 0 or self.rng.random() < 0.3
        if leaf:
            return self.rng.choice([None, True, 0, -1, 1.5, 10**20, self.word(), self.word()])
        if self.rng.random() < 0.4:
            return [self.value(depth - 1) for _ in range(self.rng.randint(0, 4))]
        return {self.rng.choice(FIELDS): self.value(depth - 1) for _ in range(self.rng.randint(0, 5))}

    def move(self) -> bytes:
        """A move as a page sends it, perhaps with values of another kind."""
        move = self.rng.choice(["draw", "declare", "play R7", "play R7, declare", self.word(), self.value(1)])
        key = self.rng.choice([self.word(), f"{self.rng.getrandbits(64):016x}", self.value(1)])
        return dumped({"move": move, "version": self.rng.choice([0, 1, 2, 3, -1, 10**30, self.value(0)]), "key": key})

    def frame(self) -> bytes:
        payload = self.rng.choice([
            b"", b"{}", b"\xff\xfe", b"\xed\xa0\x80", b"\x03\xe8", b"\x00", b"x" * 200, b"x" * 70_000,
            json.dumps(self.value(3)).encode("utf-8", "replace"), self.word().encode("utf-8", "replace"), self.move(),
        ])  # fmt: skip
        first = self.rng.choice([0x81, 0x82, 0x88, 0x89, 0x8A, 0x01, 0x80, 0x00, 0xC1, 0x83, 0xFF])
        length = self.rng.choice([len(payload)] * 8 + [0, 127, 2**40])
        size = (
            bytes([length])
            if length < 126
            else b"\x7e" + length.to_bytes(2)
            if length < 65_536
            else b"\x7f" + length.to_bytes(8)
        )
        mask = self.rng.random() < 0.9
        size = bytes([size[0] | 128 * mask]) + size[1:]
        return bytes([first]) + size + (b"\x00" * 4 if mask else b"") + payload


def escaped(text: str) -> str:
    return quote(text, safe="", errors="surrogatepass")


def dumped(value: Any) -> bytes:
    return json.dumps(value).encode()
