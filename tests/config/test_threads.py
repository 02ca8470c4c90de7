"""Work in threads: results, cancellation, and calls back into the event loop."""

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from games import threads
from games.threads import await_in_loop, call_in_loop, in_thread, run_in_thread

pytestmark = pytest.mark.once


def test_the_result_of_a_thread_is_returned() -> None:
    assert asyncio.run(in_thread(sorted, [3, 1, 2], reverse=True)) == [3, 2, 1]


def test_a_stop_is_not_lost_while_a_thread_is_at_work() -> None:
    begun, go_on = threading.Event(), threading.Event()

    def work() -> None:
        begun.set()
        go_on.wait()

    async def scenario() -> bool:
        waiting = asyncio.create_task(in_thread(work))
        await asyncio.to_thread(begun.wait)
        waiting.cancel()
        await asyncio.wait([waiting])
        go_on.set()
        return waiting.cancelled()

    assert asyncio.run(scenario())


def test_a_thread_calls_back_into_its_own_loop() -> None:
    heard: list[asyncio.AbstractEventLoop] = []

    async def receive(more: asyncio.Event) -> None:
        heard.append(asyncio.get_running_loop())
        more.set()

    async def ask() -> int:
        return id(asyncio.get_running_loop())

    async def scenario() -> None:
        is_called = asyncio.Event()
        await in_thread(call_in_loop, receive, is_called)
        await is_called.wait()
        assert heard == [asyncio.get_running_loop()]
        assert await in_thread(await_in_loop, ask) == id(asyncio.get_running_loop())

    asyncio.run(scenario())


def test_a_thread_does_not_wait_for_a_loop_that_has_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that stops waits for its threads."""
    monkeypatch.setattr(threads, "LOOK_SECONDS", 0.01)
    loop, begun, workers = asyncio.new_event_loop(), threading.Event(), ThreadPoolExecutor(1)

    async def wait_for_ever() -> None:
        begun.set()
        await asyncio.Event().wait()

    async def scenario() -> None:
        loop.create_task(run_in_thread(workers, await_in_loop, wait_for_ever))
        while not begun.is_set():
            await asyncio.sleep(0)

    loop.run_until_complete(scenario())
    workers.shutdown()
    left = asyncio.all_tasks(loop)
    for task in left:
        task.cancel()
    loop.run_until_complete(asyncio.gather(*left, return_exceptions=True))
    loop.close()


def test_a_program_without_a_loop_does_it_itself() -> None:
    heard: list[str] = []

    async def receive(word: str) -> str:
        heard.append(word)
        return word

    call_in_loop(receive, "one")
    assert await_in_loop(receive, "two") == "two"
    assert heard == ["one", "two"]
