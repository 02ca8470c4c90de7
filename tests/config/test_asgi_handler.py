"""Requests are handled in one visit to a thread; streams run until they end or the client disconnects."""

import asyncio
import threading
from collections.abc import AsyncIterator
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.test import override_settings
from django.urls import path

from config.asgi_handler import Handler
from tests.wires import Wire

SCOPE = {"type": "http", "http_version": "1.1", "method": "GET", "query_string": b"", "headers": []}
log: list[str] = []


def which_thread(request: HttpRequest) -> HttpResponse:
    return HttpResponse(threading.current_thread().name)


async def asked_later(request: HttpRequest) -> HttpResponse:
    return HttpResponse("later")


def news(request: HttpRequest) -> StreamingHttpResponse:
    return StreamingHttpResponse(_news(request.GET.get("without_end") == "1"))


async def _news(without_end: bool) -> AsyncIterator[bytes]:
    try:
        yield b"first "
        yield b"second"
        while without_end:
            await asyncio.sleep(60)
    finally:
        log.append("the stream was put away")


urlpatterns = [path("thread/", which_thread), path("later/", asked_later), path("news/", news)]


@pytest.fixture
def _no_middleware() -> Any:
    log.clear()
    with override_settings(ROOT_URLCONF=__name__, MIDDLEWARE=[], ALLOWED_HOSTS=["*"]):
        yield


async def visit(handler: Handler, address: str, query: bytes = b"") -> Wire:
    browser = Wire(handler, {**SCOPE, "path": address, "query_string": query})
    await browser.send_input({"type": "http.request", "body": b""})
    assert (await browser.receive_output())["status"] == 200
    return browser


async def read(browser: Wire) -> bytes:
    text, more = b"", True
    while more:
        message = await browser.receive_output()
        text, more = text + message.get("body", b""), message.get("more_body", False)
    return text


@pytest.mark.usefixtures("_no_middleware")
@pytest.mark.django_db(transaction=True)
class TestHandler:
    def test_requests_run_in_long_lived_threads(self) -> None:
        async def scenario() -> list[bytes]:
            handler = Handler()
            return [await read(await visit(handler, "/thread/")) for _ in range(3)]

        assert all(name.startswith(b"web") for name in asyncio.run(scenario()))

    def test_views_that_are_coroutines_are_answered_too(self) -> None:
        async def scenario() -> bytes:
            return await read(await visit(Handler(), "/later/"))

        assert asyncio.run(scenario()) == b"later"

    def test_a_stream_is_sent_to_its_end_and_closed(self) -> None:
        async def scenario() -> bytes:
            browser = await visit(Handler(), "/news/")
            text = await read(browser)
            await browser.wait()
            return text

        assert asyncio.run(scenario()) == b"first second"
        assert log == ["the stream was put away"]

    def test_a_stream_is_closed_when_the_client_disconnects(self) -> None:
        async def scenario() -> None:
            browser = await visit(Handler(), "/news/", b"without_end=1")
            assert (await browser.receive_output())["body"] == b"first "
            await browser.send_input({"type": "http.disconnect"})
            await browser.wait()

        asyncio.run(scenario())
        assert log == ["the stream was put away"]

    def test_a_client_that_disconnects_before_its_request_is_not_answered(self) -> None:
        async def scenario() -> bool:
            browser = Wire(Handler(), {**SCOPE, "path": "/thread/"})
            await browser.send_input({"type": "http.disconnect"})
            await browser.wait()
            return bool(await browser.receive_nothing())

        assert asyncio.run(scenario())
