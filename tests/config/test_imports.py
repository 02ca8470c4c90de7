"""Who may import whom: engine ← bots ← models ← services of each room ← views, consumers, admin, commands."""

import ast
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.once
ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("people", "lobby", "table", "history", "staff", "api", "pages")
ENGINE, BOTS, DATA, SERVICES, WEB, COMMANDS = range(6)
NAMES = ("engine", "bots", "data", "services", "web", "commands")
# Whoever imports one of these answers requests, and so stands above the services.
WEB_PARTS = (
    "django.http",
    "django.shortcuts",
    "django.forms",
    "django.views",
    "django.contrib.admin",
    "channels.generic",
    "ninja",
    "games.live.sockets",
)
# Beside the services: who may see what, what everybody at a table shares, and where nobody comes in, for those who draw
# it or ask it in another way.
OPEN_TO_OTHER_ROOMS = (
    "glass", "services", "pov", "live", "request", "refusals", "loaders", "snapshot", "lists", "addresses",
    "arrivals",
)  # fmt: skip
BELOW_ALL_SERVICES = (
    "models", "fields", "finding", "limits", "pulse", "storage", "threads", "together", "access", "text",
)  # fmt: skip
CLOCKS_AND_MACHINES = {"time", "datetime", "os", "secrets", "socket", "subprocess", "threading", "asyncio"}
# What the house may use as well: it knows nothing of tables and people.
NO_ROOMS = ("games.limits", "games.metrics", "games.storage", "games.threads")
Imports = dict[str, set[str]]


def imports() -> Imports:
    paths = [*ROOT.glob("games/**/*.py"), *ROOT.glob("config/**/*.py")]
    return {name_of(path): imported(path) for path in paths if "migrations" not in path.parts}


def name_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def imported(path: Path) -> set[str]:
    package = path.parent.relative_to(ROOT).parts
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            source = ".".join([*above, *([node.module] if node.module else [])])
            found |= {f"{source}.{alias.name}" for alias in node.names}
    return found


def room_of(module: str) -> str:
    parts = module.split(".")
    return parts[1] if len(parts) > 1 and parts[1] in ROOMS else ""


def layer_of(module: str, what: Imports) -> int:
    part, *rest = module.removeprefix("games.").split(".")
    if part in ("engine", "bots"):
        return ENGINE if part == "engine" else BOTS
    if part in ROOMS and rest[:1] in (["urls"], ["admin"]):
        return WEB
    if part in ROOMS:
        return WEB if any(name.startswith(WEB_PARTS) for name in what.get(module, ())) else SERVICES
    return {"sockets": WEB, "lost_hints": SERVICES}.get(
        part,
        DATA if part in BELOW_ALL_SERVICES else COMMANDS,
    )


def module_of(name: str, what: Imports) -> str:
    """`games.models.User` is the module `games.models`."""
    while name and name not in what:
        name = name.rpartition(".")[0]
    return name


def crossings(what: Imports) -> list[str]:
    found = []
    for module, names in sorted(what.items()):
        inside = {module_of(name, what) for name in names if name.startswith(("games.", "config."))} - {"games", module}
        found += [
            f"{module} imports {other}: {why}" for other in sorted(inside) if (why := crossed(module, other, what))
        ]
        if module.startswith("games.engine"):
            found += [f"{module} imports {name}: {why}" for name in sorted(names) if (why := foreign(name))]
    return found


def crossed(module: str, other: str, what: Imports) -> str:
    if module.startswith("config."):
        named = module == "config.sockets" and other.endswith(".consumer")  # a table of contents names what it lists
        return "" if named or other.startswith("config.") or other in NO_ROOMS else "config knows no room"
    if other.startswith("config."):
        return "" if module.startswith("games.management") else "the games know nothing of their house"
    lower, upper = layer_of(module, what), layer_of(other, what)
    if upper > lower:
        return f"{NAMES[lower]} may not know {NAMES[upper]}"
    strangers = room_of(module) and room_of(other) and room_of(module) != room_of(other)
    if strangers and other.split(".")[2] not in OPEN_TO_OTHER_ROOMS:
        return "rooms call each other's services only"
    return ""


def foreign(name: str) -> str:
    root = name.split(".")[0]
    if root in CLOCKS_AND_MACHINES:
        return "the engine has no clock and no machine"
    return "" if root in sys.stdlib_module_names or name.startswith("games.engine") else "the engine stands alone"


def test_no_layer_is_crossed() -> None:
    assert crossings(imports()) == []


def test_services_and_povs_know_nothing_of_requests() -> None:
    what = imports()
    wrong = [name for name in what if name.endswith((".services", ".pov")) and layer_of(name, what) != SERVICES]
    assert wrong == []


@pytest.mark.parametrize(
    ("module", "name"),
    [
        ("games.engine.turn", "games.models.Game"),
        ("games.engine.turn", "django.db.models"),
        ("games.engine.turn", "time.monotonic"),
        ("games.bots.search", "games.models.Game"),
        ("games.models", "games.people.services"),
        ("games.people.services", "games.people.views"),
        ("games.people.views", "games.lobby.views"),
        ("games.people.views", "config.settings"),
        ("config.urls", "games.people.views"),
    ],
)
def test_each_kind_of_crossing_is_noticed(module: str, name: str) -> None:
    house: Imports = {
        "games.models": set(),
        "games.people.services": set(),
        "games.people.views": {"django.http.HttpResponse"},
        "games.lobby.views": {"django.http.HttpResponse"},
        "config.settings": set(),
    }
    assert crossings(house) == []
    assert crossings(house | {module: house.get(module, set()) | {name}}) != []


def test_the_top_level_holds_what_it_is_said_to_hold() -> None:
    written_while_running = {"var", "__pycache__"}
    found = {path.name for path in ROOT.iterdir() if not path.name.startswith(".")} - written_while_running
    assert found == {"manage.py", "config", "games", "templates", "static", "tests", "requirements.txt", "README.md"}
