"""With the database unavailable or its disk full, pages that can work do, and the others are refused."""

import json
import os
import secrets
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path

import pytest
from django.contrib.sessions.models import Session
from django.db import DatabaseError, OperationalError, connection
from django.test import Client

from config.error_pages import RETRY_SECONDS
from config.health import LONG_AGO
from games import storage
from games.models import Place, Table, User
from games.people.tokens import make_token
from games.storage import best_effort, trouble
from games.wording.site import FULL, UNREACHABLE
from tests.conftest import Player
from tests.live_site import daphne, free_port

UNLIMITED = 1_073_741_823
SESSION = {"Cookie": f"session={'a' * 32}"}


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("away") / "log"


@pytest.fixture(scope="module")
def port(log: Path) -> Iterator[int]:
    with daphne(os.environ | {"DATABASE_URL": f"postgres://nobody@127.0.0.1:{free_port()}/none"}, log) as port:
        yield port


@pytest.mark.once
class TestAway:
    """A server whose PostgreSQL does not answer."""

    def get(self, port: int, path: str, **headers: str) -> tuple[HTTPResponse, str]:
        line = HTTPConnection("127.0.0.1", port, timeout=20)
        try:
            line.request(
                "GET", path, headers=SESSION | {name.replace("_", "-"): word for name, word in headers.items()}
            )
            answer = line.getresponse()
            return answer, answer.read().decode()
        finally:
            line.close()

    @pytest.mark.parametrize("path", ["/tables/", "/me/"])
    def test_a_page_says_so_and_when_to_come_back(self, port: int, path: str) -> None:
        answer, page = self.get(port, path)
        assert answer.status == 503
        assert answer.headers["Retry-After"] == str(RETRY_SECONDS)
        assert UNREACHABLE in page
        assert "<html" in page

    def test_htmx_gets_a_fragment_and_a_program_json(self, port: int) -> None:
        answer, fragment = self.get(port, "/tables/", HX_Request="true")
        assert (answer.status, "<html" in fragment) == (503, False)
        answer, body = self.get(port, "/api/tables", Authorization="Bearer lastcard_x")
        assert (answer.status, json.loads(body)["code"]) == (503, "unavailable")

    def test_a_socket_is_closed_and_may_come_back(self, port: int) -> None:
        answer, _ = self.get(
            port,
            "/ws/tables/",
            Upgrade="websocket",
            Connection="Upgrade",
            Sec_WebSocket_Key="dGhlIHNhbXBsZSBub25jZQ==",
            Sec_WebSocket_Version="13",
            Origin=f"http://127.0.0.1:{port}",
        )
        # Before a socket is open, Daphne knows one answer for every refusal. Browsers take it for a lost connection.
        assert answer.status == 403

    def test_the_log_has_no_traceback_and_few_lines(self, port: int, log: Path) -> None:
        assert "Traceback" not in log.read_text()
        assert log.read_text().count(UNREACHABLE) < 5


@contextmanager
def pragma(name: str, during: int, after: int) -> Iterator[None]:
    connection.cursor().execute(f"PRAGMA {name} = {during}")
    try:
        yield
    finally:
        connection.cursor().execute(f"PRAGMA {name} = {after}")


@contextmanager
def read_only() -> Iterator[None]:
    """Make SQLite refuse all writes."""
    with pragma("query_only", 1, 0):
        yield


@contextmanager
def full() -> Iterator[None]:
    """Fill the free space in the database file, and keep it from growing."""
    with pragma("max_page_count", 1, UNLIMITED):  # less than it has means what it has
        for size in (200_000, 20_000, 2_000, 200, 20):
            with pytest.raises(OperationalError, match="full"):
                write_without_end(size)
        yield


def write_without_end(size: int) -> None:
    for _ in range(1_000_000):
        Session.objects.create(session_key=secrets.token_hex(16), session_data="x" * size, expire_date=LONG_AGO)


@pytest.fixture
def seen_long_ago(ann: Player) -> Player:
    """A player whose next request would update their visit, seat and table."""
    ann.client.raise_request_exception = False
    User.objects.update(seen_on=LONG_AGO)
    table = Table.objects.create(host=ann.user, code="abcdefgh", host_gone_at=LONG_AGO)
    Place.objects.create(table=table, number=0, person=ann.user, name="Ann", seen_at=LONG_AGO)
    return ann


Trouble = Callable[[], AbstractContextManager[None]]


@pytest.mark.once
@pytest.mark.django_db(transaction=True)
class TestFull:
    @pytest.mark.parametrize("trouble_with", [read_only, full])
    @pytest.mark.parametrize("page", ["/", "/tables/", "/me/", "/t/abcdefgh/", "/me/data/", "/bots/", "/healthz"])
    def test_pages_that_only_read_work(self, seen_long_ago: Player, page: str, trouble_with: Trouble) -> None:
        with trouble_with():
            assert seen_long_ago.client.get(page).status_code == 200

    def test_a_program_reads_too(self, seen_long_ago: Player) -> None:
        token = {"Authorization": f"Bearer {make_token(seen_long_ago.user, 'reader', 'read')}"}
        with read_only():
            assert seen_long_ago.client.get("/api/me", headers=token).status_code == 200

    @pytest.mark.parametrize("trouble_with", [read_only, full])
    def test_a_page_that_writes_is_refused_with_a_message(self, seen_long_ago: Player, trouble_with: Trouble) -> None:
        stranger = Client(raise_request_exception=False)
        with trouble_with():
            refused = stranger.post("/play/")
        assert refused.status_code == 503
        assert FULL in refused.content.decode()
        assert refused["Retry-After"] == str(RETRY_SECONDS)

    @pytest.mark.parametrize("trouble_with", [read_only, full])
    def test_a_site_that_cannot_store_anything_is_not_ready(self, seen_long_ago: Player, trouble_with: Trouble) -> None:
        assert Client().get("/readyz").json()["storage"] == "ok"
        with trouble_with():
            answer = Client().get("/readyz")
        assert answer.status_code == 503
        assert (answer.json()["storage"], answer.json()["database"]) == ("does not answer", "ok")
        assert not Session.objects.filter(session_key__startswith="readyz").exists()


def refusal_of(sql: str) -> BaseException:
    with pytest.raises(DatabaseError) as refused, connection.cursor() as cursor:
        cursor.execute(sql)
    return refused.value


@pytest.mark.once
@pytest.mark.django_db(transaction=True)
def test_a_defect_is_no_trouble_of_the_database() -> None:
    assert trouble(refusal_of("SELECT * FROM nothing_like_it")) == ""
    assert trouble(refusal_of("INSERT INTO django_session VALUES (NULL, NULL, NULL)")) == ""
    assert trouble(ValueError("database or disk is full")) == ""
    with pytest.raises(OperationalError, match="no such table"), best_effort("This"):
        raise refusal_of("SELECT * FROM nothing_like_it")


@pytest.mark.once
@pytest.mark.django_db(transaction=True)
def test_skipped_writes_are_logged_once_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    with read_only():
        for _ in range(3):
            with best_effort("A test"):
                Session.objects.all().delete()
                Session.objects.create(session_key="x", expire_date=LONG_AGO)
    assert [record.getMessage() for record in caplog.records if record.name == storage.log.name] == [
        "A test could not be stored: attempt to write a readonly database"
    ]
