"""Calls between the event loop and the threads in which all database work is done.

Unlike with `database_sync_to_async`, a caller that is cancelled is released at once, while the thread finishes its
work. And a thread can call back into the loop that started it, the only one that may use sockets and channel layers.
"""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import Executor, ThreadPoolExecutor
from contextvars import ContextVar, copy_context
from functools import partial
from typing import Any, ParamSpec, TypeVar

from asgiref.sync import async_to_sync
from django.db import close_old_connections, connection

Args = ParamSpec("Args")
Answer = TypeVar("Answer")

MOST_WRITERS = 1 if connection.vendor == "sqlite" else 4
WRITERS = ThreadPoolExecutor(MOST_WRITERS, thread_name_prefix="writer")
"""Plays the moves of all tables. SQLite has one writer at a time anyway; elsewhere, a move that waits for a lock or for
Redis must not hold up all others."""

LOOK_SECONDS = 1.0
"""How often a thread that waits for the loop looks whether it still runs."""

_loop: ContextVar[asyncio.AbstractEventLoop | None] = ContextVar("loop", default=None)
_running: set["asyncio.Task[Any]"] = set()


async def in_thread(function: Callable[Args, Answer], *args: Args.args, **named: Args.kwargs) -> Answer:
    """Run a function that uses the database in a thread, and give its connection back afterwards."""
    return await run_in_thread(None, function, *args, **named)


async def run_in_thread(
    threads: Executor | None, function: Callable[Args, Answer], *args: Args.args, **named: Args.kwargs
) -> Answer:
    """Do the same in a thread of this executor; None means the shared threads of the loop."""

    def work() -> Answer:
        close_old_connections()
        try:
            return function(*args, **named)
        finally:
            close_old_connections()

    return await run_in_executor(threads, work)


async def run_in_executor(threads: Executor | None, work: Callable[[], Answer]) -> Answer:
    """Run a function in a thread of this executor; None means the shared threads of the loop."""
    loop, context = asyncio.get_running_loop(), copy_context()
    context.run(_loop.set, loop)
    return await loop.run_in_executor(threads, partial(context.run, work))


def call_in_loop(function: Callable[..., Coroutine[Any, Any, Any]], *args: Any) -> None:
    """Call an async function in the loop that started this thread, without waiting for it. Without such a loop, as in a
    command, run it here and now."""
    loop = _loop.get()
    if loop is None or loop.is_closed():
        async_to_sync(function)(*args)
    else:
        loop.call_soon_threadsafe(_begin, function, args)


def await_in_loop(function: Callable[..., Coroutine[Any, Any, Answer]], *args: Any) -> Answer:
    """Do the same, but wait for the result and return it."""
    loop = _loop.get()
    if loop is None or loop.is_closed():
        return async_to_sync(function)(*args)
    answer = asyncio.run_coroutine_threadsafe(function(*args), loop)
    while True:
        try:
            return answer.result(LOOK_SECONDS)
        except TimeoutError:
            if answer.done():
                return answer.result()
            if not loop.is_running():  # the server has stopped, and would wait for this thread
                raise


def _begin(function: Callable[..., Coroutine[Any, Any, Any]], args: tuple[Any, ...]) -> None:
    task = asyncio.get_running_loop().create_task(function(*args))
    _running.add(task)  # keep a reference: the loop holds only a weak one
    task.add_done_callback(_running.discard)
