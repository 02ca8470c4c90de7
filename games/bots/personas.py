"""The characters that bots appear as: each has a name and a face of its own, and belongs to a kind.

>>> choose("Hard", taken=["Vera", "Noor"], key="a table")
Persona(name='Magnus', face='magnus15', color='blue')
>>> face("Vera", "Hard"), face("Hard 2", "Hard")
('vera5', 'hard')
"""

from collections.abc import Collection
from itertools import chain, count
from random import Random
from typing import NamedTuple


class Persona(NamedTuple):
    """A character. No two of them look alike: their faces differ in shape or in color."""

    name: str
    face: str
    color: str = ""


CAST = """\
Random: Pip pip violet, Dizzy dizzy red, Momo momo blue
Easy: Rosa rosa green, Benny benny orange, Tilda tilda7 purple
Medium: Oskar oskar brown, Lina lina1 yellow, Jun jun5 violet
Hard: Vera vera5 red, Magnus magnus15 blue, Noor noor5 green
Offensive: Rocco rocco5 orange, Zita zita25 purple, Bram bram15 brown
Defensive: Greta greta55 yellow, Hugo hugo12 violet, Wanda wanda62 red
Chaotic: Ziggy ziggy19 blue, Kiki kiki30 green, Loki loki17 orange
Mixed: Robin robin3 purple, Sasha sasha92 brown, Quinn quinn18 yellow
Ruthless: Raven raven13 violet, Drago drago red, Nyx nyx13 blue
Expert: Ada ada5 green, Cosmo cosmo11 orange, Sofia sofia23 purple
"""
"""The characters of each kind: name, face and the color of the face."""


def _read(cast: str) -> dict[str, tuple[Persona, ...]]:
    rows = (row.split(": ") for row in cast.splitlines())
    return {kind: tuple(Persona(*words.split()) for words in listed.split(", ")) for kind, listed in rows}


OF_KIND = _read(CAST)
PERSONAS = {persona.name: persona for persona in chain.from_iterable(OF_KIND.values())}


def choose(kind: str, taken: Collection[str], key: str, worn: Collection[str] = ()) -> Persona:
    """Return a character for a bot of this kind whose name is free, and if possible also the color of its face.

    `worn` are the colors of the people at the table. The same key gives the same order, and other tables meet other
    characters first. Characters of other kinds help out when all of its own are at the table.
    """
    names = {name.casefold() for name in taken}
    colors = {PERSONAS[name].color for name in taken if name in PERSONAS} | set(worn)
    free = [persona for persona in _candidates(kind, Random(f"{key} {kind}")) if persona.name.casefold() not in names]
    return min(free, key=lambda persona: persona.color in colors) if free else _numbered(kind, names)


def _candidates(kind: str, random: Random) -> list[Persona]:
    """All characters, its own first."""
    own = OF_KIND.get(kind, ())
    others = [persona for persona in PERSONAS.values() if persona not in own]
    return random.sample(own, len(own)) + random.sample(others, len(others))


def _numbered(kind: str, names: Collection[str]) -> Persona:
    """Return a bot without a character: people at the table have taken all names."""
    free = (number for number in count(1) if f"{kind} {number}".casefold() not in names)
    return Persona(f"{kind} {next(free)}", kind.lower())


def face(name: str, kind: str) -> str:
    """Return the face of a bot by its name. Bots that were named after their kind have a face for the kind."""
    persona = PERSONAS.get(name)
    return persona.face if persona else kind.lower()
