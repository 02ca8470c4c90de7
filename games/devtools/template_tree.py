"""The elements and tags of a template as a tree, for laying out its source."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from games.template_loader import BRANCHES, TAG, Token, condensed, tokens

WORD = re.compile(r"(?:\{\{.*?\}\}|\S)+")
IN_ELEMENT = re.compile(
    r"(?P<block>\{%.*?%\}) | (?P<space>\s+)"
    rf"""| (?P<attribute>(?: "(?:{TAG}|[^"])*" | '(?:{TAG}|[^'])*' | \{{\{{.*?\}}\}} | (?!\{{%)[^\s"'] )+)""",
    re.VERBOSE | re.DOTALL,
)
IN_VALUE = re.compile(r"(?P<block>\{%.*?%\})|(?P<space>\s+)|(?P<word>(?:\{\{.*?\}\}|(?!\{%)\S)+)")


class FormatError(Exception):
    """A template that cannot be laid out."""


@dataclass(slots=True)
class Node:
    """A word, an attribute or a tag with what it encloses."""

    kind: str
    source: str
    spaced: bool = False
    """Whether a space stands before it."""
    branches: list["Branch"] = field(default_factory=list)
    end: str = ""

    @property
    def flat(self) -> str:
        """Return the source on one line."""
        if not self.branches:
            return self.source
        return (
            "".join(branch.source + flat(branch.nodes) + " " * branch.spaced_end for branch in self.branches) + self.end
        )


@dataclass(slots=True)
class Branch:
    """The part of a tag from its start, or from `{% else %}`, to the next branch or the end."""

    source: str
    nodes: list[Node] = field(default_factory=list)
    spaced_end: bool = False


Piece = tuple[Token, bool]
"""A token, and whether a space stands before it."""


def flat(nodes: list[Node]) -> str:
    """Return the source of nodes on one line."""
    return "".join(" " * node.spaced + node.flat for node in nodes)


def of_template(source: str) -> list[Node]:
    """Return the words and tags of a template."""
    return _tree(_words(source))


def of_element(source: str) -> list[Node]:
    """Return the attributes of an element, given without its name and brackets."""
    return _tree(_spaced(tokens(source, IN_ELEMENT)))


def of_value(source: str) -> list[Node]:
    """Return the words of an attribute's value."""
    return _tree(_spaced(tokens(source, IN_VALUE)))


def _words(source: str) -> Iterator[Piece]:
    spaced = False
    for token in condensed(source):
        if token.kind != "text":
            yield token, spaced
            spaced = False
            continue
        for number, word in enumerate(WORD.findall(token.source)):
            yield Token("word", word), number > 0 or token.source[0].isspace()
        spaced = token.source[-1].isspace()


def _spaced(found: Iterator[Token]) -> Iterator[Piece]:
    spaced = False
    for token in found:
        if token.kind != "space":
            yield token, spaced
        spaced = token.kind == "space"


def _tree(found: Iterator[Piece]) -> list[Node]:
    root = Branch("")
    open_nodes: list[Node] = []
    for token, spaced in found:
        if token.closes:
            _close(open_nodes, token, spaced)
            continue
        node = Node(token.kind, token.source, spaced)
        (open_nodes[-1].branches[-1] if open_nodes else root).nodes.append(node)
        if token.opens:
            node.branches.append(Branch(token.source))
            open_nodes.append(node)
    if open_nodes:
        raise FormatError(f"{open_nodes[-1].source} is not closed")
    return root.nodes


def _close(open_nodes: list[Node], token: Token, spaced: bool) -> None:
    if not open_nodes or not _ends(open_nodes[-1], token):
        raise FormatError(f"{token.source} closes what is not open")
    open_nodes[-1].branches[-1].spaced_end = spaced
    if token.opens:
        open_nodes[-1].branches.append(Branch(token.source))
    else:
        open_nodes.pop().end = token.source


def _ends(node: Node, token: Token) -> bool:
    name = Token("", node.source).name
    return token.name in BRANCHES or token.name.removeprefix("end") == name
