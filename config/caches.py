"""A cache shared through Redis, with a local cache of this process as its fallback.

The cache holds rate limits. While Redis is unavailable, each process counts attempts by itself, so that no request
waits or fails because of it.
"""

import logging
import time
from functools import cache
from typing import Any

from django.core.cache import caches
from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache
from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis.exceptions import RedisError

from games.storage import may_log

log = logging.getLogger("site.cache")
SHARED, LOCAL = "shared", "local"
RETRY_SECONDS = 1.0
"""After a failure, Redis is not tried again for this long."""


@cache
def _client(server: str, options: frozenset[tuple[str, Any]]) -> RedisCacheClient:
    return RedisCacheClient([server], **dict(options))


class PooledRedisCache(RedisCache):
    """One pool of connections for the whole process.

    Django makes a cache for each request that runs in a thread, and each cache would connect to Redis anew.
    """

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self.client = _client(server, frozenset(params.get("OPTIONS", {}).items()))

    @property
    def _cache(self) -> RedisCacheClient:
        return self.client


class SharedOrLocalCache(BaseCache):
    retry_at = 0.0

    def __init__(self, location: str, params: dict[str, Any]) -> None:
        super().__init__(params)

    def _call(self, method: str, *args: Any, **named: Any) -> Any:
        if time.monotonic() >= SharedOrLocalCache.retry_at:
            try:
                return getattr(caches[SHARED], method)(*args, **named)
            except RedisError as error:
                SharedOrLocalCache.retry_at = time.monotonic() + RETRY_SECONDS
                if may_log("shared cache"):
                    log.warning("Redis does not answer, so this process counts attempts by itself: %s", error)
        return getattr(caches[LOCAL], method)(*args, **named)

    def add(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> Any:
        return self._call("add", key, value, timeout, version)

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        return self._call("get", key, default, version)

    def set(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> Any:
        return self._call("set", key, value, timeout, version)

    def touch(self, key: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> Any:
        return self._call("touch", key, timeout, version)

    def delete(self, key: Any, version: int | None = None) -> Any:
        return self._call("delete", key, version)

    def incr(self, key: Any, delta: int = 1, version: int | None = None) -> Any:
        return self._call("incr", key, delta, version)

    def clear(self) -> Any:
        return self._call("clear")
