"""The loop beside the requests that looks after lobbies."""

import asyncio
import time
from datetime import timedelta

from django.utils import timezone

from games.lobby import services
from games.presence import services as presence
from games.threads import in_thread

LOOK_SECONDS = 1.0
FORGET_EVERY = 60 * 60
NOBODY_LOOKED = timedelta(minutes=1)
"""For so long there may have been no clock, when a new one begins."""


async def run() -> None:
    forgotten, looked = 0.0, timezone.now() - NOBODY_LOOKED
    while True:
        moment = timezone.now()
        await in_thread(services.tidy, moment)
        await in_thread(presence.notice_gone, looked, moment)
        looked = moment
        if time.monotonic() - forgotten > FORGET_EVERY:
            forgotten = time.monotonic()
            await in_thread(services.forget, timezone.now())
        await asyncio.sleep(LOOK_SECONDS)
