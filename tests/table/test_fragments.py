"""Fragments escape what they show, although Jinja2 does not do it for them."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.utils.safestring import SafeString
from jinja2 import UndefinedError

from games import fragments
from games.fragments import filled, frame, places, render

MEAN = "<b>&'\""
MEANT = "&lt;b&gt;&amp;&#x27;&quot;"
SOURCES = sorted(Path(settings.ROOT / "templates" / "fragments").glob("*.html"))


def shown(source: str, part: object) -> str:
    return str(fragments._templates.from_string(source).render(part=part))


@pytest.mark.parametrize(
    "source",
    [
        "{{ part }}",
        "{{ part|join }}",
        "{{ '%s'|format(part) }}",
        "{{ part ~ '' }}",
        "{{ part if part else '' }}",
        "{{ [part]|first }}",
        "{% for one in [part] %}{{ one }}{% endfor %}",
        "{% set one = part %}{{ one }}",
        "{% macro f(one) %}{{ one }}{% endmacro %}{{ f(part) }}",
    ],
)
def test_whatever_a_template_does_with_a_text_it_is_escaped(source: str) -> None:
    assert "<" not in shown(source, MEAN)
    assert "&lt;b&gt;" in shown(source, MEAN).replace("&amp;", "&")


def test_markup_and_numbers_are_shown_as_they_are() -> None:
    assert shown("{{ part }}", SafeString("<i>7</i>")) == "<i>7</i>"
    assert shown("{{ part }}{{ part|length }}", (1, 2)) == "(1, 2)2"


def test_a_value_that_is_missing_is_an_error() -> None:
    with pytest.raises(UndefinedError):
        shown("{{ part.nothing }}", "")


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_no_fragment_marks_a_text_as_safe(source: Path) -> None:
    assert not re.search(r"\|\s*safe|autoescape", source.read_text())


def test_a_message_and_a_sentence_escape_their_facts() -> None:
    assert MEANT in render("message", MEAN)
    assert filled("<i>{name}</i>{card}", name=MEAN, card=SafeString("<b>7</b>")) == f"<i>{MEANT}</i><b>7</b>"


def test_a_frame_has_the_places_of_its_rows_and_is_rendered_once() -> None:
    found = frame("log", None, ("l1-0", "l2-0"), places)
    assert re.findall(r'<li id="([^"]+)" data-same></li>', found) == ["l1-0", "l2-0"]
    assert frame("log", None, ("l1-0", "l2-0"), places) is found
