"""The characters that bots appear as, and how strong each kind is."""

from games.bots import BOTS, strength
from games.bots.personas import OF_KIND, PERSONAS, choose, face
from games.people.avatars import BODIES, COLORS, color, render
from games.wording.personas import LINES, line

SEATS = 10


def look(word: str) -> tuple[str, str]:
    """The color and the body of a face."""
    picture = render(word)
    paint = next(paint for paper, paint, _ in COLORS if paper in picture and paint in picture)
    return paint, next(body for body in BODIES if body in picture)


def test_every_kind_has_characters_with_names_faces_and_lines_of_their_own() -> None:
    assert list(OF_KIND) == list(BOTS)
    assert len(PERSONAS) == sum(map(len, OF_KIND.values())) == 30
    assert list(LINES) == list(PERSONAS)
    assert len(set(LINES.values())) == len(LINES)
    assert line("Hard 2") == ""


def test_no_two_characters_look_alike() -> None:
    assert len({look(persona.face) for persona in PERSONAS.values()}) == len(PERSONAS)


def test_their_colors_are_those_of_their_faces() -> None:
    colors = {(persona.color, look(persona.face)[0]) for persona in PERSONAS.values()}
    assert len(colors) == len(COLORS)
    assert all(persona.color == color(persona.face) for persona in PERSONAS.values())


def test_at_a_full_table_of_one_kind_all_bots_differ_and_eight_have_colors_of_their_own() -> None:
    for kind in BOTS:
        names: list[str] = []
        for _ in range(SEATS - 1):
            names.append(choose(kind, names, key="a table").name)
        assert len({look(face(name, kind)) for name in names}) == SEATS - 1
        assert len({PERSONAS[name].color for name in names[: len(COLORS)]}) == len(COLORS)


def test_a_kind_appears_as_its_own_characters_first_and_as_others_at_other_tables() -> None:
    own = {persona.name for persona in OF_KIND["Hard"]}
    assert {choose("Hard", [], f"table {number}").name for number in range(30)} == own


def test_a_name_of_a_person_at_the_table_is_not_taken_again() -> None:
    people = [name.upper() for name in PERSONAS if name != "Nyx"]
    assert choose("Easy", people, "a table").name == "Nyx"
    assert choose("Easy", [*PERSONAS, "easy 1"], "a table").name == "Easy 2"


def test_bots_have_other_colors_than_people_at_the_table() -> None:
    for number in range(30):
        assert choose("Medium", [], f"table {number}", worn=["yellow"]).color != "yellow"


def test_kinds_are_ranked_by_what_was_measured() -> None:
    rates = [strength.win_rates()[kind] for kind in strength.ranked()]
    assert rates == sorted(rates, reverse=True)
    levels = [strength.level(kind) for kind in strength.ranked()]
    assert levels == sorted(levels, reverse=True)
    assert {levels[0], levels[-1]} == {len(strength.LEVELS) + 1, 1}
