"""The commands that send hostile requests to a site of their own, and kill it."""

import asyncio
import gzip
import json
import signal
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import get_resolver

from config.sockets import sockets
from games.devtools.crash import Report as CrashReport
from games.devtools.crash import compare
from games.devtools.crash_player import Totals
from games.devtools.fuzz import seen_cards, tracebacks
from games.devtools.fuzz_connection import Connection
from games.devtools.fuzz_inputs import Source
from games.devtools.fuzz_routes import Route, routes
from games.devtools.fuzz_targets import Actor, Targets, make_targets
from games.devtools.temporary_site import TemporarySite
from tests.live_site import Site

pytestmark = pytest.mark.once
SEED = 15
ROUTES = routes(sockets.routes)


@pytest.fixture
def soak(capsys: pytest.CaptureFixture[str]) -> Iterator[Callable[..., dict[str, Any]]]:
    """Return a function that runs the command and returns its report."""
    before = signal.getsignal(signal.SIGTERM)

    def run(*words: str) -> dict[str, Any]:
        with pytest.raises(SystemExit) as end:
            call_command("soak", *words, f"--seed={SEED}", "--json")
        report: dict[str, Any] = json.loads(capsys.readouterr().out)
        if end.value.code:
            pytest.fail(json.dumps(report, indent=1))
        return report

    yield run
    signal.signal(signal.SIGTERM, before)


@pytest.mark.apart
def test_hundreds_of_hostile_requests_break_nothing(soak: Callable[..., dict[str, Any]]) -> None:
    report = soak("site", "--requests=400")
    assert (report["errors"], report["leaks"], report["tracebacks"]) == ([], [], [])
    assert report["sent"] == 400
    assert {"get", "post", "json", "broken", "socket"} <= set(report["inputs"])
    assert report["checked_for_leaks"] > 5
    assert report["statuses"]["200"] > 40


@pytest.mark.apart
def test_nothing_is_lost_when_the_site_is_killed(soak: Callable[..., dict[str, Any]]) -> None:
    report = soak("crash", "--kills=2")
    assert report["faults"] == 2
    assert 0 < report["seconds until current, median"] <= report["seconds until current, max"]
    assert report["acknowledged"] > 20
    assert "replayed" in report["games"]


def test_every_route_is_among_the_targets() -> None:
    found = {route.template for route in ROUTES}
    assert {"/t/%(code)s/take/%(seat)s/", "/admin/games/game/%(object_id)s/replay/", "/account/login/"} <= found
    assert {route.template for route in ROUTES if route.is_socket} >= {"/ws/tables/", "/ws/t/%(code)s/game/"}
    assert len(found) > len(get_resolver().url_patterns)
    assert Route("/t/%(code)s/act/", ("code",)) in ROUTES


@pytest.fixture
def targets(db: None) -> Targets:
    return Targets.read(make_targets(SEED, 0))


def test_the_same_seed_sends_the_same_bytes(targets: Targets) -> None:
    first, again, other = (Source(seed, ROUTES, "localhost") for seed in (SEED, SEED, SEED + 1))
    assert [first.make(n, targets) for n in range(300)] == [again.make(n, targets) for n in range(300)]
    assert first.make(7, targets) != other.make(7, targets)


def test_no_request_names_a_card_that_is_looked_for(targets: Targets) -> None:
    """A response may repeat a part of its request, which would look like a leak."""
    source = Source(SEED, ROUTES, "localhost")
    for number in range(1000):
        assert seen_cards(Actor("anonymous"), source.make(number, targets).raw) == []


def test_visible_cards_are_distinguished_from_hidden_ones(targets: Targets) -> None:
    player = next(actor for actor in targets.actors if actor.role == "player")
    client = Client()
    client.cookies["session"] = player.session
    page = client.get(f"/t/{targets.secret}/game/").content
    response = (
        Client().get(f"/api/tables/{targets.secret}", headers={"Authorization": f"Bearer {player.token}"}).content
    )
    assert b"yellow 4" in page
    assert b'{"color":"yellow","type":"4"}' in response
    assert seen_cards(player, page) == seen_cards(player, response) == []
    stranger = Actor("guest", sees="blue")
    assert len(seen_cards(stranger, page)) >= 4
    assert len(seen_cards(stranger, response)) == 4


def test_a_compressed_response_is_checked_as_text() -> None:
    body, ended = gzip.compress(b"shows B1"), asyncio.Event()

    async def respond(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: %d\r\n\r\n" % len(body) + body)
        await writer.drain()
        writer.close()
        await writer.wait_closed()
        ended.set()

    async def scenario() -> bytes:
        async with await asyncio.start_server(respond, "127.0.0.1", 0) as server:
            connection = Connection(server.sockets[0].getsockname()[1])
            response = await connection.send(b"GET / HTTP/1.1\r\n\r\n", False, True, [])
            await ended.wait()
            connection.close()
        return response.body

    assert asyncio.run(scenario()) == b"shows B1"


def test_a_traceback_is_found_with_its_log_line() -> None:
    log = "12:00 error Broken\nTraceback (most recent call last):\n  File x\n    y\nValueError: no\n12:01 info fine\n"
    (found,) = tracebacks(log)
    assert found.startswith("12:00 error Broken")
    assert "ValueError: no" in found


def test_a_move_that_was_acknowledged_and_is_not_in_the_log_is_lost(site: Site) -> None:
    report = CrashReport(SEED)
    compare(
        TemporarySite(site.folder, site.surroundings), Totals(acknowledged={"key never played": "abcdefgh"}), report
    )
    assert report.failed
    assert report.lost == ["key never played"]
    assert "replayed" in report.verified


def test_a_cast_is_made_from_its_seed(db: None) -> None:
    response = json.loads(make_targets(SEED, 1))
    assert len(response["actors"]) == 4
    assert [actor["role"] for actor in response["actors"]] == ["anonymous", "guest", "player", "staff"]
    assert response["secret"] not in response["words"]["code"]
