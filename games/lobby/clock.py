"""The background task that looks after lobbies."""

import asyncio
import time
from datetime import timedelta

from django.utils import timezone

from games.lobby import services
from games.presence import services as presence
from games.threads import in_thread

POLL_SECONDS = 1.0
DELETE_EVERY = 60 * 60
DOWNTIME = timedelta(minutes=1)
"""How long no clock may have run before this one starts."""


async def run() -> None:
    deleted, last = 0.0, timezone.now() - DOWNTIME
    while True:
        moment = timezone.now()
        await in_thread(services.clean_up, moment)
        await in_thread(presence.notice_gone, last, moment)
        last = moment
        if time.monotonic() - deleted > DELETE_EVERY:
            deleted = time.monotonic()
            await in_thread(services.delete_unused, timezone.now())
        await asyncio.sleep(POLL_SECONDS)
