"""The scripts and stylesheets of each page: what they weigh, how they are loaded and how they are written."""

import gzip
import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

import pytest
from django.contrib.staticfiles.storage import staticfiles_storage

from config.static_files import lightened

pytestmark = pytest.mark.once

ROOT = Path(__file__).parents[2]
STATIC, TEMPLATES = ROOT / "static", ROOT / "templates"
PAGES = {
    "the front page": "people/home.html",
    "a passkey": "mfa/webauthn/snippets/scripts.html",
    "a lobby": "lobby/table.html",
    "the tables": "lobby/tables.html",
    "a new table": "lobby/new.html",
    "saved rules": "lobby/shared.html",
    "a table": "table/game.html",
    "a replay": "history/replay.html",
    "your games": "history/my_games.html",
    "a profile": "history/profile.html",
    "friends": "lobby/friends.html",
    "the rules": "pages/rules.html",
    "deals": "history/fair.html",
    "the bots": "bots/bots.html",
    "the cards": "pages/cards.html",
    "your account": "people/own.html",
    "preferences": "people/preferences.html",
    "no connection": "pages/offline.html",
    "for programmers": "api/reference.html",
    "staff": "staff/base.html",
    "a game for the staff": "staff/game.html",
}
SCRIPTS = sorted(path.relative_to(STATIC).as_posix() for path in (STATIC / "js").rglob("*.js"))
SHEETS = sorted(path.relative_to(STATIC).as_posix() for path in (STATIC / "css").rglob("*.css"))
IMPORT = re.compile(r'^(?:import|\} from|export) ?(?:.*from )?"([^"]+)"', re.MULTILINE)
LATER = re.compile(r'\bimport\("([^"]+)"\)')
"""The import of a module that the page does not wait for."""
SHEET_IMPORT = re.compile(r'^@import "([^"]+)";$', re.MULTILINE)
COLOR = re.compile(r"#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\(")


def linked(page: str, suffix: str, later: bool = False) -> set[str]:
    """The static files that a page links to, by their names; if so wanted with those that a script loads later."""
    own = (TEMPLATES / PAGES[page]).read_text()
    shared = (TEMPLATES / "base.html").read_text()
    for block in ("page_styles", "contribute"):
        if f"{{% block {block} %}}" in own:
            shared = re.sub(f"{{% block {block} %}}.*?{{% endblock %}}", "", shared, flags=re.DOTALL)
    html = shared + own if later else re.sub(r"<link [^>]* disabled>", "", shared + own)
    return set(re.findall(rf"{{% static '([^']+\.{suffix})' %}}", html))


def packed(names: set[str]) -> int:
    """What the files weigh as they are served."""
    files = [staticfiles_storage.path(staticfiles_storage.stored_name(name)) for name in names]  # type: ignore[attr-defined]
    return sum(len(gzip.compress(Path(file).read_bytes())) for file in files)


def imports(name: str, pattern: re.Pattern[str] = IMPORT) -> set[str]:
    """The modules that this one imports, by their names."""
    text = (STATIC / name).read_text()
    return {str((STATIC / name).parent.joinpath(to).resolve().relative_to(STATIC)) for to in pattern.findall(text)}


def rules(text: str) -> Iterator[tuple[int, str]]:
    """The lines of a stylesheet without comments, each with its number."""
    blanked = re.sub(r"/\*.*?\*/", lambda comment: re.sub(r"[^\n]", "", comment[0]), text, flags=re.DOTALL)
    yield from ((number, line) for number, line in enumerate(blanked.split("\n"), 1) if line.strip())


@pytest.mark.parametrize("page", PAGES)
def test_the_scripts_of_a_page_weigh_at_most_thirty_kilobytes(page: str) -> None:
    assert 0 < packed(linked(page, "js")) <= 30_000


@pytest.mark.parametrize("page", PAGES)
def test_the_stylesheets_of_a_page_weigh_at_most_sixteen_kilobytes(page: str) -> None:
    assert 0 < packed(linked(page, "css")) <= 16_000


@pytest.mark.parametrize("page", ["the front page", "a lobby"])
def test_a_page_before_a_game_fetches_its_cards(page: str) -> None:
    links = re.findall(r'<link rel="prefetch"[^>]*>', (TEMPLATES / PAGES[page]).read_text())
    assert len(links) == 1
    assert "{% static 'img/cards.svg' %}" in links[0]


def test_the_check_of_a_deal_is_short_enough_to_be_read() -> None:
    assert len((STATIC / "js/replay/check.js").read_bytes()) <= 6_000


@pytest.mark.parametrize("page", PAGES)
def test_all_that_a_page_imports_is_linked_so_that_nothing_loads_late(page: str) -> None:
    scripts = linked(page, "js")
    needed = set().union(*(imports(name) for name in scripts if name.startswith("js/")))
    assert needed <= scripts


def test_every_script_and_stylesheet_of_ours_belongs_to_a_page() -> None:
    used: set[str] = set()
    more = set().union(*(linked(page, suffix, later=True) for page in PAGES for suffix in ("js", "css")))
    while more - used:  # what is needed only later needs other scripts, too
        used |= more
        scripts = [name for name in used if name.startswith("js/")]
        more = set().union(*(imports(name) | imports(name, LATER) for name in scripts))
    used |= set().union(*(imports(name, SHEET_IMPORT) for name in SHEETS if name in used))
    assert {*SCRIPTS, *SHEETS} <= used


@pytest.mark.parametrize("name", SHEETS)
def test_a_stylesheet_is_served_with_all_that_it_imports(name: str) -> None:
    served = Path(staticfiles_storage.path(staticfiles_storage.stored_name(name))).read_text()  # type: ignore[attr-defined]
    assert "@import" not in served
    for imported in imports(name, SHEET_IMPORT):
        text = (STATIC / imported).read_text()
        assert lightened(imported, text.encode()).decode().partition("url(")[0][-200:] in served
        assert PurePosixPath(name).parent == PurePosixPath(imported).parent or "url(" not in text, (
            "it would not be found"
        )


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_is_a_short_module(name: str) -> None:
    text = (STATIC / name).read_text()
    assert text.startswith("// "), "it begins with what it is for"
    assert text.count("\n") < 150
    assert max(map(len, text.split("\n"))) <= 120
    assert not re.search(r"\b(window|globalThis)\.\w+ =[^=]", text), "modules share by import"
    assert all(PurePosixPath(to).suffix == ".js" and to.startswith(".") for to in IMPORT.findall(text))


def test_templates_load_our_scripts_as_modules() -> None:
    for template in TEMPLATES.rglob("*.html"):
        for tag in re.findall(r"<script\b[^>]*static 'js/[^>]*>", template.read_text()):
            assert 'type="module"' in tag, template


@pytest.mark.parametrize("name", SHEETS)
def test_a_stylesheet_has_one_declaration_per_line_indented_by_its_depth(name: str) -> None:
    depth = 0
    for number, line in rules((STATIC / name).read_text()):
        words = line.strip()
        depth -= words == "}"
        assert line == "  " * depth + words, f"{name}:{number}"
        assert re.fullmatch(r"}|[^;{}]+[;{,]", words), f"{name}:{number}"
        depth += words.endswith("{")
    assert depth == 0


@pytest.mark.parametrize("name", SHEETS)
def test_a_color_is_written_only_where_it_gets_its_name(name: str) -> None:
    for number, line in rules((STATIC / name).read_text()):
        assert line.lstrip().startswith("--") or not COLOR.search(line), f"{name}:{number}"
