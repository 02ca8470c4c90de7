"""The page that explains the rules: the presets, or whatever options its address names."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from games.engine import OPTIONS, PRESETS, Rules
from games.engine.cards import Face
from games.engine.steps import effect
from games.pages.examples import Example, card_example, example, explained_faces
from games.table import cards
from games.table.rules_summary import read, rules_url
from games.wording import fill, options, rulebook
from games.wording.card_rules import explain
from games.wording.inspection import SIDES
from games.wording.rule_sentences import differing
from games.wording.rulebook import Chapter

KEPT = 64


class Card(NamedTuple):
    """A card that is explained, or all numbers together."""

    title: str
    html: SafeString
    points: str
    does: tuple[str, ...]
    example: Example


class Side(NamedTuple):
    """The cards of one side of a deck; a deck with one side has no title."""

    title: str
    cards: tuple[Card, ...]


class Section(NamedTuple):
    """A chapter under the rules that the page explains."""

    code: str
    title: str
    sentences: tuple[str, ...]
    sides: tuple[Side, ...]
    examples: tuple[Example, ...]


class Preset(NamedTuple):
    name: str
    line: str
    url: str
    differs: tuple[str, ...]


class OptionLine(NamedTuple):
    label: str
    value: str
    differs: bool


class Book(NamedTuple):
    """All that the page says about some rules."""

    title: str
    line: str
    preset: str
    differs: tuple[str, ...]
    sections: tuple[Section, ...]
    options: tuple[OptionLine, ...]
    presets: tuple[Preset, ...]


@login_not_required
@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    chosen, problems = read(request.GET.dict())
    return render(request, "pages/rules.html", {"book": book(chosen), "problems": problems})


@lru_cache(maxsize=KEPT)
def book(chosen: Rules) -> Book:
    """Return what the page says about these rules; it never changes, so it is kept."""
    name = chosen.preset_name or ""
    title = fill(rulebook.PAGE_TITLES["preset" if name else "own"], name=name)
    return Book(
        title=title,
        line=options.PRESET_LINES.get(name, ""),
        preset=name,
        differs=tuple(differing(chosen, settings.CALL_WORD)),
        sections=tuple(_sections(chosen)),
        options=tuple(_options(chosen)),
        presets=_presets(),
    )


def _sections(chosen: Rules) -> Iterator[Section]:
    for chapter in rulebook.CHAPTERS:
        yield Section(
            code=chapter.code,
            title=chapter.title,
            sentences=tuple(rulebook.sentences(chapter, chosen, settings.CALL_WORD)),
            sides=_sides(chosen) if chapter.code == "cards" else (),
            examples=_examples(chapter, chosen),
        )


def _examples(chapter: Chapter, chosen: Rules) -> tuple[Example, ...]:
    return tuple(filter(None, (example(code, chosen) for code in chapter.examples)))


def _sides(chosen: Rules) -> tuple[Side, ...]:
    titles = SIDES if chosen.cards.two_sided else ("",)
    return tuple(
        Side(titles[side], tuple(_card(face, chosen, side) for face in explained_faces(chosen, side)))
        for side in range(len(chosen.cards.printed))
    )


def _card(face: Face, chosen: Rules, side: int) -> Card:
    is_plain = effect(chosen, face) == "number"
    return Card(
        title=fill(rulebook.NUMBERS) if is_plain else face.title,
        html=cards.shown(face.text, side),
        points=fill(rulebook.NUMBER_POINTS if is_plain else rulebook.POINTS, count=face.points),
        does=explain(face, chosen),
        example=card_example(face, chosen, side),
    )


def _options(chosen: Rules) -> Iterator[OptionLine]:
    for name, option in OPTIONS.items():
        value = getattr(chosen, name)
        yield OptionLine(options.label(name), options.value(name, value), value != option.official)


def _presets() -> tuple[Preset, ...]:
    return tuple(
        Preset(
            name=name,
            line=options.PRESET_LINES[name],
            url=rules_url(Rules.preset(name)),
            differs=tuple(differing(Rules.preset(name), settings.CALL_WORD)),
        )
        for name in PRESETS
    )
