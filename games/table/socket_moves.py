"""Moves that a page sends over its socket: `{"move": "play R7", "version": 12, "key": "…"}`.

The answer is `{"key": "…", "status": 200}`, or the status of a refusal with its sentence. The table itself comes with
the next push, as for every viewer. If no answer comes, the page posts the same move with the same key.

With a call or an accusation, the page says when it was pressed: `"ping"` is the last ping, and `"since"` how many
milliseconds before the press it came. The answer 202 means that it is held until it can be judged. The answer to a ping
is `{"pong": "…"}`.
"""

import json
import re
import time
from collections.abc import Sequence
from typing import Any, NamedTuple

from django.utils import timezone

from games.limits import TooMany, limit
from games.refusals import Refusal
from games.table import services
from games.table.refusals import TableRefusal
from games.table.services.moving import LONGEST_KEY, Attempt, Outcome
from games.table.snapshot import Snapshot

MOST_BYTES = 500
MOST_VERSION = 10**9
OK, HELD, TOO_MANY_REQUESTS = 200, 202, 429


class SentMove(NamedTuple):
    move: str
    version: int
    key: str
    ping: Any = None
    since: Any = None


class Answer(NamedTuple):
    """What the page learns about its move, and the table after it, if it was played."""

    key: str
    status: int
    sentence: str = ""
    table: Snapshot | None = None

    def to_json(self) -> str:
        more = {"sentence": self.sentence} if self.sentence else {}
        return json.dumps({"key": self.key, "status": self.status, **more})


def read(text: str | None) -> SentMove | None:
    """Return the move in a message; None if it is not one."""
    if not text or len(text.encode(errors="replace")) > MOST_BYTES:
        return None
    try:
        sent = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(sent, dict):
        return None
    move, version, key = sent.get("move"), sent.get("version"), sent.get("key")
    if type(version) is not int or not 0 <= version < MOST_VERSION or not isinstance(move, str):
        return None
    if not isinstance(key, str) or not is_key(key):
        return None
    return SentMove(move, version, key, sent.get("ping"), sent.get("since"))


def read_answer(text: str | None) -> str | None:
    """Return the nonce in the answer to a ping; None if a message is something else."""
    found = ANSWER_TO_PING.fullmatch(text or "")
    return found[1] if found else None


ANSWER_TO_PING = re.compile(r'\{"pong":"([\w-]{1,40})"\}', re.ASCII)


def is_key(text: str) -> bool:
    return 0 < len(text) <= LONGEST_KEY and text.isprintable()


Sent = tuple[Any, str | None]
"""A viewer, and the message from their page."""


def play_all(messages: Sequence[Sent]) -> list[Answer]:
    """Play the moves in messages from pages of different tables."""
    attempts = [_attempt(viewer, text) for viewer, text in messages]
    outcomes = iter(services.act_all([found for found in attempts if isinstance(found, Attempt)]))
    return [_answer(found.key, next(outcomes)) if isinstance(found, Attempt) else found for found in attempts]


def _attempt(viewer: Any, text: str | None) -> Attempt | Answer:
    sent = read(text)
    key = sent.key if sent else ""
    try:
        _spend(viewer)
    except TooMany as refusal:
        return Answer(key, TOO_MANY_REQUESTS, str(refusal))
    if sent is None:
        return _answer(key, TableRefusal("unreadable_message"))
    return Attempt(viewer.code, viewer.person, sent.move, sent.version, key, pressed=_pressed(viewer, sent))


def _pressed(viewer: Any, sent: SentMove) -> float | None:
    """Return when a move was pressed, in seconds since 1970, if its page says so."""
    if sent.ping is None or viewer.trips is None:
        return None
    age: float = viewer.trips.age_of_press(sent.ping, sent.since, viewer.arrived)
    arrived: float = timezone.now().timestamp() - (time.monotonic() - viewer.arrived)
    return arrived - age


@limit("play", 120, per=30, is_local=True)
def _spend(viewer: Any) -> None:
    """The decorator counts and refuses."""


def _answer(key: str, outcome: Outcome | Refusal) -> Answer:
    if isinstance(outcome, Refusal):
        return Answer(key, outcome.status, str(outcome))
    if outcome.is_held:
        return Answer(key, HELD)
    return Answer(key, OK, table=outcome.table)
