"""Send hints to sockets that something has changed: a code and a version, never content."""

from django.db import transaction

from games.live import groups

LOBBY, GAME, CHAT, NOTICE, REACTION = "lobby", "game", "chat", "notice", "reaction"
LIST = "tables"
"""The group of all sockets that show the list of tables."""
ALL_SOCKETS = "all-sockets"
"""The group of all sockets."""


send = groups.send


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


def announce_invitations(person: int) -> None:
    """Tell a person's sockets that their invitations have changed, after commit."""
    transaction.on_commit(lambda: send(person_group(person), {"type": "invitations.changed"}), robust=True)


def announce(code: str, what: str, version: int) -> None:
    """Send a hint to all sockets at a table, after commit."""
    transaction.on_commit(lambda: send(group(code), {"type": "hint", "what": what, "version": version}), robust=True)


def announce_list() -> None:
    """Send a hint that the list of tables has changed, after commit."""
    transaction.on_commit(lambda: send(LIST, {"type": "hint", "what": LIST, "version": 0}), robust=True)
