"""The picture of an invitation shows its words and seats, whatever their length and number."""

from io import BytesIO
from itertools import pairwise

import pytest
from PIL import Image, ImageChops

from games.people import avatars
from games.pictures.canvas import FELT, HEIGHT, MARGIN, WIDTH, can_write, shortened
from games.pictures.invitation import Invitation, Seat, draw, render

pytestmark = pytest.mark.once
FACE = avatars.render("ann")
ALONE = Invitation("Last Card", "Ann invites you to play", "Official – Classic deck, 1 seat", (), (Seat("Ann", FACE),))


def picture(
    title: str = ALONE.title, details: tuple[str, ...] = (), seats: tuple[Seat, ...] = ALONE.seats
) -> Image.Image:
    return draw(Invitation(ALONE.site, title, ALONE.rules, details, seats))


def test_it_is_a_small_png() -> None:
    png = render(ALONE)
    found = Image.open(BytesIO(png))
    assert (found.format, found.size) == ("PNG", (WIDTH, HEIGHT))
    assert len(png) < 60_000


def difference(one: Image.Image, other: Image.Image) -> tuple[int, int, int, int]:
    """Return the box in which two pictures differ."""
    box = ImageChops.difference(one, other).point(lambda value: 255 * (value > 24)).getbbox()
    assert box
    return box


def test_it_shows_who_invites_and_the_rules() -> None:
    left, top, _, bottom = difference(picture(), picture("Bob invites you to play"))
    assert left >= MARGIN
    assert 130 < top < bottom < 240
    _, top, _, bottom = difference(picture(), picture(details=("Seven swaps hands.", "Zero passes hands.")))
    assert 240 < top < bottom < 400


@pytest.mark.parametrize("count", [2, 4, 10])
def test_every_seat_has_its_place_within_the_picture(count: int) -> None:
    free = picture(seats=(Seat(),) * count)
    boxes = []
    for number in range(count):
        seats = [Seat()] * count
        seats[number] = Seat("Ann", FACE)
        boxes.append(difference(free, picture(seats=tuple(seats))))
    assert all(
        MARGIN <= left < right <= WIDTH - MARGIN and 420 < top < bottom < HEIGHT for left, top, right, bottom in boxes
    )
    assert all(before[2] <= after[0] for before, after in pairwise(boxes))


def test_long_words_stay_within_the_picture() -> None:
    left, _, right, _ = difference(picture(""), picture("W" * 200))
    assert MARGIN <= left < right <= WIDTH - MARGIN
    assert shortened("short", 24, 200) == "short"
    assert shortened("W" * 40, 24, 200).endswith("W…")


def test_a_name_that_the_font_lacks_is_left_out() -> None:
    assert can_write("Ann O’Brien 2")
    assert not can_write("日本")
    assert picture(seats=(Seat("日本", FACE),)).tobytes() == picture(seats=(Seat("", FACE),)).tobytes()


def test_a_free_seat_is_not_filled() -> None:
    middle = picture(seats=(Seat(),)).getpixel((WIDTH // 2, 500))
    felt = tuple(int(FELT[at : at + 2], 16) for at in (1, 3, 5))
    assert isinstance(middle, tuple)
    assert all(abs(one - other) < 8 for one, other in zip(middle, felt, strict=True))
