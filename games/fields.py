"""Columns of our own: what a player may be called, how two names are told apart, and how a name is taken out of texts
again."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models

SHORTEST_NAME = 2
LONGEST_NAME = 20
FORMER_PLAYER = "A former player"
"""What stands where the name of somebody stood who has deleted their account."""
MOST_MENTIONS = 20
"""A name in more texts than this, by people who have nothing to do with its owner, is taken for a common word."""
LETTERS_AND_MORE = "Names are made of letters, digits, spaces, dots, underscores and hyphens."

# Unicode counts these as letters or marks although nobody can see them.
INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0\U00016fe4")
# A sign, then at most two marks on it: enough for every living script, too few to climb over other lines.
SHAPE = re.compile(r"(?:[LN]M{0,2}|-)+")


def clean_name(text: str) -> str:
    """The name as it is kept – NFC, single plain spaces – or a sentence that says what is wrong with it."""
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not SHORTEST_NAME <= len(name) <= LONGEST_NAME:
        raise ValidationError(f"A name has {SHORTEST_NAME} to {LONGEST_NAME} characters.", code="length")
    kinds = "".join(_kind(sign) for sign in name)
    if not SHAPE.fullmatch(kinds):
        raise ValidationError(LETTERS_AND_MORE, code="characters")
    if "L" not in kinds and "N" not in kinds:
        raise ValidationError("A name needs a letter or a digit.", code="characters")
    return name


def name_key(name: str) -> str:
    """Equal for two names exactly when players would take them for the same: case, width and ligatures aside.

    Folding can undo a normal form and normalizing can undo the folding, hence twice.
    """
    for _ in range(2):
        name = unicodedata.normalize("NFKC", name).casefold()
    return unicodedata.normalize("NFKC", " ".join(name.split()))


def _kind(sign: str) -> str:
    """Letter, number, mark, one of our four separators, or something that has no place in a name."""
    if sign in " ._-":
        return "-"
    if sign in INVISIBLE or "VARIATION SELECTOR" in unicodedata.name(sign, ""):
        return "?"
    category = unicodedata.category(sign)
    return category[0] if category[0] in "LM" or category == "Nd" else "?"


class NameField(models.CharField):  # type: ignore[type-arg]  # generic in the stubs only
    """A display name. Whatever cleans the field – forms, admin, commands – gets the name as it is kept."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs["max_length"] = LONGEST_NAME
        super().__init__(*args, **kwargs)

    def clean(self, value: Any, model_instance: models.Model | None) -> str:
        return str(super().clean(clean_name(str(value or "")), model_instance))


class Names:
    """Everything that somebody was called here, so that it can be taken out of texts."""

    def __init__(self, known: Iterable[str], in_any_case: bool = True) -> None:
        # The longest first: of two names, one may be the beginning of the other.
        self.known = sorted({name for name in known if name}, key=len, reverse=True)
        names = "|".join(map(re.escape, self.known))
        self._pattern = re.compile(rf"(?<!\w)(?:{names})(?!\w)", re.IGNORECASE if in_any_case else 0)

    def without(self, text: str) -> str:
        return self._pattern.sub(lambda found: FORMER_PLAYER if found.start() == 0 else FORMER_PLAYER.lower(), text)

    def erase_from(self, rows: models.QuerySet[Any], *fields: str) -> None:
        """Take the names out of texts that have to do with the person."""
        for row in self._naming(rows, fields):
            self._erase(row, fields)

    def erase_mentions(self, rows: models.QuerySet[Any], *fields: str) -> None:
        """Take the names out of other people's texts, unless a name is a common word there: else somebody could call
        themselves “spam”, delete the account, and so spoil what the staff has written everywhere."""
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
        """Past whatever keeps such a row from being changed. What gets too long is cut."""
        texts = {field: self.without(getattr(row, field)) for field in fields}
        longest = {field: getattr(row._meta.get_field(field), "max_length", None) for field in fields}
        cut = {field: text[: longest[field]] for field, text in texts.items()}
        row._meta.base_manager.filter(pk=row.pk).update(**cut)
