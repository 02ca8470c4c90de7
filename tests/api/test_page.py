"""The documentation page and the OpenAPI document: complete, readable, and without external files."""

import re
from typing import Any

import pytest
from django.test import Client

from games.api.interface import document
from games.api.move_request import NAMES
from games.api.openapi_html import inline_markup, type_of
from games.api.page import EXAMPLE

pytestmark = pytest.mark.once


def page(client: Client) -> Any:
    return client.get("/api/").content.decode()


def test_the_page_and_the_document_are_public(client: Client, db: None) -> None:
    assert client.get("/api/").status_code == 200
    described = client.get("/api/openapi.json").json()
    assert described["openapi"].startswith("3.1")
    assert described == document()


def test_every_endpoint_and_every_object_is_on_the_page(client: Client, db: None) -> None:
    words = page(client)
    for path, methods in document()["paths"].items():
        for method, described in methods.items():
            assert f'<b class="method">{method.upper()}</b> <code>{path}</code>' in words
            assert described["summary"] in words
    for name in document()["components"]["schemas"]:
        assert f'id="{name}"' in words, name


def test_every_link_on_the_page_has_a_target(client: Client, db: None) -> None:
    words = page(client)
    anchors = set(re.findall(r'id="([^"]+)"', words))
    assert {link for link in re.findall(r'href="#([^"]+)"', words) if link not in anchors} == set()


def test_both_vocabularies_are_documented_completely(client: Client, db: None) -> None:
    words = page(client)
    assert all(f"<code>{name}</code>" in words for name in NAMES)


def test_the_fields_of_a_body_with_other_forms_are_on_the_page(client: Client, db: None) -> None:
    described = page(client).partition('id="Moves"')[2].partition("<section")[0]
    assert all(f"<code>{name}</code>" in described for name in ("version", "id", "actions"))


def test_the_page_shows_the_example_bot_unchanged(client: Client, db: None) -> None:
    from django.utils.html import escape

    assert str(escape(EXAMPLE.read_text().strip())) in page(client)
    assert len(EXAMPLE.read_text().splitlines()) <= 60
    imports = set(re.findall(r"^(?:import|from) (\w+)", EXAMPLE.read_text(), re.MULTILINE))
    assert imports <= {"json", "secrets", "sys", "urllib"}


def test_the_page_loads_nothing_from_other_sites(client: Client, db: None) -> None:
    sources = re.findall(r'<(?:script|link|img)[^>]*(?:src|href)="([^"]+)"', page(client))
    assert sources
    assert all(source.startswith("/") for source in sources)


def test_every_part_of_the_document_is_explained() -> None:
    for path, methods in document()["paths"].items():
        for method, described in methods.items():
            assert described["description"], (method, path)
            assert {"401", "429"} <= set(described["responses"])
            assert described["security"]


def test_names_in_the_document_are_unique() -> None:
    """The document would silently contain only one of two shapes with the same name."""
    from games.api import actions, move_request, requests, responses

    names = [
        name
        for module in (actions, responses, requests, move_request)
        for name, one in vars(module).items()
        if isinstance(one, type) and one.__module__ == module.__name__
    ]
    assert sorted(names) == sorted(set(names))


def test_types_are_described_in_words() -> None:
    assert type_of({"type": "array", "items": {"$ref": "#/x/Card"}}) == 'an array of <a href="#Card">Card</a>'
    assert (
        type_of({"anyOf": [{"type": "integer", "minimum": 2}, {"type": "null"}]})
        == "a whole number, at least 2 or null"
    )
    assert type_of({"type": "string", "pattern": "<b>"}) == "a text, like <code>&lt;b&gt;</code>"
    assert inline_markup("see `a<b`, **now**") == "see <code>a&lt;b</code>, <strong>now</strong>"
