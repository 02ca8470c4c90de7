"""The background task that looks after lobbies."""

import asyncio
import time
from datetime import timedelta
from itertools import cycle

from django.utils import timezone

from games.lobby import services
from games.presence import services as presence
from games.threads import in_thread

POLL_SECONDS = 1.0
DELETE_EVERY = 60 * 60
DOWNTIME = timedelta(minutes=1)
"""How long no clock may have run before this one starts."""


class Interval:
    """Says when it is time again. The first time is at once."""

    def __init__(self, seconds: float) -> None:
        self.seconds, self.last = seconds, float("-inf")

    def is_over(self) -> bool:
        now = time.monotonic()
        if now - self.last < self.seconds:
            return False
        self.last = now
        return True


async def run() -> None:
    """Fill seats every second, and take one of the other steps in turn."""
    deleting, last = Interval(DELETE_EVERY), timezone.now() - DOWNTIME
    for step in cycle(services.CLEANING):
        moment = timezone.now()
        await in_thread(services.fill_seats, moment)
        await in_thread(step, moment)
        await in_thread(presence.notice_gone, last, moment)
        last = moment
        if deleting.is_over():
            await in_thread(services.delete_unused, timezone.now())
        await asyncio.sleep(POLL_SECONDS)
