"""The channel layer of a single process."""

import time

from channels.layers import InMemoryChannelLayer

SWEEP_SECONDS = 5.0


class PatientInMemoryLayer(InMemoryChannelLayer):
    """The in-memory layer looks through all members of all groups at every send and receive, which with a thousand
    tables costs more than everything else together. What it looks for is minutes old: a look now and then is enough."""

    next_sweep = 0.0

    def _clean_expired(self) -> None:
        now = time.monotonic()
        if now >= self.next_sweep:
            self.next_sweep = now + SWEEP_SECONDS
            super()._clean_expired()
