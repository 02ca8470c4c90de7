"""The chat for sockets. Requests at the same moment share one lookup."""

from games.chat import fragments
from games.live.batching import CoalescedLookup
from games.models import User
from games.threads import in_thread

_chats = CoalescedLookup[User | None, str](0.02, lambda code, people: fragments.chats(code, people))


async def chat(code: str, person: User | None) -> str:
    """Return the rendered chat as this person reads it."""
    return await _chats.ask(code, person)


async def staff_notice(code: str, number: int) -> str:
    """Return a rendered notice of the staff."""
    return await in_thread(fragments.staff_notice, code, number)
