"""Every entry point in every situation without access, on a running site, with open connections.

Each situation has a table of its own: Ann hosts, Pat plays, Sam watches, and a bot has the third seat. The person
concerned has open sockets and a stream when something changes what they may see; Eve was never at the table. `EXPECTED`
names what every entry point shows before and after, and what the open connections still receive.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.urls import URLPattern, URLResolver, get_resolver
from pytest_django import DjangoDbBlocker

from games.devtools.bench_tables import session_of, token_of
from games.engine import Rules
from games.lobby import services as lobby
from games.models import Entry, Game, Player, Table, Token, User, Visibility, Visit
from tests.access.visitors import ENTRIES, Connection, Visitor, close_all, seen_by_socket, seen_by_stream
from tests.live_site import Site

NUMBERS = count(1)
SETTINGS = {"seats": "3", "visibility": "public", "watching": "hidden", "pace": "slow", "seats_may_be_taken_over": "on"}
PASSWORD = {"visibility": "password", "password": "sesame"}


EXPECTED = """
                                   page  lobby move  game  lobby strm  read  act   take  chat  rep.  | open ones
never had it, password      before away  entry -     -     -     -     -     -     -     -     -     |
                            after  away  entry -     -     -     -     -     -     -     -     -     | - - -
never had it, nobody watchesbefore away  lobby -     -     lobby none  none  -     -     may   may   |
                            after  away  lobby -     -     lobby none  none  -     -     may   may   | - open open
kicked                      before hand  lobby hand  hand  lobby hand  hand  may   may   may   may   |
                            after  away  lobby -     -     lobby none  none  -     -     may   may   | ended open ended
kicked, watching            before hand  lobby hand  hand  lobby hand  hand  may   may   may   may   |
                            after  look  lobby look  look  lobby look  look  -     may   may   may   | look open ended
host ban                    before hand  lobby hand  hand  lobby hand  hand  may   may   may   may   |
                            after  away  -     -     -     -     -     -     -     -     -     may   | ended ended ended
host ban of a watcher       before look  lobby look  look  lobby look  look  -     may   may   may   |
                            after  away  -     -     -     -     -     -     -     -     -     may   | ended ended ended
staff ban                   before hand  lobby hand  hand  lobby hand  hand  may   may   may   may   |
                            after  -     -     -     -     -     -     -     -     -     -     -     | ended ended ended
staff ban of a watcher      before look  lobby look  look  lobby look  look  -     may   may   may   |
                            after  -     -     -     -     -     -     -     -     -     -     -     | ended ended ended
address ban                 before look  lobby look  look  lobby look  look  -     may   may   may   |
                            after  -     -     -     -     -     -     -     -     -     -     -     | ended ended ended
watching disabled           before look  lobby look  look  lobby look  look  -     may   may   may   |
                            after  away  lobby -     -     lobby none  none  -     -     may   may   | ended open open
watching open               before look  lobby look  look  lobby look  look  -     may   may   may   |
                            after  open  lobby open  open  lobby open  open  -     may   may   may   | open open open
watching no longer open     before open  lobby open  open  lobby open  open  -     may   may   may   |
                            after  look  lobby look  look  lobby look  look  -     may   may   may   | look open look
opened after the end        before look  lobby look  look  lobby look  look  -     may   may   may   |
                            after  look  lobby -     look  lobby none  look  -     -     may   may   | open open open
password set                before look  lobby look  look  lobby look  look  -     may   may   may   |
                            after  away  entry -     -     -     -     -     -     -     -     may   | ended ended ended
password changed            before look  lobby look  look  lobby look  look  -     may   may   may   |
                            after  away  entry -     -     -     -     -     -     -     -     may   | ended ended ended
made private                before look  lobby look  look  lobby look  look  -     may   may   may   |
                            after  look  lobby look  look  lobby look  look  -     may   may   may   | look open look
closed                      before hand  lobby hand  hand  lobby hand  hand  may   may   may   may   |
                            after  hand  -     -     hand  -     -     -     -     -     -     may   | open open ended
closed to a watcher         before look  lobby look  look  lobby look  look  -     may   may   may   |
                            after  -     -     -     -     -     -     -     -     -     -     may   | open open ended
session ended               before hand  lobby hand  hand  lobby hand  hand  may   may   may   may   |
                            after  away  lobby -     look  lobby hand  hand  may   -     -     -     | ended ended open
token revoked               before hand  lobby hand  hand  lobby hand  hand  may   may   may   may   |
                            after  hand  lobby hand  hand  lobby -     -     -     may   may   may   | open open ended
account deleted             before hand  lobby hand  hand  lobby hand  hand  may   may   may   may   |
                            after  away  lobby -     look  lobby -     -     -     -     -     -     | ended ended ended
seat given away             before hand  lobby hand  hand  lobby hand  hand  may   may   may   may   |
                            after  look  lobby look  look  lobby look  look  -     may   may   may   | look open ended
"""  # Last column: what the open game socket, lobby socket and stream still receive.


class LiveTable:
    """A table on the live site and its people, who act by sending requests."""

    def __init__(self, site: Site, guest: bool = False, **settings: Any) -> None:
        self.site, self.number = site, next(NUMBERS)
        self.ann, self.sue = self.enter("Ann"), self.enter("Sue", is_staff=True, is_superuser=True)
        self.pat, self.sam = self.enter("Pat", is_guest=guest), self.enter("Sam")
        self.eve = self.enter("Eve")
        self.code, self.game = site.within(lambda: self.begin(settings))
        self.connection = self.ann.socket(f"/ws/t/{self.code}/game/")
        assert self.connection
        self.connection.wait('id="hand"')

    def enter(self, name: str, **fields: Any) -> Visitor:
        name, address = f"{name} {self.number}", f"10.{self.number + 100}.0.{next(NUMBERS) % 250 + 1}"

        def make() -> Visitor:
            person = User.objects.create_user(name, **fields)
            return Visitor(self.site.url, address, session_of(person), token_of(person), person.pk, name)

        return self.site.within(make)

    def begin(self, settings: dict[str, Any]) -> tuple[str, int]:
        ann, pat, sam = (User.objects.get(pk=person.pk) for person in (self.ann, self.pat, self.sam))
        rules, words = Rules(decision_seconds=0), {"seats": 3, "visibility": Visibility.PUBLIC, **settings}
        table = lobby.open_table(ann, rules, lobby.Settings(**words))
        Visit.objects.bulk_create(Visit(table=table, person=person) for person in (pat, sam))
        lobby.sit(table.code, pat, 1)
        lobby.set_bot(table.code, ann, 2, "Easy")
        lobby.set_ready(table.code, pat, True)
        lobby.start(table.code, ann)
        return table.code, Game.objects.get(table=table, ended_at=None).pk

    # --- actions

    def host(self, what: str, **sent: Any) -> None:
        self.ann.do(f"/t/{self.code}/{what}/", **sent)

    def staff(self, what: str, number: int, **sent: Any) -> None:
        self.sue.do(f"/admin/do/{what}/{number}/", reason="A test of access", **sent)

    def between_games(self) -> None:
        self.staff("end-game", self.site.within(lambda: Game.objects.get(table__code=self.code, ended_at=None).pk))

    def next_game(self, *ready: Visitor) -> None:
        for player in ready:
            player.do(f"/t/{self.code}/ready/", ready="yes")
        self.host("start")

    def settings(self, **changes: str) -> None:
        self.between_games()
        self.host("settings", **(SETTINGS | changes))
        self.next_game(self.pat)

    def marker(self) -> str:
        """Send a chat message that everyone at the table reads, and wait until it arrives."""
        text = f"Marker {next(NUMBERS)}"
        self.ann.do(f"/t/{self.code}/say/", text=text)
        assert self.connection
        assert self.connection.wait(text)
        return text


# --- situations: the person concerned, and what happens


@dataclass(frozen=True)
class Situation:
    who: str
    happens: Callable[[LiveTable], None]
    settings: tuple[tuple[str, Any], ...] = ()
    guest: bool = False


def kicked(table: LiveTable) -> None:
    table.host("kick", person=table.pat.pk)


def banned_by_host(table: LiveTable) -> None:
    table.host("ban", person=table.pat.pk)


def watcher_banned_by_host(table: LiveTable) -> None:
    table.host("ban", person=table.sam.pk)


def banned_by_staff(table: LiveTable) -> None:
    table.staff("ban", table.pat.pk, until="day")


def watcher_banned_by_staff(table: LiveTable) -> None:
    table.staff("ban", table.sam.pk, until="day")


def address_banned(table: LiveTable) -> None:
    table.staff("ban-address", 0, network=table.sam.address, until="day")


def opened_after_the_end(table: LiveTable) -> None:
    table.between_games()
    table.host("settings", **(SETTINGS | {"watching": "open"}))


def password_changed(table: LiveTable) -> None:
    table.between_games()
    table.host("settings", **(SETTINGS | PASSWORD | {"password": "another"}))
    table.next_game(table.pat)


def closed(table: LiveTable) -> None:
    table.between_games()
    table.host("close")


def session_ended(table: LiveTable) -> None:
    from allauth.usersessions.models import UserSession

    def other() -> tuple[str, int]:
        number = UserSession.objects.get(session_key=table.pat.session).pk
        return session_of(User.objects.get(pk=table.pat.pk)), number

    session, number = table.site.within(other)
    Visitor(table.site.url, table.pat.address, session).do(f"/me/sessions/{number}/end/")


def token_revoked(table: LiveTable) -> None:
    number = table.site.within(lambda: Token.objects.get(person=table.pat.pk).pk)
    table.pat.do(f"/me/tokens/{number}/revoke/")


def deleted(table: LiveTable) -> None:
    table.pat.do("/me/delete/", sure="on")


def seat_given_away(table: LiveTable) -> None:
    table.between_games()
    table.pat.do(f"/t/{table.code}/stand-up/")
    table.sam.do(f"/t/{table.code}/sit/", seat="1")
    table.next_game(table.sam)


SECRET = tuple(PASSWORD.items())
NOBODY_WATCHES, OPEN = (("watching", "nobody"),), (("watching", "open"),)
SITUATIONS = {
    "never had it, password": Situation("eve", lambda table: None, SECRET),
    "never had it, nobody watches": Situation("eve", lambda table: None, NOBODY_WATCHES),
    "kicked": Situation("pat", kicked, NOBODY_WATCHES),
    "kicked, watching": Situation("pat", kicked),
    "host ban": Situation("pat", banned_by_host),
    "host ban of a watcher": Situation("sam", watcher_banned_by_host),
    "staff ban": Situation("pat", banned_by_staff),
    "staff ban of a watcher": Situation("sam", watcher_banned_by_staff),
    "address ban": Situation("sam", address_banned),
    "watching disabled": Situation("sam", lambda table: table.settings(watching="nobody")),
    "watching open": Situation("sam", lambda table: table.settings(watching="open")),
    "watching no longer open": Situation("sam", lambda table: table.settings(watching="hidden"), OPEN),
    "opened after the end": Situation("sam", opened_after_the_end),
    "password set": Situation("sam", lambda table: table.settings(**PASSWORD)),
    "password changed": Situation("sam", password_changed, SECRET),
    "made private": Situation("sam", lambda table: table.settings(visibility="link")),
    "closed": Situation("pat", closed),
    "closed to a watcher": Situation("sam", closed),
    "session ended": Situation("pat", session_ended),
    "token revoked": Situation("pat", token_revoked),
    "account deleted": Situation("pat", deleted, guest=True),
    "seat given away": Situation("pat", seat_given_away),
}


@pytest.fixture
def open_table(site: Site, django_db_blocker: DjangoDbBlocker) -> Iterator[Callable[..., LiveTable]]:
    with django_db_blocker.unblock():
        yield lambda **words: LiveTable(site, **words)
        close_all()


def row(visitor: Visitor, code: str) -> dict[str, str]:
    return {name: entry(visitor, code) for name, entry in ENTRIES.items()}


def expected() -> dict[str, dict[str, tuple[list[str], list[str]]]]:
    """Return for each situation, before and after: the result of each entry point, and of the open connections."""
    rows: dict[str, dict[str, tuple[list[str], list[str]]]] = {}
    name = ""
    for line in EXPECTED.strip().splitlines()[1:]:
        name = line[:28].strip() or name
        when, *cells = line[28:].partition("|")[0].split()
        answers = ["refused" if cell == "-" else cell for cell in cells]
        rows.setdefault(name, {})[when] = answers, line.partition("|")[2].split()
    return rows


def test_the_table_has_a_cell_for_every_entry_point_in_every_situation() -> None:
    assert list(expected()) == list(SITUATIONS)
    for rows in expected().values():
        assert [len(rows[when][0]) for when in ("before", "after")] == [len(ENTRIES)] * 2
        assert len(rows["after"][1]) == 3


@pytest.mark.once
@pytest.mark.parametrize("name", SITUATIONS)
def test_every_entry_point(name: str, open_table: Callable[..., LiveTable]) -> None:
    situation, rows = SITUATIONS[name], expected()[name]
    here = open_table(guest=situation.guest, **dict(situation.settings))
    visitor: Visitor = getattr(here, situation.who)
    assert row(visitor, here.code) == dict(zip(ENTRIES, rows["before"][0], strict=True))
    connections = (
        visitor.socket(f"/ws/t/{here.code}/game/"),
        visitor.socket(f"/ws/lobby/{here.code}/"),
        visitor.stream(here.code),
    )
    for connection, first in zip(connections, ('id="hand"', 'class="seats"', "heartbeat"), strict=True):
        assert connection is None or connection.wait(first)
    received = [len(connection.parts) if connection else 0 for connection in connections]
    situation.happens(here)
    assert row(visitor, here.code) == dict(zip(ENTRIES, rows["after"][0], strict=True))
    marker = "" if situation.happens is closed else here.marker()
    for connection, word, since in zip(connections, rows["after"][1], received, strict=True):
        check_received(connection, word, since, marker)
    assert {entry: work(visitor, here) for entry, work in STAFF_ENTRIES.items()} == dict.fromkeys(STAFF_ENTRIES, False)


def check_received(connection: Connection | None, word: str, since: int, marker: str) -> None:
    """Check that a connection ended without the marker, or is still open and has shown the expected hands."""
    if word == "-":
        assert connection is None
        return
    assert connection
    if word == "ended":
        assert not connection.wait("a text that never comes", since)
        assert not marker or marker not in "".join(connection.parts)
        return
    is_stream = any(part.startswith("{") for part in connection.parts)
    assert is_stream or not marker or connection.wait(marker, since)
    if word != "open":
        assert (seen_by_stream if is_stream else seen_by_socket)(connection.parts[since:] or connection.parts) == word


# --- pages of the staff


def exports(visitor: Visitor, here: LiveTable) -> bool:
    return visitor.get("/admin/games/game/export/").status_code == 200


def opens_an_earlier_moment(visitor: Visitor, here: LiveTable) -> bool:
    return visitor.get(f"/admin/games/game/{here.game}/change/?at=1&as=all").status_code == 200


STAFF_ENTRIES = {"csv": exports, "time machine": opens_an_earlier_moment}


def test_staff_who_lose_their_rights_lose_the_export_and_the_time_machine(open_table: Callable[..., LiveTable]) -> None:
    here = open_table()
    olga = here.enter("Olga", is_staff=True)

    def operator() -> int:
        group = Group.objects.get(name="Operators")
        User.objects.get(pk=olga.pk).groups.add(group)
        return int(group.pk)

    group = here.site.within(operator)
    assert all(entry(olga, here) for entry in STAFF_ENTRIES.values())
    here.sue.do(f"/admin/games/user/{olga.pk}/rights/", is_staff="on", reason="A test")
    assert not any(entry(olga, here) for entry in STAFF_ENTRIES.values())
    here.sue.do(f"/admin/games/user/{olga.pk}/rights/", is_staff="on", groups=str(group), reason="A test")
    assert all(entry(olga, here) for entry in STAFF_ENTRIES.values())
    here.staff("ban", olga.pk, until="day")
    assert not any(entry(olga, here) for entry in STAFF_ENTRIES.values())


# --- every route that names a table


def routes() -> list[str]:
    """Return the paths of all routes with a table's code, from the resolver, so that new ones are included."""

    def add(patterns: list[Any], prefix: str = "") -> Iterator[str]:
        for pattern in patterns:
            path = prefix + str(pattern.pattern)
            if isinstance(pattern, URLResolver):
                yield from add(pattern.url_patterns, path)
            elif isinstance(pattern, URLPattern) and "code>" in path:
                yield path

    return sorted(set(add(get_resolver().url_patterns)))


def filled_in(route: str, here: LiveTable) -> str:
    parts = {"<slug:code>": here.code, "<code>": here.code, "<int:seat>": "2", "<seat>": "2"}
    for name, value in parts.items():
        route = route.replace(name, value)
    return "/" + route


def rows_of(here: LiveTable) -> dict[str, list[Any]]:
    """Return everything that is stored about a table and its game."""

    def read() -> dict[str, list[Any]]:
        table = Table.objects.get(code=here.code)
        rows: dict[str, list[Any]] = {"table": list(Table.objects.filter(pk=table.pk).values())}
        for name in ("places", "visitors", "bans", "lines", "reports", "invitations", "reactions"):
            found = getattr(table, name).order_by("pk").values()
            rows[name] = [{key: value for key, value in row.items() if key != "seen_at"} for row in found]
        rows["games"] = list(Game.objects.filter(table=table).values("pk", "ended_at"))
        rows["players"] = list(Player.objects.filter(game__table=table).order_by("seat").values())
        moves = Entry.objects.filter(game__table=table, seat__isnull=False)
        rows["moves"] = list(moves.exclude(seat=2).order_by("pk").values())  # the bot may move meanwhile
        return rows

    return here.site.within(read)


@pytest.mark.once
@pytest.mark.parametrize("kind", ["stranger at a password", "banned by the host", "banned by the staff"])
def test_no_route_lets_an_outsider_change_or_read_anything(kind: str, open_table: Callable[..., LiveTable]) -> None:
    here = open_table(**PASSWORD)
    if kind == "banned by the host":
        watcher_banned_by_host(here)
    if kind == "banned by the staff":
        watcher_banned_by_staff(here)
    visitor = here.eve if kind.startswith("stranger") else here.sam
    secret, before = here.marker(), rows_of(here)
    sent = {
        "seat": "2",
        "person": str(here.pat.pk),
        "text": "x",
        "move": "draw",
        "version": "1",
        "bot": "Easy",
        "reaction": "sad",
    }
    found = routes()
    assert len(found) > 25
    for route in found:
        path = filled_in(route, here)
        if path.startswith("/rules/"):
            continue  # sets of rules have codes too, and are no tables
        for answer in asked(visitor, path, sent):
            assert answer.status_code in (200, 302, 401, 403, 404, 405, 409, 422, 429), path
            assert secret not in answer.text, path
            assert here.pat.name not in answer.text, path
    assert rows_of(here) == before


def asked(visitor: Visitor, path: str, sent: dict[str, Any]) -> Iterator[Any]:
    if path.startswith("/api/"):
        for method in ("GET", "POST", "PUT", "PATCH", "DELETE"):
            body: dict[str, Any] = {"reaction": "sad"} if path.endswith("reactions") else {"bot": "Easy"}
            if method == "PATCH":
                body = {"version": 1, "actions": {"type": "draw", "amount": 1}}
            yield visitor.ask(method, path.removeprefix("/api/"), None if method == "GET" else body)
        return
    yield visitor.get(path)
    yield visitor.post(path, **sent)
    yield visitor.post(path, {"HX-Request": "true"}, **sent)
