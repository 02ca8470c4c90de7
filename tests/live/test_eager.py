"""A coroutine that begins at once: without a task if it need not wait, and otherwise as in any task."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from games.live import eager

pytestmark = pytest.mark.apart


def run(work: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
    return asyncio.run(work())


def test_what_need_not_wait_is_done_at_once_without_a_task() -> None:
    done: list[str] = []

    async def work() -> None:
        done.append("all")

    async def begin() -> int:
        assert eager.begin(work()) is None
        assert done == ["all"]
        return len(asyncio.all_tasks())

    assert run(begin) == 1


def test_what_waits_goes_on_in_a_task() -> None:
    done: list[str] = []

    async def work(first: asyncio.Future[str], second: asyncio.Future[str]) -> None:
        done.append("begun")
        done.append(await first)
        await asyncio.sleep(0)
        with pytest.raises(ValueError, match="no"):
            await second
        done.append("over")

    async def begin() -> None:
        first, second = (asyncio.get_running_loop().create_future() for _ in range(2))
        task = eager.begin(work(first, second))
        assert (task is not None, done) == (True, ["begun"])
        first.set_result("first")  # also before the task has made its first step
        second.set_exception(ValueError("no"))
        assert task is not None
        await task

    run(begin)
    assert done == ["begun", "first", "over"]


def test_a_task_that_is_cancelled_cleans_up() -> None:
    done: list[str] = []

    async def work() -> None:
        try:
            await asyncio.sleep(3600)
        finally:
            await asyncio.sleep(0)
            done.append("cleaned up")

    async def begin() -> bool:
        task = eager.begin(work())
        assert task is not None
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task])
        return task.cancelled()

    assert run(begin)
    assert done == ["cleaned up"]


def test_errors_reach_who_began_it_or_the_task() -> None:
    async def work(waits: bool) -> None:
        if waits:
            await asyncio.sleep(0)
        raise LookupError("lost")

    async def begin() -> BaseException | None:
        with pytest.raises(LookupError, match="lost"):
            eager.begin(work(waits=False))
        task = eager.begin(work(waits=True))
        assert task is not None
        await asyncio.wait([task])
        return task.exception()

    assert isinstance(run(begin), LookupError)
