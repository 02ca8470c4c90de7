"""A cache that is shared through Redis while Redis answers, and kept by each process for itself while it does not.

What is cached here is counted attempts: how often somebody may do a thing. Nobody is to wait, or to be refused with an
error, because the one who counts is away.
"""

import logging
import time
from typing import Any

from django.core.cache import caches
from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache
from redis.exceptions import RedisError

log = logging.getLogger("site.cache")
SHARED, ALONE = "shared", "alone"
AWAY_SECONDS = 1.0
"""So long it is taken for granted that a server that did not answer still does not."""


class SharedOrAlone(BaseCache):
    away_until = 0.0

    def __init__(self, location: str, params: dict[str, Any]) -> None:
        super().__init__(params)

    def _ask(self, what: str, *args: Any, **named: Any) -> Any:
        if time.monotonic() >= SharedOrAlone.away_until:
            try:
                return getattr(caches[SHARED], what)(*args, **named)
            except RedisError as trouble:
                SharedOrAlone.away_until = time.monotonic() + AWAY_SECONDS
                log.warning("This process counts alone, because Redis does not answer: %s", trouble)
        return getattr(caches[ALONE], what)(*args, **named)

    def add(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> Any:
        return self._ask("add", key, value, timeout, version)

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        return self._ask("get", key, default, version)

    def set(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> Any:
        return self._ask("set", key, value, timeout, version)

    def touch(self, key: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> Any:
        return self._ask("touch", key, timeout, version)

    def delete(self, key: Any, version: int | None = None) -> Any:
        return self._ask("delete", key, version)

    def incr(self, key: Any, delta: int = 1, version: int | None = None) -> Any:
        return self._ask("incr", key, delta, version)

    def clear(self) -> Any:
        return self._ask("clear")
