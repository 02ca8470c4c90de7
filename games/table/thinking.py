"""Bots that think long do so in a process of their own, so that they hold up nothing else."""

import asyncio
import logging
import multiprocessing
import os
import threading
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing.process import BaseProcess
from random import Random

from games.bots import BOTS, Bot
from games.engine import Event, Move, View
from games.threads import run_in_executor

log = logging.getLogger("site.thinking")
THINKS_LONG = frozenset({"Expert"})
_pool: list[ProcessPoolExecutor] = []


def think(bot: str, view: View, legal: Sequence[Move], known: Sequence[Event], seeds: tuple[str, str]) -> Move:
    """Return the move of a bot in its seat, after it has seen these events."""
    assert view.seat is not None  # noqa: S101  # a bot has a seat
    sitting, moving = map(Random, seeds)
    return seated(bot, view.seat, known, sitting)(view, legal, moving)


def seated(name: str, seat: int, known: Sequence[Event], random: Random) -> Bot:
    """Return a bot in its seat that has seen these events."""
    bot = BOTS[name].sit(seat, random)
    for event in known:
        bot.watch(event)
    return bot


def remembers(bot: str) -> bool:
    return type(BOTS[bot]).watch is not Bot.watch


async def think_apart(bot: str, *rest: object) -> Move:
    """Do the same, in another process if it may take long."""
    if bot not in THINKS_LONG:
        return think(bot, *rest)  # type: ignore[arg-type]
    try:
        return await asyncio.get_running_loop().run_in_executor(_executor(), think, bot, *rest)  # type: ignore[arg-type]
    except BrokenProcessPool:
        log.exception("The process for long-thinking bots has ended; starting a new one")
        _pool.clear()
        return await run_in_executor(None, partial(think, bot, *rest))  # type: ignore[arg-type]


def _executor() -> ProcessPoolExecutor:
    if not _pool:
        context = multiprocessing.get_context("spawn")
        _pool.append(ProcessPoolExecutor(1, mp_context=context, initializer=end_with_parent))
    return _pool[0]


def end_with_parent() -> None:
    """End this worker as soon as the process that started it is gone, however it ended.

    A worker waits for work on a pipe that it could also write to, so it never sees the end of it when its parent is
    killed. The parent's sentinel is a pipe that only the parent holds. (The signal that Linux can send on a parent's
    death comes with the end of the thread that started the worker, which may be over long before.) The resource
    tracker of `multiprocessing` ends by itself once its last user has gone.
    """
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_after, args=(parent,), name="end with parent", daemon=True).start()


def _end_after(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)
