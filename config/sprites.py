"""A sprite for browsers, made from one for people.

In the file that people edit, symbols share their parts with `<use>`. Whenever a page loads it, a browser makes a shadow
tree for each of them, which is half of the work, and lays out every symbol. `without_uses` returns a sprite that looks
the same, in which parts are copied and nothing is laid out before a page uses it.
"""

from copy import deepcopy
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

SVG = "http://www.w3.org/2000/svg"
USE, GROUP, SYMBOL = f"{{{SVG}}}use", f"{{{SVG}}}g", f"{{{SVG}}}symbol"
UNMERGED = {"display", "id", "opacity"}
"""Attributes of an element that its only child cannot take over."""


def without_uses(sprite: bytes) -> bytes:
    """Return the symbols of a sprite with copies of the parts that they refer to."""
    root = ElementTree.fromstring(sprite)  # noqa: S314  # our own file
    parts = {name: part for part in root.iter() if (name := part.get("id"))}
    hidden = Element(GROUP, display="none")
    hidden.extend(_symbol(symbol, parts) for symbol in root.iter(SYMBOL))
    root[:] = [hidden]
    root.text = None
    ElementTree.register_namespace("", SVG)
    return ElementTree.tostring(root)


def _symbol(symbol: Element, parts: dict[str, Element]) -> Element:
    found = Element(SYMBOL, symbol.attrib)
    found.extend(_expanded(child, parts) for child in symbol)
    return found


def _expanded(element: Element, parts: dict[str, Element]) -> Element:
    """Return a copy of an element in which nothing refers to a part."""
    if element.tag == USE:
        attributes = dict(element.attrib)
        children = [parts[attributes.pop("href").removeprefix("#")]]
    else:
        attributes, children = {name: value for name, value in element.attrib.items() if name != "id"}, list(element)
    found = Element(GROUP if element.tag == USE else element.tag, attributes)
    found.text = (element.text or "").strip() or None
    found.extend(_expanded(child, parts) for child in children)
    return _merged(found)


def _merged(group: Element) -> Element:
    """Return the only child of a group with the attributes of both, or the group itself."""
    if group.tag != GROUP or len(group) != 1 or UNMERGED & {*group.keys()}:
        return group
    child = deepcopy(group[0])
    moves = [move for move in (group.get("transform"), child.get("transform")) if move]
    child.attrib = group.attrib | child.attrib | ({"transform": " ".join(moves)} if moves else {})
    return child
