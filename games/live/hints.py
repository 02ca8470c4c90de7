"""Telling browsers that something has changed: a hint with a code and a version, never content."""

import logging

from channels.layers import get_channel_layer
from django.db import transaction

from games.threads import call_in_loop

log = logging.getLogger("site.live")
LOBBY, GAME, CHAT, NOTICE = "lobby", "game", "chat", "notice"
LIST = "tables"
"""The group of everybody who looks at the list of tables."""
EVERYBODY = "everybody"
"""The group of all sockets."""


def group(code: str) -> str:
    """Everybody who has a table open."""
    return f"table.{code}"


def person_group(person: int) -> str:
    """Every socket of one person."""
    return f"person.{person}"


def announce_end_of_sessions(person: int) -> None:
    """Tell a person's sockets to look whether their session is still there."""
    transaction.on_commit(lambda: send(person_group(person), {"type": "sessions.ended"}), robust=True)


def announce_rights(person: int) -> None:
    """Tell a person's sockets to look whether they may still see what they see."""
    transaction.on_commit(lambda: send(person_group(person), {"type": "rights.changed"}), robust=True)


def announce_addresses() -> None:
    """Tell all sockets to look whether their address is still let in."""
    transaction.on_commit(lambda: send(EVERYBODY, {"type": "addresses.changed"}), robust=True)


def announce(code: str, what: str, version: int) -> None:
    """Hint to everybody at a table, once what was written is there to be read."""
    transaction.on_commit(lambda: send(group(code), {"type": "hint", "what": what, "version": version}), robust=True)


def announce_list() -> None:
    """Hint that the list of tables has changed."""
    transaction.on_commit(lambda: send(LIST, {"type": "hint", "what": LIST, "version": 0}), robust=True)


def send(name: str, message: dict[str, object]) -> None:
    """Nobody waits for it: whoever has moved is answered at once."""
    call_in_loop(_send, name, message)


async def _send(name: str, message: dict[str, object]) -> None:
    """The layer may have been restarted, and then fails once. What was written stands either way, and whoever missed a
    hint sees it by the version of the next one."""
    for attempt in (1, 2):
        try:
            await get_channel_layer().group_send(name, message)
            return
        except Exception:
            if attempt == 2:
                log.exception("A hint could not be sent")
