"""Format the site's HTML templates: one element, attribute group or branch per line.

    python3 -m games.devtools.template_format [--check]

Only whitespace that the template loader drops is added or taken away, so no page changes by it. Elements within a text
stay in the text; pieces that touch each other without a space stay together. What does not fit into a line then has to
be written in another way.
"""

import argparse
import contextlib
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from games.devtools import template_tree as tree
from games.devtools.template_tree import FormatError, Node, flat
from games.template_loader import Token, condense

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"
WIDTH = 120
PHRASING = {"a", "abbr", "b", "code", "em", "i", "img", "kbd", "mark", "small", "span", "strong", "time", "var", "wbr"}


# --- Laying out --------------------------------------------------------------------------------------------------
def units(nodes: list[Node]) -> list[list[Node]]:
    """Group nodes that must stay on one line, because a line break between them would change the page."""
    groups: list[list[Node]] = []
    for node in nodes:
        if groups and _holds(groups[-1][-1], node):
            groups[-1].append(node)
        else:
            groups.append([node])
    return groups


def _holds(before: Node, node: Node) -> bool:
    """A line break counts as a space next to a word, and as nothing between tags."""
    return ("word" in (before.kind, node.kind)) != node.spaced


def lay_out(nodes: list[Node], indent: int) -> list[str]:
    """Return the lines of nodes that follow each other in a text."""
    lines: list[str] = []
    before: list[Node] = []
    for unit in units(nodes):
        goes_on = before and unit[0].spaced and _is_text(before) and _is_text(unit)
        if goes_on and len(lines[-1]) + len(flat(unit)) <= WIDTH:
            lines[-1] += flat(unit)
        else:
            lines += _unit(unit, indent)
        before = unit
    return lines


def _is_text(unit: list[Node]) -> bool:
    """Return whether a unit is part of a sentence."""
    return all(_is_phrase(node, len(unit) > 1) for node in unit)


def _is_phrase(node: Node, held: bool) -> bool:
    if node.kind in ("word", "block") and not node.branches:
        return node.kind == "word" or not node.source.startswith(("{% include", "{% press", "{% csrf"))
    if node.kind == "block":
        return held and all(_is_phrase(inner, True) for branch in node.branches for inner in branch.nodes)
    if node.kind != "element" or Token("", node.source).name not in PHRASING:
        return False
    return all(_is_phrase(inner, held=False) for branch in node.branches for inner in branch.nodes)


def _unit(unit: list[Node], indent: int) -> list[str]:
    lines = [" " * indent]
    for number, node in enumerate(unit):
        start = lines[-1] + " " * (node.spaced and number > 0)
        lines[-1:] = _node(node, start, indent, held=len(unit) > 1)
    return lines


def _node(node: Node, start: str, indent: int, *, held: bool) -> list[str]:
    """Return the lines of a node; the first one continues `start`."""
    text = node.flat
    if not node.branches and node.kind != "element":
        return (start + text).split("\n")
    if "\n" not in text and len(start) + len(text) <= WIDTH and _is_simple(node, held):
        return [start + text]
    if not node.branches:
        return _start(node.source, start, indent)
    return _branches(node, start, indent)


def _branches(node: Node, start: str, indent: int) -> list[str]:
    lines = [start]
    for branch in node.branches:
        lines[-1:] = _start(branch.source, lines[-1], indent)
        inner = lay_out(branch.nodes, indent + 2)
        if branch.nodes and branch.nodes[0].spaced:
            lines[-1] += " " + inner.pop(0).lstrip()
        lines += inner
        if branch.spaced_end:
            lines[-1] += " "
        elif branch.nodes or branch is not node.branches[-1]:
            lines.append(" " * indent)
    return [*lines[:-1], lines[-1] + node.end]


def _is_simple(node: Node, held: bool) -> bool:
    """Return whether a node may be on one line with its content."""
    if node.kind == "block" and not held:
        return node.source.startswith("{% block") and all(_is_text([inner]) for inner in node.branches[0].nodes)
    return all(_reads_as_text(branch.nodes) for branch in node.branches)


def _reads_as_text(nodes: list[Node]) -> bool:
    """Return whether nodes are words with elements between them, or one element without attributes."""
    if len(nodes) == 1 and nodes[0].kind == "element":
        return _is_phrase(nodes[0], held=False) and " " not in nodes[0].source
    found = units(nodes)
    has_words = len(found) < 2 or any(node.kind == "word" for node in nodes)
    return has_words and all(_is_text(unit) for unit in found)


# --- Attributes --------------------------------------------------------------------------------------------------
def _start(source: str, start: str, indent: int) -> list[str]:
    """Return the lines of an element's start, one attribute per line if they do not fit into one."""
    if len(start) + len(source) <= WIDTH or not source.startswith("<") or source.startswith("<!"):
        return [start + source]
    name = re.match(r"<[^\s>{]+", source)
    end = "/>" if source.endswith("/>") else ">"
    if name is None:
        raise FormatError(f"no name in {source}")
    nodes = tree.of_element(source[name.end() : -len(end)])
    return [start + name[0], *_attribute_lines(nodes, indent + 2), " " * indent + end]


def _attribute_lines(nodes: list[Node], indent: int) -> list[str]:
    """Before an attribute a line break is a space, before a tag nothing."""
    lines: list[str] = []
    for node in nodes:
        if lines and node.spaced != (node.kind == "attribute"):
            lines[-1] += " " * node.spaced + node.flat
        elif indent + len(node.flat) <= WIDTH:
            lines.append(" " * indent + node.flat)
        elif node.branches:
            lines += _attribute_branches(node, indent)
        else:
            lines += _value_lines(node.source, indent)
    return lines


def _attribute_branches(node: Node, indent: int) -> list[str]:
    lines = []
    for branch in node.branches:
        lines += [" " * indent + branch.source, *_attribute_lines(branch.nodes, indent + 2)]
    return [*lines, " " * indent + node.end]


def _value_lines(source: str, indent: int) -> list[str]:
    """Return the lines of an attribute whose value is too long for one."""
    name, equals, value = source.partition("=")
    if not equals:
        raise FormatError(f"too long: {source}")
    lines = _value(tree.of_value(value[1:-1]), indent + 2, len(name))
    lines[0] = " " * indent + name + equals + value[0] + lines[0].lstrip()
    return [*lines[:-1], lines[-1] + value[-1]]


def _value(nodes: list[Node], indent: int, used: int) -> list[str]:
    """Before a word a line break is a space, before a tag nothing. The first line has `used` fewer characters."""
    lines: list[str] = []
    for node in nodes:
        room = WIDTH - 1 - (used if len(lines) < 2 else 0)
        if lines and node.spaced != (node.kind == "word"):
            lines[-1] += " " * node.spaced + node.flat
        elif lines and node.kind == "word" and len(lines[-1]) + 1 + len(node.flat) < room:
            lines[-1] += " " + node.flat
        elif node.branches and indent + len(node.flat) > room:
            lines += _value_branches(node, indent)
        else:
            lines.append(" " * indent + node.flat)
    return lines


def _value_branches(node: Node, indent: int) -> list[str]:
    lines = []
    for branch in node.branches:
        first, *others = _value(branch.nodes, indent + 2, len(branch.source)) or [""]
        space = " " * bool(branch.nodes and branch.nodes[0].spaced)
        lines += [" " * indent + branch.source + space + first.lstrip(), *others]
    return [*lines, " " * indent + node.end]


# --- Files -------------------------------------------------------------------------------------------------------
def formatted(source: str) -> str:
    """Return the formatted source of a template. The loader produces the same from it as before."""
    found = "\n".join(line.rstrip() for line in lay_out(tree.of_template(source), 0)) + "\n"
    if condense(found).rstrip() != condense(source).rstrip():
        raise FormatError("the page would change")
    return found


def problems(source: str) -> Iterator[str]:
    """Yield what is wrong with the format of a template."""
    try:
        right = formatted(source)
    except FormatError as error:
        yield str(error)
        return
    if right != source:
        yield "not formatted"
    for number, line in enumerate(right.splitlines(), start=1):
        if len(line) > WIDTH:
            yield f"line {number} has {len(line)} characters"


def main() -> int:
    """Format all templates, or print which ones are not formatted."""
    parser = argparse.ArgumentParser(description="Format the templates.")
    parser.add_argument("--check", action="store_true", help="change nothing, fail if a template is not formatted")
    checking = parser.parse_args().check
    wrong = 0
    for path in sorted(TEMPLATES.rglob("*.html")):
        source = path.read_text()
        if not checking:
            with contextlib.suppress(FormatError):
                path.write_text(source := formatted(source))
        for problem in problems(source):
            print(f"{path.relative_to(TEMPLATES.parent)}: {problem}")
            wrong += 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
