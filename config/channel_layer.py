"""The channel layer for a site of a single process."""

import time

from channels.layers import InMemoryChannelLayer

CLEANUP_SECONDS = 5.0


class ThrottledCleanupLayer(InMemoryChannelLayer):
    """Look for expired members at most every five seconds.

    Channels looks at all members of all groups at each send and receive. With a thousand tables that cost more than
    everything else together, and members expire only after a day.
    """

    next_cleanup = 0.0

    def _clean_expired(self) -> None:
        now = time.monotonic()
        if now >= self.next_cleanup:
            self.next_cleanup = now + CLEANUP_SECONDS
            super()._clean_expired()
