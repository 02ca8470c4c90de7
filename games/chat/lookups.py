"""The chat for sockets: rendered once for all who ask at the same moment."""

from games.chat import fragments
from games.live.batching import CoalescedLookup
from games.models import User
from games.threads import in_thread

_chats = CoalescedLookup[User | None, str](0.02, lambda code, people: fragments.chats(code, people))


async def chat(code: str, person: User | None) -> str:
    """The chat as somebody reads it, for the sockets of other rooms."""
    return await _chats.ask(code, person)


async def staff_notice(code: str, number: int) -> str:
    """What the staff says, for the sockets of other rooms."""
    return await in_thread(fragments.staff_notice, code, number)
