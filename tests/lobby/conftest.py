"""Fixtures of the lobby: Ann hosts, Bob and Cleo join, Dan only watches. `tables` opens tables for them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import pytest
from django.test import Client

from games.engine import Rules
from games.lobby import services
from games.models import Game, Line, Table
from tests.conftest import Player

HTMX = {"HX-Request": "true"}


@dataclass
class LobbyTable:
    """A table, and what people do at it by sending forms."""

    code: str

    @property
    def table(self) -> Table:
        return Table.objects.get(code=self.code)

    @property
    def path(self) -> str:
        return f"/t/{self.code}/"

    @property
    def sitters(self) -> list[str]:
        """The seats that are taken, as `0 Ann`, or `1 Hard` for a bot of that kind."""
        return [f"{place.number} {place.bot or place.name}" for place in self.table.places.all()]

    @property
    def ready(self) -> list[str]:
        return [place.name for place in self.table.places.filter(ready=True)]

    @property
    def games(self) -> int:
        return Game.objects.filter(table__code=self.code).count()

    @property
    def notices(self) -> list[str]:
        return list(Line.objects.filter(table__code=self.code, is_notice=True).values_list("text", flat=True))

    def press(self, player: Player | Client, what: str, headers: dict[str, str] | None = None, **sent: Any) -> Any:
        """Press a button as this person, and return the response."""
        client = player if isinstance(player, Client) else player.client
        return client.post(f"{self.path}{what}/", sent, headers=headers or {}, follow=headers is None)

    def says(self, player: Player | Client, what: str, **sent: Any) -> str:
        return str(self.press(player, what, **sent).content.decode())

    def shows(self, player: Player | Client) -> str:
        client = player if isinstance(player, Client) else player.client
        return client.get(self.path).content.decode()


Tables = Callable[..., LobbyTable]


@pytest.fixture
def tables() -> Tables:
    def open_table(
        host: Player, rules: Rules | None = None, seated: Sequence[Player] = (), ready: bool = False, **settings: Any
    ) -> LobbyTable:
        table = services.open_table(host.user, rules or Rules(), services.Settings(**settings))
        for player in seated:
            services.sit(table.code, player.user)
        if ready:
            for player in (host, *seated):
                services.set_ready(table.code, player.user, True)
        return LobbyTable(table.code)

    return open_table


def clean_up(moment: datetime) -> None:
    """Do what the clock does at this moment and in the next seconds."""
    services.fill_seats(moment)
    for step in services.CLEANING:
        step(moment)
