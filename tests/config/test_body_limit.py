"""Daphne refuses oversized bodies while they arrive, and stores nothing of them."""

import json
import re
import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.live_site import Site, daphne

pytestmark = pytest.mark.once
HUGE = 200 * 1024 * 1024
PIECE = b"x" * 65_536


@pytest.fixture(params=["play", "daphne"])
def port(request: pytest.FixtureRequest, site: Site) -> Iterator[int]:
    if request.param == "play":
        yield urlsplit(site.url).port or 0
        return
    with daphne(site.surroundings) as number:
        yield number


def ask(port: int, *head: str, pieces: int = 0, path: str = "/play/") -> tuple[bytes, int]:
    """Return the response, and how many pieces of the body had been sent before it."""
    with socket.create_connection(("127.0.0.1", port), timeout=20) as line:
        line.sendall("\r\n".join([f"POST {path} HTTP/1.1", "Host: localhost", *head, "", ""]).encode())
        sent = 0
        while sent < pieces and not is_answered(line):
            line.sendall(b"%x\r\n%s\r\n" % (len(PIECE), PIECE))
            sent += 1
        answer = b""
        while not is_whole(answer):
            answer += line.recv(65_536)
        return answer, sent


def is_whole(answer: bytes) -> bool:
    head, _, body = answer.partition(b"\r\n\r\n")
    length = re.search(rb"(?i)content-length: (\d+)", head)
    return length is not None and len(body) == int(length[1])


def is_answered(line: socket.socket) -> bool:
    line.settimeout(0.05)
    try:
        return bool(line.recv(1, socket.MSG_PEEK))
    except TimeoutError:
        return False
    finally:
        line.settimeout(20)


def test_a_length_over_the_limit_is_refused_before_any_body_is_sent(port: int) -> None:
    answer, _ = ask(port, f"Content-Length: {HUGE}")
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert b"this site accepts at most 64 KB" in answer


def test_a_program_is_refused_in_json(port: int) -> None:
    answer, _ = ask(port, f"Content-Length: {HUGE}", path="/api/tables")
    assert json.loads(answer.partition(b"\r\n\r\n")[2])["code"] == "too_large"


def test_a_body_without_a_length_is_refused_at_the_first_piece_too_many(port: int) -> None:
    answer, sent = ask(port, "Transfer-Encoding: chunked", pieces=3200)
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert sent <= 4


def test_a_body_on_its_way_is_kept_in_no_file(site: Site) -> None:
    assert site.process is not None
    with socket.create_connection(("127.0.0.1", urlsplit(site.url).port or 0), timeout=20) as line:
        line.sendall(b"POST /play/ HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n")
        with socket.create_connection(line.getpeername(), timeout=20) as other:
            other.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            other.recv(1)  # so the site has read what came before
        assert not [name for name in opened_by(site.process.pid) if name.endswith("(deleted)")]


def opened_by(process: int) -> Iterator[str]:
    """Return the open files of a process. Some may be closed meanwhile."""
    for file in Path(f"/proc/{process}/fd").iterdir():
        with suppress(FileNotFoundError):
            yield str(file.readlink())
