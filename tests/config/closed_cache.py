"""A cache that must not be asked."""

from typing import Any

from django.core.cache.backends.base import BaseCache


class ClosedCache(BaseCache):
    def __init__(self, location: str, params: dict[str, Any]) -> None:
        super().__init__(params)

    def add(self, *words: Any, **named: Any) -> bool:
        raise ConnectionError("This cache was asked.")
