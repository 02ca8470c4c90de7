"""Templates of sentences: named placeholders, plural forms, and who reads them."""

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from django.utils.timezone import localtime
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
    """Return the sentence with its placeholders filled in. Facts without a placeholder are ignored.

    A sentence that names the time zone of its times is for one reader, and gets those of their zone. Sentences that are
    stored say “UTC”.
    """
    text = form(template, facts.get("count", 0))
    return text.format(**(_in_zone(facts) if "%Z}" in text else facts))


def _in_zone(facts: Mapping[str, object]) -> dict[str, object]:
    return {name: localtime(value) if isinstance(value, datetime) else value for name, value in facts.items()}
