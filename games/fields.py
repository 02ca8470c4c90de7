"""Players' names: the field that cleans them, the key that tells them apart, and removing them from texts."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models

from games.wording.site import NAME_CHARACTERS, NAME_LENGTH, NAME_WITHOUT_LETTER
from games.wording.templates import fill

SHORTEST_NAME = 2
LONGEST_NAME = 20
FORMER_PLAYER = "A former player"
"""Replaces the name of a person who has deleted their account."""
MOST_MENTIONS = 20
"""A name that occurs in more texts of unrelated people than this counts as a common word."""

# Unicode counts these as letters or marks, but they are invisible.
INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0\U00016fe4")
# A letter or digit with at most two marks: enough for every living script, too few to cover other lines.
SHAPE = re.compile(r"(?:[LN]M{0,2}|-)+")


def clean_name(text: str) -> str:
    """Return the name as it is stored: in NFC, with single spaces. Raise `ValidationError` with a sentence if it is not
    allowed."""
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not SHORTEST_NAME <= len(name) <= LONGEST_NAME:
        raise ValidationError(fill(NAME_LENGTH, shortest=SHORTEST_NAME, longest=LONGEST_NAME), code="length")
    kinds = "".join(_kind(char) for char in name)
    if not SHAPE.fullmatch(kinds):
        raise ValidationError(NAME_CHARACTERS, code="characters")
    if "L" not in kinds and "N" not in kinds:
        raise ValidationError(NAME_WITHOUT_LETTER, code="characters")
    return name


def name_key(name: str) -> str:
    """Return a key that is equal for names that players would take for the same, whatever their case and width.

    Folding can undo a normal form and normalizing can undo the folding, hence twice.
    """
    for _ in range(2):
        name = unicodedata.normalize("NFKC", name).casefold()
    return unicodedata.normalize("NFKC", " ".join(name.split()))


def _kind(char: str) -> str:
    """Letter (L), mark (M), digit (N), separator (-), or a character that names may not contain (?)."""
    if char in " ._-":
        return "-"
    if char in INVISIBLE or "VARIATION SELECTOR" in unicodedata.name(char, ""):
        return "?"
    category = unicodedata.category(char)
    return category[0] if category[0] in "LM" or category == "Nd" else "?"


class NameField(models.CharField):  # type: ignore[type-arg]  # generic in the stubs only
    """A display name. Forms, the admin and commands that clean the field get the name as it is stored."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs["max_length"] = LONGEST_NAME
        super().__init__(*args, **kwargs)

    def clean(self, value: Any, model_instance: models.Model | None) -> str:
        return str(super().clean(clean_name(str(value or "")), model_instance))


class Names:
    """All names that a person has had, to remove them from texts."""

    def __init__(self, known: Iterable[str], in_any_case: bool = True) -> None:
        # The longest first: of two names, one may be the beginning of the other.
        self.known = sorted({name for name in known if name}, key=len, reverse=True)
        names = "|".join(map(re.escape, self.known))
        self._pattern = re.compile(rf"(?<!\w)(?:{names})(?!\w)", re.IGNORECASE if in_any_case else 0)

    def without(self, text: str) -> str:
        return self._pattern.sub(lambda found: FORMER_PLAYER if found.start() == 0 else FORMER_PLAYER.lower(), text)

    def erase_from(self, rows: models.QuerySet[Any], *fields: str) -> None:
        """Remove the names from texts that are about the person."""
        for row in self._naming(rows, fields):
            self._erase(row, fields)

    def erase_mentions(self, rows: models.QuerySet[Any], *fields: str) -> None:
        """Remove the names from other people's texts, unless a name is a common word there: otherwise a person could
        call themselves “spam”, delete their account, and so damage the notes of the staff."""
        for name in self.known:
            one = Names({name}, in_any_case=False)
            found = list(islice(one._naming(rows, fields), MOST_MENTIONS + 1))
            for row in found if len(found) <= MOST_MENTIONS else ():
                one._erase(row, fields)

    def _naming(self, rows: models.QuerySet[Any], fields: Sequence[str]) -> Iterator[Any]:
        wanted = [models.Q(**{f"{field}__icontains": name}) for field in fields for name in self.known]
        for row in rows.filter(models.Q(*wanted, _connector=models.Q.OR)).only(*fields):
            if any(self._pattern.search(getattr(row, field)) for field in fields):
                yield row

    def _erase(self, row: models.Model, fields: Sequence[str]) -> None:
        """Change a row even if its model forbids changes. Texts that get too long are cut."""
        texts = {field: self.without(getattr(row, field)) for field in fields}
        longest = {field: getattr(row._meta.get_field(field), "max_length", None) for field in fields}
        cut = {field: text[: longest[field]] for field, text in texts.items()}
        row._meta.base_manager.filter(pk=row.pk).update(**cut)
