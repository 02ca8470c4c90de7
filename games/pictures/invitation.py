"""The picture of a table to which somebody invites: who invites, the rules, and who sits there."""

from dataclasses import dataclass

from PIL import Image, ImageDraw

from games.pictures.canvas import (
    LIGHT,
    MARGIN,
    PAPER,
    SOFT,
    WIDTH,
    as_png,
    draw_brand,
    empty_table,
    paste_avatar,
    write,
    write_name,
)

LARGEST_FACE = 132


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
    return as_png(draw(invitation))


def draw(invitation: Invitation) -> Image.Image:
    picture = empty_table().copy()
    canvas = ImageDraw.Draw(picture)
    draw_brand(canvas, invitation.site)
    y = write(canvas, 142, invitation.title, 68, PAPER)
    y = write(canvas, y + 10, invitation.rules, 40, SOFT)
    for line in invitation.details:
        y = write(canvas, y, line, 27, LIGHT)
    _draw_seats(picture, canvas, invitation.seats)
    return picture


def _draw_seats(picture: Image.Image, canvas: ImageDraw.ImageDraw, seats: tuple[Seat, ...]) -> None:
    step = (WIDTH - 2 * MARGIN) / len(seats)
    size = min(LARGEST_FACE, round(step * 0.8))
    for number, seat in enumerate(seats):
        center, top = MARGIN + step * (number + 0.5), 500 - size // 2
        if seat.avatar:
            paste_avatar(picture, seat.avatar, center, top, size)
        else:
            _draw_free_seat(canvas, center, top, size)
        write_name(canvas, seat.name, center, top + size + 12, step - 6)


def _draw_free_seat(canvas: ImageDraw.ImageDraw, center: float, top: float, size: int) -> None:
    box = (center - size / 2, top, center + size / 2, top + size)
    for angle in range(0, 360, 30):
        canvas.arc(box, angle, angle + 18, LIGHT, 4)
