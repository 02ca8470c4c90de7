"""The size of a table's page and of the response to a move."""

import gzip
import re

import pytest
from django.test import Client

from games.devtools.fixtures import FIXTURES
from games.devtools.fixtures_db import create_fixture
from games.table import snapshot
from games.table.pov import Preferences, pieces

pytestmark = pytest.mark.once

PACKED = {"accept-encoding": "gzip"}


def packed(content: bytes) -> int:
    return len(gzip.compress(content))


@pytest.mark.parametrize("name", FIXTURES)
def test_a_whole_table_as_a_response_has_at_most_six_kilobytes(db: None, name: str) -> None:
    """Most responses are smaller: they contain only what has changed."""
    table = snapshot.latest(create_fixture(name).code)
    assert table is not None
    whole = "".join(pieces(table, FIXTURES[name].seat, Preferences()).values())
    assert packed(whole.encode()) <= 6_000
    hands_are_shown = "end of a round" in name  # once in a round, at the seats and in the result
    assert len(whole) <= (23_000 if hands_are_shown else 9_000)


@pytest.mark.parametrize("name", FIXTURES)
def test_the_page_of_a_game_has_at_most_twenty_kilobytes(db: None, name: str) -> None:
    _, code, session = create_fixture(name)
    client = Client(headers=PACKED)
    client.cookies["session"] = session
    page = client.get(f"/t/{code}/game/")
    assert page["Content-Encoding"] == "gzip"
    assert len(page.content) <= 20_000


@pytest.mark.parametrize("name", ["ten seats", "thirty cards", "the end of the match"])
def test_the_first_load_of_a_table_has_at_most_a_hundred_kilobytes(db: None, name: str) -> None:
    _, code, session = create_fixture(name)
    client = Client()
    client.cookies["session"] = session
    page = client.get(f"/t/{code}/game/").content
    linked = set(re.findall(r'(?:src|href)="(/static/[^"#]+|/faces?/[^"]+)', page.decode()))
    files = [client.get(name, headers=PACKED) for name in linked]
    names = {re.sub(r"\.[0-9a-f]{12}\.", ".", name.rpartition("/")[2]) for name in linked}
    assert {"table.css", "htmx.min.js", "main.js", "cards.svg"} <= names
    assert all(file.status_code == 200 for file in files)
    assert packed(page) + sum(len(file.getvalue()) for file in files) <= 100_000
