"""Templates of sentences: named placeholders, plural forms, and who reads them."""

from typing import NamedTuple

from django.utils.translation import gettext, ngettext


class Plural(NamedTuple):
    """A sentence about a number, chosen by the fact `count`."""

    one: str
    many: str


Template = str | Plural


class ByReader(NamedTuple):
    """One event for its three kinds of readers: who did it, whom it was done to, and all others."""

    actor: Template
    target: Template
    others: Template


def fill(template: Template, **facts: object) -> str:
    """The sentence with its placeholders filled in. Facts without a placeholder are ignored."""
    if isinstance(template, Plural):
        return ngettext(template.one, template.many, int(str(facts["count"]))).format(**facts)
    return gettext(template).format(**facts)
