"""While Redis is unavailable, each process counts attempts by itself, and no request fails."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextvars import Context
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import cache, caches
from django.test import Client, override_settings
from django.urls import reverse

from config.caches import PooledRedisCache, SharedOrLocalCache
from games import storage
from games.limits import Bucket, TooMany

UNAVAILABLE = {
    "default": {"BACKEND": "config.caches.SharedOrLocalCache"},
    "shared": {"BACKEND": "config.caches.PooledRedisCache", "LOCATION": "redis://127.0.0.1:1/0"},
    "local": settings.CACHES["local"],
}


@pytest.fixture(autouse=True)
def _redis_is_away() -> Iterator[None]:
    with override_settings(CACHES=UNAVAILABLE):
        yield
        caches["local"].clear()
    SharedOrLocalCache.retry_at = 0.0


def test_the_local_cache_stores_values_meanwhile() -> None:
    cache.set("a", 1, 10)
    assert cache.incr("a") == 2
    assert cache.get("a") == 2
    assert cache.add("a", 5) is False
    assert cache.touch("a", 10)
    assert cache.delete("a")
    assert cache.get("a") is None


def test_a_server_that_is_away_is_not_asked_at_every_step(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(storage, "_logged_at", {})
    SharedOrLocalCache.retry_at = float("inf")
    cache.set("a", 1)
    assert caplog.records == []
    SharedOrLocalCache.retry_at = 0.0
    cache.set("a", 1)
    assert "counts attempts by itself" in caplog.text


def test_rate_limits_still_hold() -> None:
    bucket = Bucket("go on", 5, per=50)
    for _ in range(5):
        bucket.spend("Ann", 1000)
    with pytest.raises(TooMany):
        bucket.spend("Ann", 1000)


@pytest.mark.django_db
def test_people_can_log_in() -> None:
    answer = Client().post(reverse("account_login"), {"login": "Nobody", "password": "wrong"})
    assert answer.status_code == 200
    assert answer.context["form"].errors


def test_all_threads_share_one_pool_of_connections() -> None:
    with ThreadPoolExecutor(2) as threads:
        pools = [threads.submit(Context().run, pool_of, caches).result() for _ in range(3)]
    assert len({id(pool) for pool in pools}) == 1


def pool_of(handler: Any) -> Any:
    redis = handler["shared"]
    assert isinstance(redis, PooledRedisCache)
    return redis.client.get_client().connection_pool
