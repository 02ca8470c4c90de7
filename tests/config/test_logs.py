"""Log lines: one per request, as text or JSON, without secrets."""

import json
import logging
from typing import Any

import pytest
from django.test import Client
from redis.exceptions import ConnectionError as RedisAway
from redis.exceptions import ResponseError

from config.logs import JsonFormatter, OutageFilter, RouteFilter, TextFormatter
from games import storage
from tests.conftest import Player

SECRETS = ("b0b5-secret", "R7", "a good long password")


def lines(caplog: pytest.LogCaptureFixture) -> list[logging.LogRecord]:
    return [record for record in caplog.records if record.name == "site.request"]


def test_one_request_writes_one_line(ann: Player, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO):
        ann.client.get("/healthz")
    (line,) = lines(caplog)
    assert line.getMessage() == "GET /healthz 200"
    assert vars(line)["address"] == "127.0.0.1"


def test_a_line_names_the_person_by_number_once_a_view_has_asked(ann: Player, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO):
        ann.client.get("/me/")
    assert vars(lines(caplog)[0])["person"] == ann.user.pk


@pytest.mark.django_db
@pytest.mark.parametrize(
    "page", ["/nowhere/b0b5-secret", "/?token=b0b5-secret", "/account/password/reset/key/1-b0b5-secret/"]
)
def test_no_token_from_an_address_gets_into_a_line(page: str, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        Client().get(page)
        Client().post(page, {"password": "a good long password", "move": "play R7"})
    assert lines(caplog)
    for record in caplog.records:
        RouteFilter().filter(record)
        written = TextFormatter().format(record) + JsonFormatter().format(record)
        assert not [secret for secret in SECRETS if secret in written], written


@pytest.mark.django_db
def test_a_malformed_request_is_one_line_too() -> None:
    """Anyone can send such a request, and Django would log a page of text for each."""
    unreadable = Client().post("/account/login/", {f"field {number}": "" for number in range(501)})
    assert unreadable.status_code == 400
    assert not logging.getLogger("django.security.TooManyFieldsSent").isEnabledFor(logging.ERROR)


def record_of(message: str, *args: Any, **extra: Any) -> logging.LogRecord:
    record = logging.LogRecord("site.request", logging.INFO, __file__, 1, message, args, None)
    vars(record).update(extra)
    return record


def test_json_lines_are_json() -> None:
    line = json.loads(JsonFormatter().format(record_of("GET %s", "/table\n/", ms=1.5, person=7, address="192.0.2.1")))
    assert line["message"] == "GET /table\n/"
    assert (line["level"], line["ms"], line["person"], line["address"]) == ("info", 1.5, 7, "192.0.2.1")


def test_a_line_of_text_stays_one_line() -> None:
    text = TextFormatter().format(record_of("GET %s", "/table\ninfo forged", ms=1.5, address="192.0.2.1"))
    assert "\n" not in text
    assert text.endswith("info site.request GET /table\\ninfo forged ms=1.5 address=192.0.2.1")


def test_djangos_own_lines_show_the_route_and_not_the_path() -> None:
    class Request:
        path = "/join/b0b5-secret/"
        resolver_match = type("Match", (), {"route": "join/<code>/"})

    record = record_of("Internal Server Error: %s", "/join/b0b5-secret/", request=Request())
    RouteFilter().filter(record)
    assert record.getMessage() == "Internal Server Error: /join/<code>/"


def record_of_error(error: Exception) -> logging.LogRecord:
    record = record_of("Unexpected exception in receive task")
    record.exc_info = (type(error), error, None)
    return record


def test_a_redis_that_is_away_is_one_line_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every process and task would write a traceback, again and again."""
    monkeypatch.setattr(storage, "_logged_at", {})
    away = RuntimeError("The channel layer has failed")
    away.__cause__ = RedisAway("Error 111 connecting to 127.0.0.1:6379.\nConnection refused.")
    first, second = record_of_error(away), record_of_error(away)
    assert (OutageFilter().filter(first), OutageFilter().filter(second)) == (True, False)
    assert TextFormatter().format(first).endswith("Redis does not answer (The channel layer has failed)")


def test_an_error_in_the_use_of_redis_keeps_its_traceback() -> None:
    record = record_of_error(ResponseError("WRONGTYPE"))
    assert OutageFilter().filter(record)
    assert record.exc_info
