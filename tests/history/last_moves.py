"""Play the last moves of matches in processes of their own, all at the same moment.

They are forked, so this is for a program that has neither threads nor connections: see `test_counting_at_once.py`.
"""

import multiprocessing
import os
import signal
from collections.abc import Callable
from multiprocessing.synchronize import Barrier

from games.history import counting
from games.models import Game
from games.table import services

SEAT, MOVE = 1, "play R2"


def main(*arguments: str) -> None:
    """Each argument is the code of a table, and what its process does after the move: `count`, or a moment at which it
    is killed. Print how many matches each process has counted, and then with which code each has ended."""
    fork = multiprocessing.get_context("fork")
    start = fork.Barrier(len(arguments))
    processes = [fork.Process(target=finish, args=(*argument.split(":"), start)) for argument in arguments]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    print("ended", *(process.exitcode for process in processes))


def finish(code: str, then: str, start: Barrier) -> None:
    """Play the last move of the match at this table when all processes are ready for theirs."""
    game = Game.objects.get(table__code=code, ended_at=None)
    person = game.players.select_related("person").get(seat=SEAT).person
    assert person is not None
    start.wait()
    services.act(code, person, MOVE, game.version)
    AFTERWARDS[then]()


def count() -> None:
    """Print the whole line at once: where output is not buffered, those of several processes would be mixed."""
    print(f"counted {counting.count_pending()}\n", end="", flush=True)


def die(*given: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def die_while_counting() -> None:
    """Be killed when some of the sums are stored and others are not."""
    counting.Sums._store_awards = die  # type: ignore[method-assign,assignment]
    count()


AFTERWARDS: dict[str, Callable[[], None]] = {
    "count": count,
    "die_before_counting": die,
    "die_while_counting": die_while_counting,
}
