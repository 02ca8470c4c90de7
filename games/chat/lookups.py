"""The chat for sockets. Requests at the same moment share one lookup."""

from games.chat import fragments, reactions
from games.live.batching import CoalescedLookup
from games.models import User
from games.threads import in_thread

_chats = CoalescedLookup[User | None, str](0.02, lambda code, people: fragments.chats(code, people))


async def chat(code: str, person: User | None) -> str:
    """Return the rendered chat as this person reads it."""
    return await _chats.ask(code, person)


_reactions = CoalescedLookup[User | None, str](0.02, lambda code, people: reactions.rendered_for(code, people))


async def reactions_at(code: str, person: User | None) -> str:
    """Return the rendered reactions of this moment as this person sees them."""
    return await _reactions.ask(code, person)


async def staff_notice(code: str, number: int) -> str:
    """Return a rendered notice of the staff."""
    return await in_thread(fragments.staff_notice, code, number)
