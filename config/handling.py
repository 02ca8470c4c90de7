"""Requests, each answered during one visit to a thread.

Django's own handler goes to a new thread and back five times a request, with a new database connection each time; at a
table that was half of what a move cost. Here signals, middleware, view and tidying up happen in one go, in threads that
live on and keep their connections. What streams goes on in the event loop, until it ends or the client has gone.
"""

import asyncio
import io
from concurrent.futures import ThreadPoolExecutor
from typing import Any, cast

from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.handlers.base import BaseHandler
from django.core.signals import request_started
from django.db import close_old_connections
from django.http import HttpResponseBase
from django.urls import set_script_prefix

from games.threads import in_room

THREADS = 8


class House(ASGIHandler):
    def __init__(self) -> None:
        BaseHandler.__init__(self)
        self.load_middleware(is_async=False)
        self.threads = ThreadPoolExecutor(THREADS, thread_name_prefix="web")

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        body = await receive()  # at the door it was made one piece
        if body["type"] != "http.request":
            return
        response = await in_room(self.threads, lambda: self.answer(scope, body["body"]))
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
            await in_room(self.threads, response.close)
