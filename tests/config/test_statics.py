"""Static files under names that change with their content, served by the program itself."""

import gzip
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.templatetags.static import static
from django.test import Client

from config import statics

ICON = "img/icon.svg"


@pytest.fixture
def client() -> Client:
    return Client()


def test_a_versioned_address_may_be_kept_for_ever(client: Client) -> None:
    answer = client.get(static(ICON))
    assert answer.status_code == 200
    assert "immutable" in answer["Cache-Control"]
    assert answer["Content-Type"].startswith("image/svg+xml")
    assert answer.content == Path(settings.ROOT, "static", ICON).read_bytes()


def test_an_address_without_the_version_is_asked_for_again(client: Client) -> None:
    answer = client.get(f"/static/{ICON}")
    assert answer["Cache-Control"] == "no-cache"
    assert client.get(f"/static/{ICON}", headers={"If-None-Match": answer["ETag"]}).status_code == 304


def test_an_old_version_still_finds_the_file_but_is_not_kept(client: Client) -> None:
    answer = client.get(f"/static/0123456789ab/{ICON}")
    assert answer.status_code == 200
    assert answer["Cache-Control"] == "no-cache"


def test_text_travels_packed(client: Client) -> None:
    answer = client.get(static(ICON), headers={"Accept-Encoding": "br, gzip"})
    assert answer["Content-Encoding"] == "gzip"
    assert answer["Content-Length"] == str(len(answer.content))
    assert gzip.decompress(answer.content) == Path(settings.ROOT, "static", ICON).read_bytes()


@pytest.mark.parametrize(
    "name", ["", "../manage.py", "%2e%2e/config/settings.py", "x/../../requirements.txt", "no.css"]
)
def test_nothing_else_can_be_fetched(client: Client, name: str) -> None:
    assert client.get(f"/static/{name}").status_code == 404


def test_static_files_are_only_read(client: Client) -> None:
    assert client.post(static(ICON)).status_code == 405


def test_the_version_changes_with_the_content(tmp_path: Path, monkeypatch: Any) -> None:
    sheet = tmp_path / "site.css"
    versions = []
    for text in ("body { color: red }", "body { color: blue }"):
        sheet.write_text(text)
        monkeypatch.setattr(statics, "files", lambda: {"site.css": sheet})
        versions.append(statics.version.__wrapped__())
    assert versions[0] != versions[1]
