"""Render the OpenAPI document as HTML: values for a template, with types in words."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe

Schema = Mapping[str, Any]
JSON = "application/json"
TYPES = {
    "integer": "a whole number",
    "number": "a number",
    "string": "a text",
    "boolean": "true or false",
    "null": "null",
}
LIMITS = {
    "minimum": "at least {}",
    "maximum": "at most {}",
    "minLength": "{} characters or more",
    "maxLength": "{} characters at most",
    "minItems": "{} or more",
    "maxItems": "{} at most",
}
NOT_SHOWN = (0, 1_000_000_000)
"""Limits that need no mention."""


@dataclass(frozen=True)
class Field:
    name: str
    type: SafeString
    required: bool
    description: SafeString


@dataclass(frozen=True)
class Operation:
    id: str
    method: str
    path: str
    summary: str
    description: tuple[SafeString, ...]
    may_read: bool
    fields: tuple[Field, ...]
    body: SafeString
    response: SafeString
    refusals: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class ObjectType:
    """An object in a request or response."""

    name: str
    description: SafeString
    fields: tuple[Field, ...]


def groups(document: Schema) -> dict[str, list[Operation]]:
    found: dict[str, list[Operation]] = {}
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            found.setdefault(operation["tags"][0], []).append(_operation(method, path, operation))
    return found


def _operation(method: str, path: str, operation: Schema) -> Operation:
    success = next(status for status in operation["responses"] if status < "300")
    body = operation.get("requestBody", {}).get("content", {}).get(JSON, {}).get("schema")
    return Operation(
        id=operation["operationId"],
        method=method.upper(),
        path=path,
        summary=operation["summary"],
        description=paragraphs(operation.get("description", "")),
        may_read=any("MayRead" in scheme for scheme in operation["security"]),
        fields=tuple(_parameter(parameter) for parameter in operation["parameters"] if parameter["name"] != "code"),
        body=type_of(body) if body else SafeString(),
        response=_response(operation["responses"][success]),
        refusals=tuple(
            (status, HTTPStatus(int(status)).phrase) for status in sorted(operation["responses"]) if status >= "400"
        ),
    )


def _response(response: Schema) -> SafeString:
    (kind, content), *_ = response["content"].items()
    type_words = type_of(content["schema"])
    return type_words if kind == JSON else format_html("lines of {}", type_words)


def _parameter(parameter: Schema) -> Field:
    required = parameter.get("required", False)
    return Field(
        parameter["name"],
        type_of(parameter["schema"]),
        required,
        inline_markup(parameter["schema"].get("description", "")),
    )


def object_types(document: Schema) -> list[ObjectType]:
    found = document["components"]["schemas"]
    return [_object_type(name, found[name]) for name in sorted(found)]


def _object_type(name: str, schema: Schema) -> ObjectType:
    described = next((one for one in schema.get("anyOf", ()) if "properties" in one), schema)
    required = described.get("required", ())
    fields = (
        Field(field, type_of(field_schema), field in required, inline_markup(field_schema.get("description", "")))
        for field, field_schema in described.get("properties", {}).items()
    )
    description = type_of(schema) if "enum" in schema else inline_markup(schema.get("description", ""))
    return ObjectType(name, description, tuple(fields))


# --- types in words


def type_of(schema: Schema) -> SafeString:
    """Return a type in words: `{"type": "array", "items": {"$ref": "…/Card"}}` is “an array of Card”, with a link."""
    if "$ref" in schema:
        return _link(schema["$ref"].rpartition("/")[2])
    for word in ("anyOf", "oneOf"):
        if word in schema:
            return _joined([type_of(one) for one in schema[word]])
    if len(schema.get("allOf", ())) == 1:
        return type_of(schema["allOf"][0])
    if "const" in schema:
        return _value(schema["const"])
    if "enum" in schema:
        return _joined([_value(value) for value in schema["enum"]])
    if schema.get("type") == "array":
        return format_html("an array of {}{}", type_of(schema.get("items", {})), _limits(schema))
    if schema.get("type") == "object":
        return mark_safe("an object")  # a constant
    return format_html("{}{}", TYPES.get(schema.get("type", ""), "anything"), _limits(schema))


def _value(value: Any) -> SafeString:
    """Return a value as it is sent; of texts, only those that could be numbers have quotation marks."""
    looks_different = not isinstance(value, str) or re.fullmatch(r"[\d.]+", value)
    return format_html("<code>{}</code>", json.dumps(value) if looks_different else value)


def _link(name: str) -> SafeString:
    return format_html('<a href="#{}">{}</a>', name, name)


def _joined(words: list[SafeString]) -> SafeString:
    different = list(dict.fromkeys(words))
    head = SafeString(", ").join(different[:-1])
    return format_html("{} or {}", SafeString(head), different[-1]) if head else different[-1]


def _limits(schema: Schema) -> SafeString:
    limits = (words.format(schema[name]) for name, words in LIMITS.items() if schema.get(name, 0) not in NOT_SHOWN)
    pattern = format_html(", like <code>{}</code>", schema["pattern"]) if "pattern" in schema else ""
    return SafeString("".join(f", {escape(words)}" for words in limits) + pattern)


# --- descriptions


def paragraphs(text: str) -> tuple[SafeString, ...]:
    return tuple(inline_markup(" ".join(part.split())) for part in text.split("\n\n") if part.strip())


def inline_markup(text: str) -> SafeString:
    """Render the two kinds of markup that descriptions use: `code` and *emphasis*."""
    return SafeString("".join(_pieces(text)))


def _pieces(text: str) -> Iterator[str]:
    for piece in re.split(r"(`[^`]+`|\*\*[^*]+\*\*|\*[^*]+\*)", text):
        if piece.startswith("`") and len(piece) > 2:
            yield f"<code>{escape(piece[1:-1])}</code>"
        elif piece.startswith("*") and len(piece) > 2:
            yield f"<strong>{escape(piece.strip('*'))}</strong>"
        else:
            yield str(escape(piece))
