"""What one process keeps of things that have versions: the newest of each, of a limited number of things."""

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Generic, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class Newest(Generic[Key, Value]):
    """Keeps the newest version of each thing. Beyond `most` things, those kept longest ago are dropped.

    >>> words = Newest[str, str](2, version=len)
    >>> for key, word in (("a", "ape"), ("b", "bee"), ("a", "ox"), ("c", "cat")):
    ...     _ = words.keep(key, word)
    >>> words.get("a"), words.get("b"), words.get("c")
    ('ape', None, 'cat')
    """

    def __init__(self, most: int, version: Callable[[Value], Any] = lambda value: 0):
        self.most, self.version = most, version
        self.values: OrderedDict[Key, Value] = OrderedDict()
        self.lock = threading.Lock()

    def get(self, key: Key) -> Value | None:
        with self.lock:
            return self.values.get(key)

    def keep(self, key: Key, value: Value) -> Value:
        """Keep a value, unless a newer one is kept already. Returns the value given."""
        with self.lock:
            known = self.values.get(key)
            if known is None or self.version(known) <= self.version(value):
                self.values[key] = value
            self.values.move_to_end(key)
            if len(self.values) > self.most:
                self.values.popitem(last=False)
        return value

    def forget(self, key: Key) -> None:
        with self.lock:
            self.values.pop(key, None)

    def clear(self) -> None:
        with self.lock:
            self.values.clear()
