"""The picture of a table to which somebody invites: who invites, the rules, and who sits there."""

from dataclasses import dataclass
from functools import cache
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

from games.pictures.svg import square

WIDTH, HEIGHT = SIZE = 1200, 630
"""What messengers ask for."""
MARGIN = 64
NIGHT, ROOM, FELT, RIM = "#0d1330", "#1a2452", "#2c4190", "#c39545"
PAPER, SOFT, LIGHT, RED = "#fffaf2", "#c6cdea", "#8d98c9", "#d63a2f"
COLORS = 128
LARGEST_FACE = 132
SMALLEST_TEXT = 20
LINE = 1.3
"""From one line of text to the next, as a multiple of its size."""


@dataclass(frozen=True)
class Seat:
    """A name and an avatar as SVG; both are empty for a free seat."""

    name: str = ""
    avatar: str = ""


@dataclass(frozen=True)
class Invitation:
    site: str
    title: str
    rules: str
    details: tuple[str, ...]
    seats: tuple[Seat, ...]


def render(invitation: Invitation) -> bytes:
    """Render the picture as PNG, with few colors, so that it is small."""
    output = BytesIO()
    draw(invitation).quantize(COLORS, dither=Image.Dither.NONE).save(output, "PNG", optimize=True)
    return output.getvalue()


def draw(invitation: Invitation) -> Image.Image:
    picture = _table().copy()
    canvas = ImageDraw.Draw(picture)
    _draw_brand(canvas, invitation.site)
    y = _write(canvas, 142, invitation.title, 68, PAPER)
    y = _write(canvas, y + 10, invitation.rules, 40, SOFT)
    for line in invitation.details:
        y = _write(canvas, y, line, 27, LIGHT)
    _draw_seats(picture, canvas, invitation.seats)
    return picture


@cache
def _table() -> Image.Image:
    """Return the empty table: drawn twice as large, so that its edge is smooth."""
    picture = Image.new("RGB", (WIDTH * 2, HEIGHT * 2), NIGHT)
    canvas = ImageDraw.Draw(picture)
    canvas.ellipse((-600, 700, WIDTH * 2 + 600, HEIGHT * 2 + 900), fill=ROOM)
    canvas.ellipse((-160, 800, WIDTH * 2 + 160, HEIGHT * 2 + 700), fill=FELT, outline=RIM, width=22)
    return picture.resize(SIZE, Image.Resampling.LANCZOS)


def _draw_brand(canvas: ImageDraw.ImageDraw, site: str) -> None:
    canvas.rounded_rectangle((MARGIN, 46, MARGIN + 44, 104), 10, RED)
    canvas.polygon([(MARGIN + 22, 60), (MARGIN + 36, 88), (MARGIN + 8, 88)], PAPER)
    canvas.text((MARGIN + 62, 75), site, PAPER, _font(36), anchor="lm")


def _write(canvas: ImageDraw.ImageDraw, y: float, text: str, size: int, color: str) -> float:
    """Write a line, smaller if it is too long, and return where the next one begins."""
    room = WIDTH - 2 * MARGIN
    while size > SMALLEST_TEXT and _font(size).getlength(text) > room:
        size -= 2
    canvas.text((MARGIN, y), shortened(text, size, room), color, _font(size))
    return y + size * LINE


def shortened(text: str, size: int, room: float) -> str:
    """Return what of a text fits into so much room."""
    if _font(size).getlength(text) <= room:
        return text
    while text and _font(size).getlength(f"{text}…") > room:
        text = text[:-1]
    return f"{text.rstrip()}…"


def _draw_seats(picture: Image.Image, canvas: ImageDraw.ImageDraw, seats: tuple[Seat, ...]) -> None:
    step = (WIDTH - 2 * MARGIN) / len(seats)
    size = min(LARGEST_FACE, round(step * 0.8))
    for number, seat in enumerate(seats):
        center, top = MARGIN + step * (number + 0.5), 500 - size // 2
        if seat.avatar:
            picture.paste(square(seat.avatar, size), (round(center - size / 2), top), _disc(size))
        else:
            _draw_free_seat(canvas, center, top, size)
        if can_write(seat.name):
            name = shortened(seat.name, 24, step - 6)
            canvas.text((center, top + size + 12), name, PAPER, _font(24), anchor="ma")


def _draw_free_seat(canvas: ImageDraw.ImageDraw, center: float, top: float, size: int) -> None:
    box = (center - size / 2, top, center + size / 2, top + size)
    for angle in range(0, 360, 30):
        canvas.arc(box, angle, angle + 18, LIGHT, 4)


@cache
def _disc(size: int) -> Image.Image:
    mask = Image.new("L", (size * 4, size * 4), 0)
    ImageDraw.Draw(mask).ellipse((0, 0, size * 4, size * 4), 255)
    return mask.resize((size, size), Image.Resampling.LANCZOS)


@cache
def _font(size: int) -> ImageFont.FreeTypeFont:
    """Return the font that comes with Pillow, which has Latin letters."""
    font = ImageFont.load_default(size)
    assert isinstance(font, ImageFont.FreeTypeFont)  # noqa: S101  # Pillow is built with FreeType
    return font


def can_write(text: str) -> bool:
    """Whether the font has all letters of a text."""
    return all(_has_glyph(letter) for letter in text)


@cache
def _missing() -> bytes:
    return bytes(_font(24).getmask("\uffff"))


def _has_glyph(letter: str) -> bool:
    return letter.isspace() or bytes(_font(24).getmask(letter)) != _missing()
