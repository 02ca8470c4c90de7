"""Between the event loop and the threads where all work with the database is done.

Unlike `database_sync_to_async`, a cancellation is not lost when it comes while the thread is at work: whoever waits is
released at once, and the thread finishes what it has begun. And what a thread has to tell goes back to the loop that
sent it, which is the only one that may touch sockets and channel layers.
"""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import Executor
from contextvars import ContextVar, copy_context
from functools import partial
from typing import Any, ParamSpec, TypeVar

from asgiref.sync import async_to_sync
from django.db import close_old_connections

Args = ParamSpec("Args")
Answer = TypeVar("Answer")

_home: ContextVar[asyncio.AbstractEventLoop | None] = ContextVar("home", default=None)
_on_their_way: set["asyncio.Task[Any]"] = set()


async def in_thread(function: Callable[Args, Answer], *args: Args.args, **named: Args.kwargs) -> Answer:
    """A function that uses the database, in a thread that gives its connection back."""

    def work() -> Answer:
        close_old_connections()
        try:
            return function(*args, **named)
        finally:
            close_old_connections()

    return await run_in_executor(None, work)


async def run_in_executor(threads: Executor | None, work: Callable[[], Answer]) -> Answer:
    """A function in one of these threads; none means those that everybody shares."""
    loop, context = asyncio.get_running_loop(), copy_context()
    context.run(_home.set, loop)
    return await loop.run_in_executor(threads, partial(context.run, work))


def call_in_loop(function: Callable[..., Coroutine[Any, Any, Any]], *args: Any) -> None:
    """Let the loop that this thread works for do something, without waiting for it; in a program without such a loop it
    is done here and now."""
    loop = _home.get()
    if loop is None or loop.is_closed():
        async_to_sync(function)(*args)
    else:
        loop.call_soon_threadsafe(_begin, function, args)


def await_in_loop(function: Callable[..., Coroutine[Any, Any, Answer]], *args: Any) -> Answer:
    """The same, for a thread that needs the answer."""
    loop = _home.get()
    if loop is None or loop.is_closed():
        return async_to_sync(function)(*args)
    return asyncio.run_coroutine_threadsafe(function(*args), loop).result()


def _begin(function: Callable[..., Coroutine[Any, Any, Any]], args: tuple[Any, ...]) -> None:
    task = asyncio.get_running_loop().create_task(function(*args))
    _on_their_way.add(task)  # the loop itself would forget it
    task.add_done_callback(_on_their_way.discard)
