"""Every write that begins at a replay: links for others, and games that go on from a position."""

from games.history.services.playing_on import continuable, play_on
from games.history.services.sharing import link_of, revoke, share

__all__ = ["continuable", "link_of", "play_on", "revoke", "share"]
