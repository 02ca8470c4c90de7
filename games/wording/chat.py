"""Reactions at a table, by code.

>>> reaction("laugh", "Ann")
'Ann laughs.'
"""

from typing import NamedTuple

from games.wording.templates import fill


class Reaction(NamedTuple):
    """The label of a reaction's button, and what others are told."""

    label: str
    sentence: str


REACTIONS = {
    "laugh": Reaction("Laugh", "{name} laughs."),
    "wow": Reaction("Wow", "{name} is amazed."),
    "sad": Reaction("Sad", "{name} is sad."),
    "angry": Reaction("Angry", "{name} is angry."),
    "cool": Reaction("Cool", "{name} keeps cool."),
    "tired": Reaction("Waiting", "{name} is getting sleepy."),
    "heart": Reaction("Love it", "{name} loves it."),
    "fire": Reaction("On fire", "{name} says this is on fire."),
}


def reaction(kind: str, name: str) -> str:
    """What everyone at the table is told about a reaction."""
    return fill(REACTIONS[kind].sentence, name=name)
