"""The loop beside the requests that looks after lobbies."""

import asyncio
import time

from django.utils import timezone

from games.lobby import services
from games.threads import in_thread

LOOK_SECONDS = 1.0
FORGET_EVERY = 60 * 60


async def run() -> None:
    forgotten = 0.0
    while True:
        await in_thread(services.tidy, timezone.now())
        if time.monotonic() - forgotten > FORGET_EVERY:
            forgotten = time.monotonic()
            await in_thread(services.forget, timezone.now())
        await asyncio.sleep(LOOK_SECONDS)
