"""An inspection of the source: code that answers requests and sockets asks `games.access` before it loads a table."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.once
ROOT = Path(__file__).resolve().parents[2]
WEB = (
    "django.http",
    "django.shortcuts",
    "django.views",
    "channels.generic",
    "ninja",
    "games.live.sockets",
    "games.live.table_sockets",
)
ALSO = ("stream.py", "lobby_stream.py", "loaders.py")
STAFF = ("games/staff/admin.py", "games/staff/views.py", "games/staff/lists.py", "games/staff/forms.py")
"""The staff's own pages ask for permissions, which tests/staff holds them to."""
MODELS = {"Table", "Game", "Place", "Visit", "Ban", "Line", "Player", "Entry"}
LOADS = {
    "snapshot.latest", "snapshot.kept", "snapshot.read", "newest.at_least", "versions.last_of",
    "snapshot.lobby", "snapshot.build", "chat_of", "chat.chat_of", "chat.chat", "chat.staff_notice",
    "company.read", "company.ask", "fragments.lobby",
}  # fmt: skip
GUARDS = {
    "table_for", "load_table", "table_seen_by", "table_seen", "access.to_table", "access.decide", "access.may_report",
    "access_to", "self._access_to", "self._may_see_game", "self._look",
}  # fmt: skip
EXCUSED = {
    "games/api/loaders.py table": "is a part of what `load_table` returns, which has asked",
    "games/lobby/consumer.py _render": "called by `update`, which has asked",
    "games/lobby/consumer.py _render_lobby": "called by `_render`, which has asked",
    "games/lobby/consumer.py _render_notices": "called by `_render`; notices are for all at the table",
    "games/lobby/views/lobby.py _lobby": "is handed a table that `table_for` has loaded",
    "games/table/consumer.py _send_messages": "called by `update`, which has asked",
    "games/table/consumer.py _kept": "called by `newest`, whose callers ask",
    "games/staff/reporting.py _took_part": "is one of the facts that `table_of` decides by",
    "games/staff/reporting.py _line": "is handed a table that `table_of` has loaded",
    "games/staff/reporting.py _back": "is handed a table that `table_of` has loaded",
}


def functions() -> Iterator[tuple[str, ast.AST]]:
    """Return every function in a module that answers requests or sockets, by file and name."""
    for path in sorted(ROOT.glob("games/**/*.py")):
        file, tree = str(path.relative_to(ROOT)), ast.parse(path.read_text())
        if file in STAFF or not (answers(tree) or path.name in ALSO):
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield f"{file} {node.name}", node


def answers(tree: ast.AST) -> bool:
    imported = {name for node in ast.walk(tree) for name in names_imported(node)}
    return any(name.startswith(WEB) for name in imported)


def names_imported(node: ast.AST) -> list[str]:
    if isinstance(node, ast.ImportFrom):
        return [f"{node.module}.{alias.name}" for alias in node.names]
    return [alias.name for alias in node.names] if isinstance(node, ast.Import) else []


def used(function: ast.AST) -> set[str]:
    """Return the names that a function calls or passes to a thread, as `module.function`."""
    return {ast.unparse(node) for node in ast.walk(function) if isinstance(node, ast.Attribute | ast.Name)}


def loads(names: set[str]) -> set[str]:
    rows = {f"{model}.{manager}" for model in MODELS for manager in ("objects", "_default_manager")}
    return names & (LOADS | rows)


def test_a_function_that_loads_a_table_checks_access() -> None:
    unguarded = {where: found for where, node in functions() if (found := loads(used(node))) and not guarded(node)}
    assert unguarded.keys() - EXCUSED.keys() == set()


def guarded(function: ast.AST) -> bool:
    return bool(used(function) & GUARDS)


def test_every_exception_is_still_needed() -> None:
    unguarded = {where for where, node in functions() if loads(used(node)) and not guarded(node)}
    assert EXCUSED.keys() - unguarded == set()


@pytest.mark.parametrize(
    "body",
    [
        "return render(request, 'x', {'table': Table.objects.get(code=code)})",
        "return HttpResponse(chat.chat(code, request.user))",
        "return HttpResponse(pieces(snapshot.latest(code)))",
    ],
)
def test_a_view_without_an_access_check_is_found(body: str) -> None:
    forgetful = ast.parse(f"def view(request, code):\n    {body}")
    assert loads(used(forgetful))
    assert not guarded(forgetful)
    careful = ast.parse(f"def view(request, code):\n    found = access.to_table(code, request.user)\n    {body}")
    assert guarded(careful)
