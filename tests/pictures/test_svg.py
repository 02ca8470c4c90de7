"""SVG is drawn as browsers draw it: its shapes, curves, strokes and colors."""

from itertools import product

import pytest
from PIL import Image

from games.people import avatars
from games.pictures.svg import UnknownShape, outlines, square

pytestmark = pytest.mark.once
RED, WHITE, BLACK = (255, 0, 0), (255, 255, 255), (0, 0, 0)


def drawn(*shapes: str, size: int = 96, fill: str = "#fff") -> Image.Image:
    ground = f'<rect width="96" height="96" fill="{fill}"/>'
    return square(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96">{ground}{"".join(shapes)}</svg>', size)


def is_near(picture: Image.Image, point: tuple[int, int], color: tuple[int, int, int]) -> bool:
    """Whether a point has this color but for what smoothing adds."""
    found = picture.getpixel(point)
    assert isinstance(found, tuple)
    return all(abs(one - other) < 40 for one, other in zip(found, color, strict=True))


@pytest.mark.parametrize(
    ("shape", "inside", "outside"),
    [
        ('<rect x="20" y="30" width="40" height="20" fill="red"/>', [(21, 31), (58, 48)], [(18, 31), (40, 52)]),
        ('<rect x="20" y="30" width="40" height="20" rx="10" fill="red"/>', [(40, 31)], [(21, 31), (59, 49)]),
        ('<circle cx="48" cy="48" r="20" fill="red"/>', [(48, 30), (66, 48)], [(32, 32), (70, 48)]),
        ('<path d="M20 20h40v40Z" fill="red"/>', [(50, 25)], [(25, 50)]),
        ('<path d="M20 20 60 20l0 40H20Z" fill="red"/>', [(22, 58)], [(62, 40)]),
        ('<path d="M12 60V58a36 36 0 0 1 72 0v2Z" fill="red"/>', [(48, 24), (20, 50)], [(14, 30), (82, 30)]),
        ('<path d="M38 74a10 9 0 0 0 20 0Z" fill="red"/>', [(48, 81)], [(48, 70), (39, 82)]),
        ('<path d="M39 76q9 8 18 0" fill="none" stroke="red" stroke-width="4"/>', [(48, 80), (39, 76)], [(48, 75)]),
        ('<g fill="red"><path d="M10 10h10v10h-10ZM40 40h10v10h-10Z"/></g>', [(15, 15), (45, 45)], [(30, 30)]),
    ],
)
def test_a_shape_covers_its_inside_only(
    shape: str, inside: list[tuple[int, int]], outside: list[tuple[int, int]]
) -> None:
    picture = drawn(shape)
    assert all(is_near(picture, point, RED) for point in inside)
    assert all(is_near(picture, point, WHITE) for point in outside)


def test_a_picture_has_the_size_that_is_asked_for() -> None:
    picture = drawn('<circle cx="48" cy="48" r="40"/>', size=30)
    assert picture.size == (30, 30)
    assert is_near(picture, (15, 15), BLACK)
    assert is_near(picture, (1, 1), WHITE)


def test_every_part_of_an_avatar_can_be_drawn() -> None:
    for parts in (avatars.BODIES, avatars.TOPS, avatars.EYES, avatars.MOUTHS):
        pictures = [drawn(f'<g fill="#00f">{part}</g>', fill="#999").tobytes() for part in parts]
        assert len(set(pictures)) == len(parts)


def test_different_avatars_are_different_pictures() -> None:
    words = [f"{one}{other}" for one, other in product("ab", "cd")]
    assert len({square(avatars.render(word), 40).tobytes() for word in words}) == len(words)


@pytest.mark.parametrize("shape", ['<ellipse cx="1" cy="1" rx="1" ry="1"/>', '<path d="M0 0C1 1 2 2 3 3"/>'])
def test_what_cannot_be_drawn_is_named(shape: str) -> None:
    with pytest.raises(UnknownShape, match=r"ellipse|C"):
        drawn(shape)


def test_a_command_is_repeated_for_more_numbers() -> None:
    assert outlines("M0 0 1 0l0 1 1 0") == [[(0, 0), (1, 0), (1, 1), (2, 1)]]
