"""Load the site's HTML templates without the whitespace that only lays out their source.

The rules are those of Vue's "condense" mode, with Django's tags treated like elements. Only whitespace that contains a
line break is touched:

    <ul>                  dropped next to the inside of a tag and between two tags
      <li>…</li>            (a space that is wanted there is written as &#32;)
    </ul>

    Some text             one space between words, and between text and a tag
    <b>goes on</b>

    <li                   one space between attributes; dropped before {% … %} and at the end of the tag,
      id="a"              so the space of a conditional attribute or class stands inside its branch
      {% if x %} hidden{% endif %}
    >

The contents of <pre>, <script>, <style>, <textarea> and {% verbatim %} stay as they are. Comments are left out.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from django.template import Origin
from django.template.loaders import filesystem

VOID = {"area", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}
BRANCHES = {"else", "elif", "empty", "plural"}
TAG = r"\{%.*?%\}|\{\{.*?\}\}"
_ATTRIBUTES = rf"""(?: "(?:{TAG}|[^"])*" | '(?:{TAG}|[^'])*' | {TAG} | [^>"'] )*"""
_TOKEN = re.compile(
    rf"""
      (?P<comment> \{{\#.*?\#\}} | \{{%\ comment\b.*?%\}}.*?\{{%\ endcomment\ %\}} )
    | (?P<raw> \{{%\ verbatim\b.*?%\}}.*?\{{%\ endverbatim\b.*?%\}}
             | <(?P<name>pre|script|style|textarea)\b{_ATTRIBUTES}>.*?</(?P=name)> )
    | (?P<block> \{{%.*?%\}} )
    | (?P<element> </?[a-zA-Z]{_ATTRIBUTES}> )
    | (?P<markup> <!.*?> )
    | (?P<text> (?: \{{\{{.*?\}}\}} | (?!\{{[%\#]|</?[a-zA-Z]|<!). )+ )
    """,
    re.VERBOSE | re.DOTALL,
)
_LINE_BREAK = re.compile(r"\s*\n\s*")
_AFTER_BRANCH = re.compile(r"(\{% (?:if|elif|else|for|empty|with)\b[^%]*%\})\s*\n\s*")
_BEFORE_TAG = re.compile(r"\s*\n\s*(?=\{%)")
_IN_ELEMENT = re.compile(rf'"(?:{TAG}|[^"])*"|\'(?:{TAG}|[^\'])*\'|{TAG}|\s*\n\s*', re.DOTALL)


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of a template's source. Tags that enclose something open or close it; `{% else %}` does both."""

    kind: str
    source: str
    opens: bool = False
    closes: bool = False

    @property
    def name(self) -> str:
        """Return the name of an element or of a tag of Django's."""
        found = re.match(r"</?([\w-]+)|\{%\s*(\w+)", self.source)
        return (found[1] or found[2]) if found else ""


def tokens(source: str, pattern: re.Pattern[str] = _TOKEN) -> Iterator[Token]:
    """Split a template, or the part of one that a pattern is for, into elements, tags, comments and text."""
    enclosing = set(re.findall(r"\{% end(\w+)", source))
    for match in pattern.finditer(source):
        kind, text = match.lastgroup or "", match[0]
        if kind == "block":
            yield _block(text, enclosing)
        elif kind == "element":
            yield _start_or_end(text)
        else:
            yield Token(kind, text)


def _block(source: str, enclosing: set[str]) -> Token:
    name = Token("block", source).name
    is_branch, is_end = name in BRANCHES, name.removeprefix("end") in enclosing - {name}
    return Token("block", source, opens=is_branch or name in enclosing, closes=is_branch or is_end)


def _start_or_end(source: str) -> Token:
    is_end = source.startswith("</")
    is_void = source.endswith("/>") or Token("element", source).name in VOID
    return Token("element", source, opens=not is_end and not is_void, closes=is_end)


def condense(source: str) -> str:
    """Return the source of a template without its layout and comments."""
    return "".join(token.source for token in condensed(source) if token.kind != "comment")


def condensed(source: str) -> Iterator[Token]:
    """Split a template into tokens without the whitespace of its layout."""
    before: Token | None = None
    found = list(tokens(source))
    for token, after in zip(found, [*found[1:], None], strict=True):
        if token.kind == "text":
            shortened = replace(token, source=_text(token.source, before, after))
        else:
            shortened = replace(token, source=_element(token.source)) if token.kind == "element" else token
        if shortened.source:
            yield shortened
        before = token


def _text(text: str, before: Token | None, after: Token | None) -> str:
    if not text.strip():
        return "" if "\n" in text else text
    inner = text.strip()
    start, end = text[: text.index(inner)], text[text.index(inner) + len(inner) :]
    at_start, at_end = before is None or before.opens, after is None or after.closes
    return _edge(start, at_start) + _LINE_BREAK.sub(" ", inner) + _edge(end, at_end)


def _edge(space: str, inside: bool) -> str:
    if "\n" not in space:
        return space
    return "" if inside else " "


def _element(source: str) -> str:
    """Put a start tag on one line."""

    def condensed(match: re.Match[str]) -> str:
        piece = match[0]
        if piece[0] in "\"'":
            return piece[0] + _value(piece[1:-1]) + piece[-1]
        return piece if piece.strip() else _gap(source, match.end())

    return _IN_ELEMENT.sub(condensed, source)


def _gap(source: str, end: int) -> str:
    return "" if source.startswith(("{%", ">", "/>"), end) else " "


def _value(value: str) -> str:
    """Put an attribute's value on one line."""
    value = _AFTER_BRANCH.sub(r"\1", value.strip() if "\n" in value else value)
    return _LINE_BREAK.sub(" ", _BEFORE_TAG.sub("", value))


class Loader(filesystem.Loader):
    """Load the templates of the site itself; pages only, as line breaks mean something in a mail."""

    def get_contents(self, origin: Origin) -> str:
        contents = super().get_contents(origin)
        return condense(contents) if Path(origin.name).suffix == ".html" else contents
