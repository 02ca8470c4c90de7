"""Handle each request in one visit to a worker thread.

Django's own handler switches to a new thread and back five times per request, with a new database connection each
time; at a table that was half of a move's time. A request for /healthz takes 0.3 to 0.6 ms of CPU time here, and 1.2 to
1.7 ms with Django's handler. Here signals, middleware, view and cleanup run at one stretch, in
long-lived threads that keep their connections. A streaming response then runs in the event loop, until it ends or the
client disconnects.
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


class Admission:
    """Run requests one at a time, but stop waiting for one that takes more than `quick` seconds.

    Threads that compute at the same moment only compete for the interpreter, which was a twentieth of a move's time;
    and a slow page must not hold up the others.
    """

    def __init__(self, quick: float = QUICK_SECONDS) -> None:
        self.quick = quick
        self.gates: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Semaphore] = WeakKeyDictionary()

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        loop = asyncio.get_running_loop()
        gate, is_released = self.gates.setdefault(loop, asyncio.Semaphore(1)), False

        def release() -> None:
            nonlocal is_released
            if not is_released:
                is_released = True
                gate.release()

        await gate.acquire()
        timer = loop.call_later(self.quick, release)
        try:
            yield
        finally:
            timer.cancel()
            release()


class Handler(ASGIHandler):
    def __init__(self) -> None:
        BaseHandler.__init__(self)
        self.load_middleware(is_async=False)
        self.threads = ThreadPoolExecutor(THREADS, thread_name_prefix="web")
        self.admission = Admission()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        message = await receive()  # the middleware `limit_body` has made the body one message
        if message["type"] != "http.request":
            return
        async with self.admission.turn():
            response = await run_in_executor(self.threads, lambda: self.respond(scope, message["body"]))
        if response.streaming:
            await self.stream(response, receive, send)
        else:
            await self.send_response(response, send)

    def respond(self, scope: Any, body: bytes) -> HttpResponseBase:
        set_script_prefix(get_script_prefix(scope))
        request_started.send(sender=type(self), scope=scope)
        request, error = self.create_request(scope, io.BytesIO(body))
        response: Any = error if request is None else self.get_response(request)
        response._handler_class = type(self)  # the sender of the signal `request_finished`
        if response.streaming:
            close_old_connections()  # another thread will close the response; this one is done with its connection now
        else:
            response.close()
        return cast(HttpResponseBase, response)

    async def stream(self, response: HttpResponseBase, receive: Any, send: Any) -> None:
        """Send the response until it ends or the client disconnects, and close it in either case."""
        sending = asyncio.ensure_future(self.send_response(response, send))
        disconnected = asyncio.ensure_future(receive())
        try:
            await asyncio.wait((sending, disconnected), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (sending, disconnected):
                task.cancel()
            await asyncio.gather(sending, disconnected, return_exceptions=True)
            await run_in_executor(self.threads, response.close)
