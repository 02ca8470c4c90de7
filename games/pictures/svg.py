"""Draws small SVG documents: squares made of those elements and path commands that the avatars of players use.

>>> outlines("M1 1h2v2Z")
[[(1.0, 1.0), (3.0, 1.0), (3.0, 3.0), (1.0, 1.0)]]
"""

import re
from collections.abc import Iterator, Mapping
from math import cos, pi, sin
from typing import NamedTuple
from xml.etree import ElementTree

from PIL import Image, ImageDraw

SMOOTHING = 4
"""Shapes are drawn this much larger, and then made smaller, so that their edges are smooth."""
STEPS = 24
"""Into how many lines a curve is divided."""
NUMBERS = {"M": 2, "L": 2, "H": 1, "V": 1, "A": 7, "Q": 4, "Z": 0}
"""How many numbers follow each command of a path. In lower case, they are relative to the current point."""
TOKEN = re.compile(r"([A-Za-z])|(-?\d*\.?\d+)")

Outline = list[tuple[float, float]]
Attributes = Mapping[str, str]


class UnknownShape(Exception):
    """An element or a command of a path that cannot be drawn."""


class Step(NamedTuple):
    command: str
    numbers: list[float]


def square(document: str, size: int) -> Image.Image:
    """Draw a document whose view box is a square with the origin in its corner."""
    root = ElementTree.fromstring(document)  # noqa: S314  # the text is our own
    whole = size * SMOOTHING
    picture = Image.new("RGB", (whole, whole))
    scale = whole / float(root.attrib["viewBox"].split()[2])
    _draw(ImageDraw.Draw(picture), root, {"fill": "#000"}, scale)
    return picture.resize((size, size), Image.Resampling.LANCZOS)


def _draw(canvas: ImageDraw.ImageDraw, element: ElementTree.Element, inherited: Attributes, scale: float) -> None:
    attributes = {**inherited, **element.attrib}
    kind = element.tag.partition("}")[2]
    if kind in ("svg", "g"):
        for child in element:
            _draw(canvas, child, attributes, scale)
    elif kind == "path":
        for outline in outlines(attributes["d"]):
            _draw_outline(canvas, [(x * scale, y * scale) for x, y in outline], attributes, scale)
    elif kind == "circle":
        x, y, r = (float(attributes[name]) * scale for name in ("cx", "cy", "r"))
        canvas.ellipse((x - r, y - r, x + r, y + r), attributes["fill"])
    elif kind == "rect":
        x, y, width, height, r = (
            float(attributes.get(name, 0)) * scale for name in ("x", "y", "width", "height", "rx")
        )
        canvas.rounded_rectangle((x, y, x + width, y + height), r, attributes["fill"])
    else:
        raise UnknownShape(kind)


def _draw_outline(canvas: ImageDraw.ImageDraw, outline: Outline, attributes: Attributes, scale: float) -> None:
    if "stroke" not in attributes:
        canvas.polygon(outline, attributes["fill"])
        return
    width, color = float(attributes["stroke-width"]) * scale, attributes["stroke"]
    canvas.line(outline, color, round(width), joint="curve")
    for x, y in (outline[0], outline[-1]):  # round ends
        canvas.circle((x, y), width / 2, color)


def outlines(path: str) -> list[Outline]:
    """Return the lines of a path, with curves divided into short lines."""
    found: list[Outline] = []
    for step in _steps(path):
        if step.command in "Mm":
            start = found[-1][-1] if found else (0.0, 0.0)
            found.append([_moved(step, start)])
        elif step.command in "Zz":
            found[-1].append(found[-1][0])
        else:
            found[-1] += _continued(step, found[-1][-1])
    return found


def _steps(path: str) -> Iterator[Step]:
    """Yield one command after the other; one with more numbers than it needs is repeated."""
    tokens = TOKEN.findall(path)
    command, numbers = "", []
    for letter, number in tokens:
        if letter:
            command = letter
        else:
            numbers.append(float(number))
        if command.upper() not in NUMBERS:
            raise UnknownShape(command)
        if len(numbers) == NUMBERS[command.upper()]:
            yield Step(command, numbers)
            numbers = []
            command = {"M": "L", "m": "l"}.get(command, command)


def _moved(step: Step, start: tuple[float, float]) -> tuple[float, float]:
    x, y = step.numbers[-2:]
    return (start[0] + x, start[1] + y) if step.command.islower() else (x, y)


def _continued(step: Step, start: tuple[float, float]) -> Outline:
    x, y = start
    dx, dy = start if step.command.islower() else (0.0, 0.0)
    numbers = step.numbers
    match step.command.upper():
        case "H":
            return [(dx + numbers[0], y)]
        case "V":
            return [(x, dy + numbers[0])]
        case "Q":
            middle, end = (dx + numbers[0], dy + numbers[1]), _moved(step, start)
            return [_between(start, middle, end, n / STEPS) for n in range(1, STEPS + 1)]
        case "A":
            return _half_ellipse(start, _moved(step, start), ry=numbers[1], is_clockwise=bool(numbers[4]))
    return [_moved(step, start)]


def _between(
    start: tuple[float, float], middle: tuple[float, float], end: tuple[float, float], part: float
) -> tuple[float, float]:
    """Return a point of a quadratic curve."""
    weights = (1 - part) ** 2, 2 * part * (1 - part), part**2
    x, y = (
        sum(weight * point[axis] for weight, point in zip(weights, (start, middle, end), strict=True))
        for axis in (0, 1)
    )
    return x, y


def _half_ellipse(start: tuple[float, float], end: tuple[float, float], ry: float, is_clockwise: bool) -> Outline:
    """Return a half of an ellipse whose diameter leads from the start to the end, horizontally. No other arcs occur."""
    center, rx = (start[0] + end[0]) / 2, (end[0] - start[0]) / 2
    up = -ry if is_clockwise == (rx > 0) else ry
    angles = (pi * n / STEPS for n in range(1, STEPS + 1))
    return [(center - rx * cos(angle), start[1] + up * sin(angle)) for angle in angles]
