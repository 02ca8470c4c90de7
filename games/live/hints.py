"""Send hints to sockets that something has changed: a code and a version, never content."""

import logging

from channels.layers import get_channel_layer
from django.db import transaction

from games.threads import call_in_loop

log = logging.getLogger("site.live")
LOBBY, GAME, CHAT, NOTICE = "lobby", "game", "chat", "notice"
LIST = "tables"
"""The group of all sockets that show the list of tables."""
ALL_SOCKETS = "all-sockets"
"""The group of all sockets."""


def group(code: str) -> str:
    """Return the group of all sockets at a table."""
    return f"table.{code}"


def person_group(person: int) -> str:
    """Return the group of all sockets of a person."""
    return f"person.{person}"


def announce_end_of_sessions(person: int) -> None:
    """Tell a person's sockets to check whether their session still exists."""
    transaction.on_commit(lambda: send(person_group(person), {"type": "sessions.ended"}), robust=True)


def announce_rights(person: int) -> None:
    """Tell a person's sockets to check whether they may still see what they show."""
    transaction.on_commit(lambda: send(person_group(person), {"type": "rights.changed"}), robust=True)


def announce_addresses() -> None:
    """Tell all sockets to check whether their address has been banned."""
    transaction.on_commit(lambda: send(ALL_SOCKETS, {"type": "addresses.changed"}), robust=True)


def announce(code: str, what: str, version: int) -> None:
    """Send a hint to all sockets at a table, after commit."""
    transaction.on_commit(lambda: send(group(code), {"type": "hint", "what": what, "version": version}), robust=True)


def announce_list() -> None:
    """Send a hint that the list of tables has changed, after commit."""
    transaction.on_commit(lambda: send(LIST, {"type": "hint", "what": LIST, "version": 0}), robust=True)


def send(name: str, message: dict[str, object]) -> None:
    """Send a message to a group without waiting for it, so that the response is not delayed."""
    call_in_loop(_send, name, message)


async def _send(name: str, message: dict[str, object]) -> None:
    """Send to the group, in two attempts: the channel layer fails once after a restart of Redis.

    A lost hint does little harm, because the version of the next one shows that it was missed.
    """
    for attempt in (1, 2):
        try:
            await get_channel_layer().group_send(name, message)
            return
        except Exception:
            if attempt == 2:
                log.exception("A hint could not be sent")
