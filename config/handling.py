"""Requests, each answered during one visit to a thread.

Django's own handler goes to a new thread and back five times a request, with a new database connection each time; at a
table that was half of what a move cost. Here signals, middleware, view and tidying up happen in one go, in threads that
live on and keep their connections. What streams goes on in the event loop, until it ends or the client has gone.
"""

import asyncio
import io
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Any, cast
from weakref import WeakKeyDictionary

from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.handlers.base import BaseHandler
from django.core.signals import request_started
from django.db import close_old_connections
from django.http import HttpResponseBase
from django.urls import set_script_prefix

from games.threads import run_in_executor

THREADS = 8
QUICK_SECONDS = 0.025


class Turnstile:
    """Lets in one after the other as long as each is quick, and the next one as soon as somebody takes long.

    Threads that compute at the same moment only take the interpreter out of each other's hands, which was a
    twentieth of what a move cost; and nobody is to wait for a slow page.
    """

    def __init__(self, quick: float = QUICK_SECONDS) -> None:
        self.quick = quick
        self.gates: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Semaphore] = WeakKeyDictionary()

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        loop = asyncio.get_running_loop()
        gate, open_again = self.gates.setdefault(loop, asyncio.Semaphore(1)), False

        def pass_on() -> None:
            nonlocal open_again
            if not open_again:
                open_again = True
                gate.release()

        await gate.acquire()
        timer = loop.call_later(self.quick, pass_on)
        try:
            yield
        finally:
            timer.cancel()
            pass_on()


class House(ASGIHandler):
    def __init__(self) -> None:
        BaseHandler.__init__(self)
        self.load_middleware(is_async=False)
        self.threads = ThreadPoolExecutor(THREADS, thread_name_prefix="web")
        self.turnstile = Turnstile()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        body = await receive()  # at the door it was made one piece
        if body["type"] != "http.request":
            return
        async with self.turnstile.turn():
            response = await run_in_executor(self.threads, lambda: self.answer(scope, body["body"]))
        if response.streaming:
            await self.stream(response, receive, send)
        else:
            await self.send_response(response, send)

    def answer(self, scope: Any, body: bytes) -> HttpResponseBase:
        set_script_prefix(get_script_prefix(scope))
        request_started.send(sender=type(self), scope=scope)
        request, refusal = self.create_request(scope, io.BytesIO(body))
        response: Any = refusal if request is None else self.get_response(request)
        response._handler_class = type(self)  # the sender of the signal that says it is finished
        if response.streaming:
            close_old_connections()  # it is closed by another thread, when it ends; this one is done with its own now
        else:
            response.close()
        return cast(HttpResponseBase, response)

    async def stream(self, response: HttpResponseBase, receive: Any, send: Any) -> None:
        sending = asyncio.ensure_future(self.send_response(response, send))
        leaving = asyncio.ensure_future(receive())
        try:
            await asyncio.wait((sending, leaving), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (sending, leaving):
                task.cancel()
            await asyncio.gather(sending, leaving, return_exceptions=True)
            await run_in_executor(self.threads, response.close)
