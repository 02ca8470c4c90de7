"""Any request gets a JSON response with a message, and never a server error."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from django.test import Client
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as some
from schemathesis.checks import negative_data_rejection
from schemathesis.core.result import Ok

from games.api.interface import document
from games.models import Entry
from games.table import snapshot
from tests.api.conftest import Program, set_position

GAME = "House | R1 RD WD4 W / R5 R6 R7 R8 | 0 clockwise red | B1 B2 B3 B4 | R9"
CALM = settings(
    max_examples=60,
    derandomize=True,
    deadline=None,
    phases=[Phase.generate],  # examples are small already
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
FEW = settings(CALM, max_examples=6)
SCHEMAS = document()["components"]["schemas"]
ACTIONS = {
    name: schema
    for name, schema in SCHEMAS.items()
    if name in json.dumps(SCHEMAS["Moves"]) and "type" in schema.get("properties", {})
}
ODD_TEXT = some.text(max_size=60) | some.sampled_from(["\ud800", "\x00", "‮", "😀" * 30, "{name}", "🃏\u0301" * 20])
ANYTHING = some.recursive(
    some.none() | some.booleans() | some.integers() | some.floats() | ODD_TEXT | some.just(10**400),
    lambda inner: some.lists(inner, max_size=4) | some.dictionaries(ODD_TEXT, inner, max_size=4),
    max_leaves=12,
)


def values(schema: Any) -> Any:
    """Return values with the documented shape."""
    if "$ref" in schema:
        return values(SCHEMAS[schema["$ref"].rpartition("/")[2]])
    if "const" in schema or "enum" in schema:
        return some.sampled_from(schema.get("enum") or [schema["const"]])
    if "anyOf" in schema or "oneOf" in schema:
        return some.one_of([values(one) for one in schema.get("anyOf", schema.get("oneOf"))])
    return KINDS[schema["type"]](schema)


def objects(schema: Any) -> Any:
    fields = {name: values(one) for name, one in schema.get("properties", {}).items()}
    required = set(schema.get("required", ()))
    optional = {name: one for name, one in fields.items() if name not in required}
    return some.fixed_dictionaries({name: fields[name] for name in required}, optional=optional)


KINDS = {
    "null": lambda schema: some.none(),
    "boolean": lambda schema: some.booleans(),
    "integer": lambda schema: some.integers(schema.get("minimum"), schema.get("maximum")),
    "string": lambda schema: (
        some.from_regex(schema["pattern"], fullmatch=True)
        if "pattern" in schema
        else some.text(some.characters(codec="utf-8"), min_size=1, max_size=schema.get("maxLength", 20))
    ),
    "array": lambda schema: some.lists(values(schema["items"]), min_size=1, max_size=schema.get("maxItems", 3)),
    "object": objects,
}


@some.composite
def with_one_mistake(draw: Any, shape: Any) -> Any:
    """Return an object of this shape with one mistake: an extra field, a missing field, or a field of another type."""
    words = dict(draw(shape))
    name = draw(some.sampled_from(sorted(words)))
    how = draw(some.integers(0, 2))
    if how == 0:
        del words[name]
    else:
        words[name if how == 1 else draw(ODD_TEXT)] = draw(ANYTHING)
    return words


def has_a_message(answer: Any) -> None:
    assert answer.status_code in (200, 400, 403, 404, 409, 413, 422), answer.content
    if answer.status_code != 200:
        body = answer.json()
        assert body["code"]
        assert body["sentence"][-1] in ".?!…”", body


def send(program: Program, table: str, body: Any) -> Any:
    headers = {"Authorization": f"Bearer {program.token}"}
    return program.client.patch(f"/api/tables/{table}", body, content_type="application/json", headers=headers)


@pytest.mark.once
@pytest.mark.parametrize("name", sorted(ACTIONS))
def test_every_action_of_the_right_shape_is_understood(table: str, ada: Program, name: str) -> None:
    set_position(table, GAME)

    @FEW
    @given(values(ACTIONS[name]))
    def act(action: Any) -> None:
        snapshot.forget(table)
        version = Entry.objects.count()
        answer = send(ada, table, json.dumps({"version": version, "actions": action}))
        assert answer.status_code in (200, 409), answer.content
        if answer.status_code == 200:
            Entry.objects.filter(number__gt=1).delete()
            set_position(table, GAME)
            Entry.objects.get().game.__class__.objects.update(version=1, ended_at=None)

    act()


@pytest.mark.once
@pytest.mark.parametrize("name", sorted(ACTIONS))
def test_every_action_of_a_wrong_shape_is_refused_with_a_message(table: str, ada: Program, name: str) -> None:
    @FEW
    @given(with_one_mistake(values(ACTIONS[name])))
    def act(action: Any) -> None:
        has_a_message(send(ada, table, json.dumps({"version": 0, "actions": action})))

    act()


@CALM
@given(body=ANYTHING)
def test_any_invalid_body_is_refused_with_a_message(table: str, ada: Program, body: Any) -> None:
    has_a_message(send(ada, table, json.dumps(body)))


@CALM
@given(body=some.binary(max_size=200))
def test_any_bytes_are_refused_with_a_message(table: str, ada: Program, body: bytes) -> None:
    answer = send(ada, table, body)
    assert answer.status_code in (400, 422)


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ("", 422),
        ("[" * 20_000, 400),
        ('{"a":' * 10_000, 400),
        ("1" * 60_000, 400),
        ("NaN", 422),
        ('{"version": 1e400, "actions": {"type": "draw"}}', 422),
        ('{"version": -1, "actions": {"type": "draw"}}', 422),
        ('{"version": 1.5, "actions": {"type": "draw"}}', 422),
        ('{"version": 1, "actions": []}', 422),
        ('{"version": 1, "actions": {"type": "draw", "amount": 0}}', 422),
        ('{"version": 1, "actions": {"type": "draw", "amount": 99999999999999999999}}', 422),
        ('{"version": 1, "actions": {"type": "draw"}, "id": "\\ud800"}', 422),
        ('{"version": 1, "actions": {"type": "accuse", "username": "\\ud800"}}', 422),
        ('{"version": 1, "actions": {"type": "accuse", "username": "\\u0000"}}', 409),
        ('"' + "x" * (64 * 1024 - 2) + '"', 422),
        ('"' + "x" * (64 * 1024 - 1) + '"', 413),
    ],
)
def test_unusual_bodies_get_the_expected_status(table: str, ada: Program, body: str, status: int) -> None:
    answer = send(ada, table, body)
    assert answer.status_code == status, answer.content
    has_a_message(answer)


@pytest.mark.once
@pytest.mark.parametrize(
    ("actions", "field"),
    [
        ({"type": "play"}, "actions.card"),
        ({"type": "play", "card": "r7"}, "actions.card"),
        ({"type": "play", "card": ["R7", "R8"]}, "actions.card"),
        ({"type": "play", "card": "R7", "color": "mauve"}, "actions.color"),
        ({"type": "fly"}, "actions"),
        ({"card": "R7"}, "actions"),
        ([{"type": "draw"}, {"type": "color"}], "actions.1.color"),
        ([{"type": "draw"}] * 13, "actions"),
        ({"type": "transfer", "source": {"type": "hand"}}, "actions.destination"),
        ({"type": "draw", "amount": "1"}, "actions.amount"),
        ({"type": "draw", "amount": True}, "actions.amount"),
    ],
)
def test_a_wrong_shape_names_the_field(table: str, ada: Program, actions: Any, field: str) -> None:
    refused = ada.ask("PATCH", f"tables/{table}", {"version": 1, "actions": actions})
    assert (refused.status_code, refused.json()["field"]) == (422, field)


TRANSFER = {"type": "transfer", "source": {"type": "hand"}, "destination": {"type": "pile", "name": "discard"}}
SEVEN = {"color": "red", "type": "7"}


@pytest.mark.once
@pytest.mark.parametrize(
    "cards",
    [[], [SEVEN] * 16, [{}], [{"color": "red"}], [{"type": "7"}], [SEVEN | {"type": 7}], [SEVEN | {"of": ""}], None],
)  # fmt: skip
def test_a_transfer_has_cards_with_all_their_fields(table: str, ada: Program, cards: Any) -> None:
    refused = ada.ask("PATCH", f"tables/{table}", {"version": 1, "actions": TRANSFER | {"cards": cards}})
    assert refused.status_code == 422
    assert refused.json()["field"].startswith("actions.cards")


# --- from the document


def from_the_document() -> Iterator[Any]:
    schema = schemathesis.openapi.from_dict(document())
    schema.app = get_wsgi_application()
    for result in schema.get_all_operations():
        assert isinstance(result, Ok)
        operation = result.ok()
        if not operation.path.endswith("/stream"):  # a stream does not end
            yield pytest.param(operation, id=operation.label)


@pytest.fixture
def one_connection(table: str) -> Iterator[None]:
    """Keep the connection of this test open, although requests close theirs."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.mark.parametrize("operation", list(from_the_document()))
@pytest.mark.parametrize(
    "mode",
    [
        pytest.param(schemathesis.GenerationMode.POSITIVE, marks=pytest.mark.once),
        # PostgreSQL accepts less than SQLite does.
        pytest.param(schemathesis.GenerationMode.NEGATIVE, marks=pytest.mark.once("postgresql")),
    ],
)
def test_any_request_that_follows_the_document_gets_a_documented_response(
    ada: Program, table: str, one_connection: None, operation: Any, mode: Any
) -> None:
    @FEW
    @given(operation.as_strategy(generation_mode=mode))
    def ask(case: Any) -> None:
        if case.path_parameters and "code" in case.path_parameters and mode.is_positive:
            case.path_parameters["code"] = table
        # A case that is wrong only because it lacks the token, which is added here, is right.
        headers = {"Authorization": f"Bearer {ada.token}", "Accept-Encoding": "identity"}
        case.call_and_validate(headers=headers, excluded_checks=[negative_data_rejection])

    ask()


def test_every_address_under_api_responds_in_json(ada: Program) -> None:
    client = Client()
    for path in ("/api/nothing", "/api/tables/abcd2345/nothing", "/api/openapi.json/", "/api/%00"):
        answer = client.get(path)
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found"), path
    wrong = client.delete("/api/me")
    assert (wrong.status_code, wrong.json()["code"], wrong["Allow"]) == (405, "wrong_method", "GET")
    assert re.match("text/html", client.get("/api/")["Content-Type"])


@pytest.mark.parametrize(
    ("body", "field", "says"),
    [([], None, "An object is expected"), ({"phrasesOnly": "yes"}, "phrasesOnly", "true or false is expected")],
)
def test_a_wrong_type_is_told_in_the_words_of_json(ada: Program, body: Any, field: str | None, says: str) -> None:
    refused = ada.ask("POST", "tables", body)
    assert refused.status_code == 422
    assert says in refused.json()["sentence"]
    assert field is None or refused.json()["field"] == field
