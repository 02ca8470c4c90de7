"""The background task that looks after lobbies."""

import asyncio
import time
from datetime import timedelta

from django.utils import timezone

from games.lobby import services
from games.presence import services as presence
from games.threads import in_thread

POLL_SECONDS = 1.0
CLEAN_UP_EVERY = 5.0
"""Nobody waits for the rest, which takes most of the time of a server at which nothing happens."""
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
    cleaning, deleting, last = Interval(CLEAN_UP_EVERY), Interval(DELETE_EVERY), timezone.now() - DOWNTIME
    while True:
        moment = timezone.now()
        await in_thread(services.clean_up if cleaning.is_over() else services.fill_seats, moment)
        await in_thread(presence.notice_gone, last, moment)
        last = moment
        if deleting.is_over():
            await in_thread(services.delete_unused, timezone.now())
        await asyncio.sleep(POLL_SECONDS)
