"""Allowed imports: the table below, which is also in the README, and no cycles."""

import ast
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

pytestmark = pytest.mark.once
ROOT = Path(__file__).resolve().parents[2]
FOUNDATION = ("fields", "form_fields", "limits", "metrics", "newest", "not_found", "storage", "text", "threads")
"""Small modules that know nothing of the game. They import only `wording`; all but the engine, the bots and `wording`
may import them."""
ALLOWED = {
    "engine": (),
    "bots": ("engine",),
    "wording": ("engine",),
    "template_loader": (),
    "fragments": ("template_loader",),
    "models": (),
    "access": ("models", "wording"),
    "refusals": ("access", "wording"),
    "bans": ("models", "wording"),
    "live": ("access", "bans", "fragments", "models", "wording"),
    "locking": ("access", "bans", "live", "models", "refusals"),
    "people": ("bans", "live", "locking", "models", "refusals", "wording"),
    "presence": ("live", "locking", "models", "refusals"),
    "chat": ("bans", "live", "locking", "models", "people", "refusals", "wording"),
    "table": (
        "access", "bans", "bots", "chat", "engine", "fragments", "live", "models", "people", "presence", "refusals",
        "wording",
    ),
    "pictures": (),
    "lobby": (
        "access", "bans", "bots", "chat", "engine", "fragments", "live", "locking", "models", "people", "pictures",
        "presence", "refusals", "table", "wording",
    ),
    "history": (
        "access", "bans", "bots", "engine", "fragments", "lobby", "models", "people", "pictures", "refusals", "table",
        "wording",
    ),
    "privacy": ("bans", "engine", "live", "lobby", "models", "people", "table", "wording"),
    "staff": (
        "access", "bans", "engine", "live", "lobby", "models", "people", "presence", "refusals", "table", "wording",
    ),
    "api": (
        "access", "bans", "chat", "engine", "history", "live", "lobby", "models", "people", "presence", "refusals",
        "table", "wording",
    ),
    "pages": ("bots", "engine", "table", "wording"),
    "maintenance": (),
    "admin": ("staff",),
    "urls": (),
    "templatetags": ("wording",),
    "config": ("lobby", "table", "wording"),
    "devtools": (
        "api", "bots", "engine", "history", "live", "models", "pages", "people", "table", "template_loader", "wording",
    ),
    "management": ("bots", "config", "devtools", "engine", "history", "models", "privacy", "staff", "wording"),
}  # fmt: skip
"""For each package, the packages that its modules may import. Each row names only rows above it."""
SERVES_REQUESTS = (
    "django.http", "django.shortcuts", "django.forms", "django.views", "django.contrib.admin", "channels.generic",
    "ninja", "games.live.sockets", "games.live.table_sockets",
)  # fmt: skip
"""A module that imports one of these answers requests. No service and no pov may import such a module."""
PRIVATE_MODULES = {"views", "consumer", "endpoints", "urls", "admin", "forms"}
"""Modules that other packages never import."""
CLOCKS_AND_MACHINES = {"time", "datetime", "os", "secrets", "socket", "subprocess", "threading", "asyncio"}
Graph = Mapping[str, set[str]]


def imports() -> dict[str, set[str]]:
    """Every module with the full names that it imports, also within functions."""
    paths = [*ROOT.glob("games/**/*.py"), *ROOT.glob("config/**/*.py")]
    return {module_name(path): imported(path) for path in paths if "migrations" not in path.parts}


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def imported(path: Path) -> set[str]:
    package = path.parent.relative_to(ROOT).parts
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            parents = package[: len(package) - node.level + 1] if node.level else ()
            source = ".".join([*parents, *([node.module] if node.module else [])])
            found |= {f"{source}.{alias.name}" for alias in node.names}
    return found


def between_modules(names: Graph) -> dict[str, set[str]]:
    """Return the graph of our own modules: `games.models.User` belongs to the module `games.models`."""
    return {module: {owner(name, names) for name in found} - {"", module} for module, found in names.items()}


def owner(name: str, modules: Iterable[str]) -> str:
    while name and name not in modules:
        name = name.rpartition(".")[0]
    return "" if name == "games" else name


def package_of(module: str) -> str:
    return module.split(".")[1] if module.startswith("games.") else module.split(".")[0]


def between_packages(graph: Graph) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for module, others in graph.items():
        package = package_of(module)
        found.setdefault(package, set()).update({package_of(other) for other in others} - {package})
    return found


def cycle(graph: Graph) -> list[str]:
    """Return the names along one cycle, or nothing if there is none."""
    done: set[str] = set()

    def search(node: str, path: list[str]) -> list[str]:
        if node in path:
            return [*path[path.index(node) :], node]
        if node in done:
            return []
        done.add(node)
        return next((found for other in sorted(graph.get(node, ())) if (found := search(other, [*path, node]))), [])

    return next((found for node in sorted(graph) if (found := search(node, []))), [])


def serves_requests(module: str, names: Graph) -> bool:
    own = module.rpartition(".")[2]
    return own in ("urls", "admin") or any(name.startswith(SERVES_REQUESTS) for name in names.get(module, ()))


def crossings(names: Graph) -> list[str]:
    """Return every import that the table, or the layers within a package, forbid."""
    found = []
    for module, others in sorted(between_modules(names).items()):
        found += [f"{module} imports {other}" for other in sorted(others) if not may_import(module, other, names)]
    return found


def may_import(module: str, other: str, names: Graph) -> bool:
    package, others = package_of(module), package_of(other)
    if package != others:
        if others in FOUNDATION:
            return package not in ("engine", "bots", "wording")
        if others not in (("wording",) if package in FOUNDATION else ALLOWED.get(package, ())):
            return False
        is_private = other.rpartition(".")[2] in PRIVATE_MODULES and package not in ("config", "admin")
        if is_private:
            return False
    is_below = not serves_requests(module, names) and package in ("table", "lobby", "people", "staff", "api", "chat")
    return not (is_below and serves_requests(other, names))


def test_no_module_is_part_of_a_cycle() -> None:
    assert cycle(between_modules(imports())) == []


def test_no_package_is_part_of_a_cycle() -> None:
    assert cycle(between_packages(between_modules(imports()))) == []


def test_a_cycle_is_found_and_named() -> None:
    assert cycle({"a": {"b"}, "b": {"c", "d"}, "c": {"a"}, "d": set()}) == ["a", "b", "c", "a"]
    assert cycle({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == []


def test_no_import_crosses_a_boundary() -> None:
    assert crossings(imports()) == []


def test_every_package_is_in_the_table_below_those_it_imports() -> None:
    known = [*FOUNDATION, *ALLOWED]
    packages = between_packages(between_modules(imports()))
    assert packages.keys() - set(known) - {"games"} == set()
    rows = list(ALLOWED)
    upward = [
        (name, other) for name, others in ALLOWED.items() for other in others if rows.index(other) > rows.index(name)
    ]
    assert upward == []


def test_the_foundation_imports_nothing_above_it() -> None:
    packages = between_packages(between_modules(imports()))
    assert {name for package in FOUNDATION for name in packages.get(package, ())} <= {*FOUNDATION, "wording"}


def test_the_readme_shows_the_same_table() -> None:
    readme = (ROOT / "README.md").read_text()
    rows = [line for line in readme.splitlines() if line.startswith("| `") and " may import | " not in line]
    shown = {cells[1].strip(" `"): cells[2].strip() for line in rows if len(cells := line.split("|")) == 4}
    assert {name: ", ".join(others) or "–" for name, others in ALLOWED.items()}.items() <= shown.items()


def test_the_engine_imports_nothing_else_of_the_site() -> None:
    names = {name for module, found in imports().items() if module.startswith("games.engine") for name in found}
    outside = {name for name in names if not name.startswith("games.engine")}
    roots = {name.split(".")[0] for name in outside}
    assert roots & CLOCKS_AND_MACHINES == set()
    assert roots <= sys.stdlib_module_names


def test_production_code_never_reads_the_tests() -> None:
    served = [path for path in ROOT.glob("games/**/*.py") if not {"devtools", "management"} & set(path.parts)]
    assert [str(path) for path in served if '"tests"' in path.read_text() or "tests/" in path.read_text()] == []


@pytest.mark.parametrize(
    ("module", "name"),
    [
        ("games.engine.turn", "games.models.Game"),
        ("games.bots.search", "games.models.Game"),
        ("games.models", "games.people.services"),
        ("games.people.services", "games.people.views"),
        ("games.people.views", "games.lobby.services"),
        ("games.lobby.views", "games.people.views"),
        ("games.people.views", "config.settings"),
        ("games.limits", "games.models"),
        ("games.lobby.services", "games.devtools.bench"),
    ],
)
def test_each_kind_of_forbidden_import_is_found(module: str, name: str) -> None:
    site = {
        "games.engine.turn": set(),
        "games.bots.search": set(),
        "games.models": set(),
        "games.limits": set(),
        "games.people.services": set(),
        "games.people.views": {"django.http.HttpResponse"},
        "games.lobby.services": set(),
        "games.lobby.views": {"django.http.HttpResponse"},
        "games.devtools.bench": set(),
        "config.settings": set(),
    }
    assert crossings(site) == []
    assert crossings(site | {module: site[module] | {name}}) != []


def test_the_top_level_contains_the_listed_modules() -> None:
    written_at_run_time = {"var", "__pycache__"}
    found = {path.name for path in ROOT.iterdir() if not path.name.startswith(".")} - written_at_run_time
    assert found == {"manage.py", "config", "games", "templates", "static", "tests", "requirements.txt", "README.md"}
