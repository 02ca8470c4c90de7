"""Mo moderates, Olga operates, Sue may do everything; Ann and Bob play at a table, and Dan plays elsewhere."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import Group

from games.models import Line
from tests.conftest import Player
from tests.table.conftest import RunningTable


@pytest.fixture
def start_game(db: None) -> type[RunningTable]:
    return RunningTable


@pytest.fixture
def mo(invite: Callable[..., Player]) -> Player:
    return _with_group(invite("Mo", is_staff=True), "Moderators")


@pytest.fixture
def olga(invite: Callable[..., Player]) -> Player:
    return _with_group(invite("Olga", is_staff=True), "Operators")


@pytest.fixture
def sue(invite: Callable[..., Player]) -> Player:
    return invite("Sue", is_staff=True, is_superuser=True)


def _with_group(player: Player, name: str) -> Player:
    player.user.groups.add(Group.objects.get(name=name))
    return player


@pytest.fixture
def table(start_game: Callable[..., RunningTable]) -> RunningTable:
    """Return a table where Ann and Bob are playing with a bot and have written messages."""

    begun = start_game(["Ann", "Bob"], bots=["Easy"])
    for name, text in (("Ann", "Hello!"), ("Bob", "You are all fools.")):
        Line.objects.create(table=begun.table, person=begun.people[name], name=name, text=text)
    return begun


@pytest.fixture
def do() -> Callable[..., Any]:
    """Return a function that sends the confirmation page of a staff action with a reason; the response has the
    result.
    """

    def confirm(player: Player, name: str, number: Any = 0, follow: Any = True, **words: Any) -> Any:
        path = f"/admin/do/{name}/{number}/"
        return player.client.post(path, {"reason": "A test of it", **words}, follow=follow)

    return confirm
