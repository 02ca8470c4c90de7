"""Templates of sentences: named placeholders, plural forms, and who reads them."""

from typing import NamedTuple

from django.utils.translation import gettext, ngettext


class Plural(NamedTuple):
    """A sentence about a number, chosen by the fact `count`."""

    one: str
    many: str


Template = str | Plural


class ByReader(NamedTuple):
    """One event for its readers: the player who acts, all others, and the player it is done to, if there is one."""

    actor: Template
    others: Template
    target: Template | None = None

    def for_reader(self, reader: int | None, player: object, other: object = None) -> Template:
        """Return the template for the seat that reads, or for spectators; `player` and `other` are seats too."""
        if reader is not None and reader == player:
            return self.actor
        return self.target if self.target is not None and reader is not None and reader == other else self.others


def form(template: Template, count: object = 0) -> str:
    """Return the text of a template, in the form that goes with this number."""
    if isinstance(template, Plural):
        return ngettext(template.one, template.many, int(str(count)))
    return gettext(template)


def fill(template: Template, **facts: object) -> str:
    """Return the sentence with its placeholders filled in. Facts without a placeholder are ignored."""
    return form(template, facts.get("count", 0)).format(**facts)
