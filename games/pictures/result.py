"""The picture of a game that is over: who has won, who has played, the last card, and the rules."""

from dataclasses import dataclass

from PIL import Image, ImageDraw

from games.pictures.canvas import (
    MARGIN,
    PAPER,
    SOFT,
    WIDTH,
    as_png,
    draw_brand,
    empty_table,
    font,
    paste_avatar,
    write,
    write_name,
)

LARGEST_FACE, CARD_WIDTH, CARD_HEIGHT = 116, 190, 285
CARD_TOP = 196
GOLD, INK = "#f5b82e", "#1d1512"
COLORS = {
    "red": "#d63a2f",
    "yellow": "#f4b400",
    "green": "#23784b",
    "blue": "#1f5fbf",
    "pink": "#e0559a",
    "teal": "#12908e",
    "orange": "#e8731a",
    "purple": "#6b45a8",
}


@dataclass(frozen=True)
class Seat:
    """A name, an avatar as SVG, and whether this player has won."""

    name: str
    avatar: str
    has_won: bool


@dataclass(frozen=True)
class Card:
    """A card as it is called, and its color; a wild has none."""

    words: str
    color: str


@dataclass(frozen=True)
class Result:
    site: str
    title: str
    rules: str
    seats: tuple[Seat, ...]
    card: Card


def render(result: Result) -> bytes:
    return as_png(draw(result))


def draw(result: Result) -> Image.Image:
    picture = empty_table().copy()
    canvas = ImageDraw.Draw(picture)
    draw_brand(canvas, result.site)
    y = write(canvas, 132, result.title, 60, PAPER)
    write(canvas, y + 4, result.rules, 34, SOFT, WIDTH - 3 * MARGIN - CARD_WIDTH)
    _draw_card(canvas, result.card)
    _draw_seats(picture, canvas, result.seats)
    return picture


def _draw_card(canvas: ImageDraw.ImageDraw, card: Card) -> None:
    left, top = WIDTH - MARGIN - CARD_WIDTH, CARD_TOP + 16
    box = (left, top, left + CARD_WIDTH, top + CARD_HEIGHT)
    canvas.rounded_rectangle(box, 22, PAPER)
    face = COLORS.get(card.color, INK)
    canvas.rounded_rectangle((left + 10, top + 10, left + CARD_WIDTH - 10, top + CARD_HEIGHT - 10), 15, face)
    middle, height = left + CARD_WIDTH / 2, CARD_HEIGHT * 0.42
    canvas.ellipse((left + 20, top + height - 62, left + CARD_WIDTH - 20, top + height + 92), PAPER)
    lines = card.words.split()
    size = min(96 if len(card.words) < 3 else 40, *(_fitting(line) for line in lines))
    y = top + height + 15 - (len(lines) - 1) * size * 0.55
    for line in lines:
        canvas.text((middle, y), line, INK, font(size), anchor="mm")
        y += size * 1.1


def _fitting(word: str) -> int:
    """Return the largest size at which a word fits into the middle of a card."""
    size = 96
    while size > 12 and font(size).getlength(word) > CARD_WIDTH - 62:
        size -= 2
    return size


def _draw_seats(picture: Image.Image, canvas: ImageDraw.ImageDraw, seats: tuple[Seat, ...]) -> None:
    step = (WIDTH - 3 * MARGIN - CARD_WIDTH) / len(seats)
    size = min(LARGEST_FACE, round(step * 0.8))
    for number, seat in enumerate(seats):
        center, top = MARGIN + step * (number + 0.5), 470 - size // 2
        if seat.has_won:
            canvas.ellipse((center - size / 2 - 7, top - 7, center + size / 2 + 7, top + size + 7), GOLD)
        paste_avatar(picture, seat.avatar, center, top, size)
        write_name(canvas, seat.name, center, top + size + 12, step - 6)
