"""Static files: collected under hashed names when a source changes, and served with headers for long caching."""

import gzip
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.templatetags.static import static
from django.test import Client, override_settings

from config import static_files

pytestmark = pytest.mark.once

ICON = "img/icon.svg"


@pytest.fixture
def client() -> Client:
    return Client()


def test_a_hashed_url_may_be_cached_for_ever(client: Client) -> None:
    response = client.get(static(ICON))
    assert response.status_code == 200
    assert {"public", "immutable"} <= set(response["Cache-Control"].split(", "))
    assert response["Content-Type"].startswith("image/svg+xml")
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response.content == Path(settings.ROOT, "static", ICON).read_bytes()


def test_an_unchanged_file_is_not_sent_again(client: Client) -> None:
    first = client.get(static(ICON))
    again = client.get(static(ICON), headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_text_is_sent_compressed(client: Client) -> None:
    response = client.get(static(ICON), headers={"Accept-Encoding": "br, gzip"})
    assert response["Content-Encoding"] == "gzip"
    assert response["Vary"] == "Accept-Encoding"
    assert response["Content-Length"] == str(len(response.content))
    assert gzip.decompress(response.content) == Path(settings.ROOT, "static", ICON).read_bytes()


@pytest.mark.django_db
@pytest.mark.parametrize(
    "name", ["", "../manage.py", "%2e%2e/config/settings.py", "x/../../requirements.txt", "no.css"]
)
def test_nothing_else_can_be_fetched(client: Client, name: str) -> None:
    assert client.get(f"/static/{name}").status_code == 404


def test_static_files_are_read_only(client: Client) -> None:
    assert client.post(static(ICON)).status_code == 405


@pytest.fixture
def sources(tmp_path: Path) -> Iterator[Path]:
    """Replace the site's static files with a small folder, and collect them into an empty one."""
    folder = tmp_path / "static"
    folder.mkdir()
    with override_settings(
        STATICFILES_DIRS=[folder],
        STATIC_ROOT=tmp_path / "collected",
        STATICFILES_FINDERS=["django.contrib.staticfiles.finders.FileSystemFinder"],
    ):
        yield folder


def collected(name: str) -> str:
    return Path(settings.STATIC_ROOT, staticfiles_storage.url(name).removeprefix("/static/")).read_text()


def test_changed_files_are_collected_once(sources: Path) -> None:
    sheet = sources / "site.css"
    sheet.write_text("body { color: red }")
    assert static_files.collect()
    assert not static_files.collect()
    assert collected("site.css") == "body { color: red }"
    sheet.write_text("body { color: blue }")
    os.utime(sheet, (0, 0))  # as from an archive that keeps the times of files
    assert static_files.collect()
    assert collected("site.css") == "body { color: blue }"


def test_a_script_is_served_without_its_comments(sources: Path) -> None:
    (sources / "js").mkdir()
    text = '// Starts it.\nconst url = "https://here; // kept";  // left out\n\n  /** Why. */\nstart(url);\n'
    (sources / "js/main.js").write_text(text)
    static_files.collect()
    assert collected("js/main.js") == '\nconst url = "https://here; // kept";\n\n\nstart(url);\n'


def test_a_stylesheet_is_served_without_comments_and_gaps(sources: Path) -> None:
    (sources / "css").mkdir()
    text = '/* The\n   cards */\n\n.a,\n.b {\n  --c: "  a: 0.5, { b";\n\n'
    text += "  & > .c ~ d {\n    gap: -0.5em 10.5em; /* none */\n  }\n}\n"
    (sources / "css/main.css").write_text(text)
    static_files.collect()
    assert collected("css/main.css") == '.a,.b{--c:"  a: 0.5, { b";&>.c~d{gap:-.5em 10.5em; }}'


def test_a_stylesheet_is_served_with_what_it_imports_in_its_place(sources: Path) -> None:
    (sources / "css/parts").mkdir(parents=True)
    (sources / "css/main.css").write_text('/* All */\n@import "parts/a.css";\n@import "b.css";\n\n.c {\n  gap: 0;\n}\n')
    (sources / "css/parts/a.css").write_text(".a {\n  gap: 1rem;\n}\n")
    (sources / "css/b.css").write_text("/* B */\n.b {\n  gap: 2rem;\n}\n")
    static_files.collect()
    assert collected("css/main.css") == ".a{gap:1rem}.b{gap:2rem}.c{gap:0}"
    (sources / "css/b.css").write_text(".b {\n  gap: 3rem;\n}\n")
    assert static_files.collect()
    assert collected("css/main.css") == ".a{gap:1rem}.b{gap:3rem}.c{gap:0}"


def test_imports_of_modules_lead_to_hashed_names(sources: Path) -> None:
    (sources / "cards.js").write_text("export const cards = [];\n")
    (sources / "table.js").write_text('import { cards } from "./cards.js";\nexport { cards };\n')
    static_files.collect()
    assert re.match(r'import\s*{ cards } from "\./cards\.[0-9a-f]{12}\.js";', collected("table.js"))


def test_a_developer_sees_changes_at_once() -> None:
    with override_settings(DEBUG=True):
        assert static(ICON) == f"/static/{ICON}"
        assert Client().get(static(ICON))["Cache-Control"] == "max-age=0, public"
        assert not static_files.collect()
