"""The OpenAPI document as something to read: plain values for a template, and types in words."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe

Schema = Mapping[str, Any]
JSON = "application/json"
REFUSAL = "Refusal"
NUMBERS = {
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
NOT_TOLD = (0, 1_000_000_000)
"""Limits that go without saying."""


@dataclass(frozen=True)
class Field:
    name: str
    type: SafeString
    required: bool
    about: SafeString


@dataclass(frozen=True)
class Operation:
    id: str
    method: str
    path: str
    summary: str
    about: tuple[SafeString, ...]
    may_look: bool
    fields: tuple[Field, ...]
    body: SafeString
    answer: SafeString
    refusals: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Shape:
    """A kind of object that is sent or answered."""

    name: str
    about: SafeString
    fields: tuple[Field, ...]


def groups(document: Schema) -> dict[str, list[Operation]]:
    found: dict[str, list[Operation]] = {}
    for path, operations in document["paths"].items():
        for method, told in operations.items():
            found.setdefault(told["tags"][0], []).append(_operation(method, path, told))
    return found


def _operation(method: str, path: str, told: Schema) -> Operation:
    good = next(status for status in told["responses"] if status < "300")
    body = told.get("requestBody", {}).get("content", {}).get(JSON, {}).get("schema")
    return Operation(
        id=told["operationId"],
        method=method.upper(),
        path=path,
        summary=told["summary"],
        about=paragraphs(told.get("description", "")),
        may_look=any("MayRead" in scheme for scheme in told["security"]),
        fields=tuple(_parameter(parameter) for parameter in told["parameters"] if parameter["name"] != "code"),
        body=type_of(body) if body else SafeString(),
        answer=_answer(told["responses"][good]),
        refusals=tuple(
            (status, HTTPStatus(int(status)).phrase) for status in sorted(told["responses"]) if status >= "400"
        ),
    )


def _answer(response: Schema) -> SafeString:
    (kind, content), *_ = response["content"].items()
    words = type_of(content["schema"])
    return words if kind == JSON else format_html("lines of {}", words)


def _parameter(told: Schema) -> Field:
    required = told.get("required", False)
    return Field(told["name"], type_of(told["schema"]), required, coded(told["schema"].get("description", "")))


def shapes(document: Schema) -> list[Shape]:
    found = document["components"]["schemas"]
    return [_shape(name, found[name]) for name in sorted(found)]


def _shape(name: str, told: Schema) -> Shape:
    required = told.get("required", ())
    fields = (
        Field(field, type_of(schema), field in required, coded(schema.get("description", "")))
        for field, schema in told.get("properties", {}).items()
    )
    about = type_of(told) if "enum" in told else coded(told.get("description", ""))
    return Shape(name, about, tuple(fields))


# --- types in words


def type_of(schema: Schema) -> SafeString:
    """`{"type": "array", "items": {"$ref": "…/Card"}}` is an array of Card, with a link to what a Card is."""
    if "$ref" in schema:
        return _link(schema["$ref"].rpartition("/")[2])
    for word in ("anyOf", "oneOf"):
        if word in schema:
            return _joined([type_of(one) for one in schema[word]])
    if "const" in schema:
        return format_html("<code>{}</code>", schema["const"])
    if "enum" in schema:
        return _joined([format_html("<code>{}</code>", value) for value in schema["enum"]])
    if schema.get("type") == "array":
        return format_html("an array of {}{}", type_of(schema.get("items", {})), _limits(schema))
    if schema.get("type") == "object":
        return mark_safe("an object")  # our own words
    return format_html("{}{}", NUMBERS.get(schema.get("type", ""), "anything"), _limits(schema))


def _link(name: str) -> SafeString:
    return format_html('<a href="#{}">{}</a>', name, name)


def _joined(words: list[SafeString]) -> SafeString:
    different = list(dict.fromkeys(words))
    head = SafeString(", ").join(different[:-1])
    return format_html("{} or {}", SafeString(head), different[-1]) if head else different[-1]


def _limits(schema: Schema) -> SafeString:
    told = (words.format(schema[name]) for name, words in LIMITS.items() if schema.get(name, 0) not in NOT_TOLD)
    pattern = format_html(", like <code>{}</code>", schema["pattern"]) if "pattern" in schema else ""
    return SafeString("".join(f", {escape(words)}" for words in told) + pattern)


# --- texts


def paragraphs(text: str) -> tuple[SafeString, ...]:
    return tuple(coded(" ".join(part.split())) for part in text.split("\n\n") if part.strip())


def coded(text: str) -> SafeString:
    """What stands in backticks is code, and between two stars something to be seen."""
    return SafeString("".join(_pieces(text)))


def _pieces(text: str) -> Iterator[str]:
    for piece in re.split(r"(`[^`]+`|\*\*[^*]+\*\*|\*[^*]+\*)", text):
        if piece.startswith("`") and len(piece) > 2:
            yield f"<code>{escape(piece[1:-1])}</code>"
        elif piece.startswith("*") and len(piece) > 2:
            yield f"<strong>{escape(piece.strip('*'))}</strong>"
        else:
            yield str(escape(piece))
