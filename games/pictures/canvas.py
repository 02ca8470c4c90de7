"""What all pictures of the site share: the empty table, the brand, lines of text, and avatars."""

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
SMALLEST_TEXT = 20
LINE = 1.3
"""From one line of text to the next, as a multiple of its size."""


def as_png(picture: Image.Image) -> bytes:
    """Return the picture as PNG, with few colors, so that it is small."""
    output = BytesIO()
    picture.quantize(COLORS, dither=Image.Dither.NONE).save(output, "PNG", optimize=True)
    return output.getvalue()


@cache
def empty_table() -> Image.Image:
    """Return the empty table: drawn twice as large, so that its edge is smooth."""
    picture = Image.new("RGB", (WIDTH * 2, HEIGHT * 2), NIGHT)
    canvas = ImageDraw.Draw(picture)
    canvas.ellipse((-600, 700, WIDTH * 2 + 600, HEIGHT * 2 + 900), fill=ROOM)
    canvas.ellipse((-160, 800, WIDTH * 2 + 160, HEIGHT * 2 + 700), fill=FELT, outline=RIM, width=22)
    return picture.resize(SIZE, Image.Resampling.LANCZOS)


def draw_brand(canvas: ImageDraw.ImageDraw, site: str) -> None:
    canvas.rounded_rectangle((MARGIN, 46, MARGIN + 44, 104), 10, RED)
    canvas.polygon([(MARGIN + 22, 60), (MARGIN + 36, 88), (MARGIN + 8, 88)], PAPER)
    canvas.text((MARGIN + 62, 75), site, PAPER, font(36), anchor="lm")


def write(
    canvas: ImageDraw.ImageDraw, y: float, text: str, size: int, color: str, room: float = WIDTH - 2 * MARGIN
) -> float:
    """Write a line, smaller if it is too long, and return where the next one begins."""
    while size > SMALLEST_TEXT and font(size).getlength(text) > room:
        size -= 2
    canvas.text((MARGIN, y), shortened(text, size, room), color, font(size))
    return y + size * LINE


def shortened(text: str, size: int, room: float) -> str:
    """Return what of a text fits into so much room."""
    if font(size).getlength(text) <= room:
        return text
    while text and font(size).getlength(f"{text}…") > room:
        text = text[:-1]
    return f"{text.rstrip()}…"


def paste_avatar(picture: Image.Image, avatar: str, center: float, top: int, size: int) -> None:
    picture.paste(square(avatar, size), (round(center - size / 2), top), _disc(size))


def write_name(canvas: ImageDraw.ImageDraw, name: str, center: float, top: float, room: float) -> None:
    """Write a name below an avatar, if the font has its letters."""
    if can_write(name):
        canvas.text((center, top), shortened(name, 24, room), PAPER, font(24), anchor="ma")


@cache
def _disc(size: int) -> Image.Image:
    mask = Image.new("L", (size * 4, size * 4), 0)
    ImageDraw.Draw(mask).ellipse((0, 0, size * 4, size * 4), 255)
    return mask.resize((size, size), Image.Resampling.LANCZOS)


@cache
def font(size: int) -> ImageFont.FreeTypeFont:
    """Return the font that comes with Pillow, which has Latin letters."""
    font = ImageFont.load_default(size)
    assert isinstance(font, ImageFont.FreeTypeFont)  # noqa: S101  # Pillow is built with FreeType
    return font


def can_write(text: str) -> bool:
    """Whether the font has all letters of a text."""
    return all(_has_glyph(letter) for letter in text)


@cache
def _missing() -> bytes:
    return bytes(font(24).getmask("\uffff"))


def _has_glyph(letter: str) -> bool:
    return letter.isspace() or bytes(font(24).getmask(letter)) != _missing()
