"""Groups deliver each message once to each member, in this process and in others, whatever happens to Redis."""

import asyncio
from typing import Any

import pytest
from channels.layers import InMemoryChannelLayer

from games.live import groups
from games.live.groups import Message, _Groups

HINT = {"type": "hint", "what": "game", "version": 7}


class Layer(InMemoryChannelLayer):
    """Stands for Redis, which does not answer as long as `failures` are left."""

    failures = 0

    async def group_add(self, group: str, channel: str) -> None:
        self._fail()
        await super().group_add(group, channel)

    async def group_send(self, group: str, message: Message) -> None:
        self._fail()
        await super().group_send(group, message)

    def _fail(self) -> None:
        if self.failures:
            self.failures -= 1
            raise ConnectionError("no Redis")


class Reader:
    """A member that keeps what it is told."""

    def __init__(self) -> None:
        self.told: list[Message] = []

    def take(self, message: Message) -> None:
        self.told.append(message)


async def until(condition: Any) -> None:
    while not condition():
        await asyncio.sleep(0.001)


@pytest.fixture
def layer(monkeypatch: pytest.MonkeyPatch) -> Layer:
    layer = Layer()
    monkeypatch.setattr(groups, "get_channel_layer", lambda: layer)
    monkeypatch.setattr(groups, "RETRY_SECONDS", 0)
    return layer


def test_a_message_reaches_members_here_and_in_other_processes_once(layer: Layer) -> None:
    async def scenario() -> list[list[Message]]:
        here, there, readers = _Groups(), _Groups(), [Reader() for _ in range(3)]
        for process, reader in zip((here, here, there), readers, strict=True):
            await process.join("table.a", reader.take)
        await here.send("table.a", HINT)
        await until(lambda: readers[2].told)
        await there.send("table.a", HINT | {"version": 8})
        await until(lambda: len(readers[0].told) == 2)
        return [reader.told for reader in readers]

    told = asyncio.run(scenario())
    assert [[message["version"] for message in messages] for messages in told] == [[7, 8], [7, 8], [7, 8]]


def test_members_here_are_told_although_redis_is_away(layer: Layer) -> None:
    async def scenario() -> list[Message]:
        process, reader = _Groups(), Reader()
        await process.join("table.a", reader.take)
        layer.failures = 2
        await process.send("table.a", HINT)
        return reader.told

    assert asyncio.run(scenario()) == [HINT]


def test_the_second_attempt_counts_when_redis_was_restarted(layer: Layer) -> None:
    async def scenario() -> list[Message]:
        here, there, reader = _Groups(), _Groups(), Reader()
        await there.join("table.a", reader.take)
        layer.failures = 1
        await here.send("table.a", HINT)
        await until(lambda: reader.told)
        return reader.told

    assert asyncio.run(scenario()) == [HINT]


def test_a_subscription_is_completed_when_redis_is_back(layer: Layer) -> None:
    async def scenario() -> list[Message]:
        here, there, reader = _Groups(), _Groups(), Reader()
        layer.failures = 3
        await there.join("table.a", reader.take)
        await here.send("table.a", HINT)
        await until(lambda: reader.told)
        return reader.told

    assert asyncio.run(scenario()) == [HINT]


def test_joining_does_not_wait_for_redis_for_long(layer: Layer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(groups, "PATIENCE_SECONDS", 0.01)

    async def never(group: str, channel: str) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(layer, "group_add", never)

    async def scenario() -> list[Message]:
        process, reader = _Groups(), Reader()
        await process.join("table.a", reader.take)
        await process.send("table.a", HINT)
        return reader.told

    assert asyncio.run(scenario()) == [HINT]


def test_who_has_left_is_not_told_and_leaves_nothing_behind(layer: Layer) -> None:
    async def scenario() -> tuple[list[Message], Any, int]:
        process, reader = _Groups(), Reader()
        await process.join("table.a", reader.take)
        process.leave("table.a", reader.take)
        await process.send("table.a", HINT)
        await until(lambda: not process.tasks)
        return reader.told, dict(layer.groups), len(asyncio.all_tasks())

    assert asyncio.run(scenario()) == ([], {}, 1)


def test_a_group_that_is_joined_again_at_once_is_still_subscribed_to(layer: Layer) -> None:
    async def scenario() -> list[Message]:
        here, there, first, second = _Groups(), _Groups(), Reader(), Reader()
        await there.join("table.a", first.take)
        await there.join("table.b", Reader().take)
        there.leave("table.a", first.take)
        await there.join("table.a", second.take)
        await until(lambda: not there.tasks)
        await here.send("table.a", HINT)
        await until(lambda: second.told)
        return second.told

    assert asyncio.run(scenario()) == [HINT]
