"""The cast around a table: Ann hosts, Bob and Cleo come, Dan only watches. `tables` opens tables for them."""

from dataclasses import dataclass

import pytest

from games.engine import Rules
from games.lobby import services
from games.models import Game, Line, Table

HTMX = {"HX-Request": "true"}


@dataclass
class Stage:
    """A table, and what people do at it with plain forms."""

    code: str

    @property
    def table(self) -> Table:
        return Table.objects.get(code=self.code)

    @property
    def path(self) -> str:
        return f"/t/{self.code}/"

    @property
    def sitters(self) -> list[str]:
        """Who sits where, as `0 Ann`."""
        return [f"{place.number} {place.name}" for place in self.table.places.all()]

    @property
    def ready(self) -> list[str]:
        return [place.name for place in self.table.places.filter(ready=True)]

    @property
    def games(self) -> int:
        return Game.objects.filter(table__code=self.code).count()

    @property
    def notices(self) -> list[str]:
        return list(Line.objects.filter(table__code=self.code, is_notice=True).values_list("text", flat=True))

    def press(self, player, what, headers=None, **sent):
        """A press of a button by somebody, and what the page says then."""
        client = getattr(player, "client", player)
        return client.post(f"{self.path}{what}/", sent, headers=headers or {}, follow=headers is None)

    def says(self, player, what, **sent) -> str:
        return self.press(player, what, **sent).content.decode()

    def shows(self, player) -> str:
        return getattr(player, "client", player).get(self.path).content.decode()


@pytest.fixture
def tables():
    def open_table(host, rules=None, seated=(), ready=False, **settings) -> Stage:
        table = services.open_table(host.user, rules or Rules(), services.Settings(**settings))
        for player in seated:
            services.sit(table.code, player.user)
        if ready:
            for player in (host, *seated):
                services.set_ready(table.code, player.user, True)
        return Stage(table.code)

    return open_table
