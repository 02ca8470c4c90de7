"""How templates are laid out in their source, and what the loader makes of it."""

from typing import Any

import pytest
from django.template.loader import get_template, render_to_string

from games.devtools.template_format import TEMPLATES, formatted, problems
from games.devtools.template_tree import FormatError
from games.template_loader import condense

pytestmark = pytest.mark.once
LAYOUTS = {
    "between tags": ("<ul>\n  <li>a</li>\n  <li>b</li>\n</ul>\n", "<ul><li>a</li><li>b</li></ul>"),
    "inside a tag": ("<p>\n  Some text\n</p>", "<p>Some text</p>"),
    "between words": ("<p>Some\n   text</p>", "<p>Some text</p>"),
    "between text and a tag": ("Some\n<b>bold</b>\ntext", "Some <b>bold</b> text"),
    "between text and a branch": ("{{ a }}\n{% if b %}\n  b\n{% endif %}", "{{ a }} {% if b %}b{% endif %}"),
    "around an else": ("{% if a %}\n  a\n{% else %}\n  b\n{% endif %}", "{% if a %}a{% else %}b{% endif %}"),
    "on one line": ("<b>a</b> <b>b</b> {% if c %} c{% endif %}", "<b>a</b> <b>b</b> {% if c %} c{% endif %}"),
    "between attributes": ('<a\n  id="a"\n  href="b"\n>c</a>', '<a id="a" href="b">c</a>'),
    "before a conditional attribute": ("<a\n  {% if b %} b{% endif %}\n>", "<a{% if b %} b{% endif %}>"),
    "around an attribute in a branch": ("<a\n  {% if b %}\n    b\n  {% endif %}\n>", "<a{% if b %} b{% endif %}>"),
    "in a class": ('<a class="a\n  {% if b %} b{% endif %}">', '<a class="a{% if b %} b{% endif %}">'),
    "in a long value": ('<a title="one\n    two">', '<a title="one two">'),
    "with quotes in quotes": ('<a title="{{ a|default:"x > y" }}\n">', '<a title="{{ a|default:"x > y" }}">'),
    "around a comment": ("<b>a</b>\n{# why #}\n<b>b</b>", "<b>a</b><b>b</b>"),
    "around a long comment": ("<b>a</b>\n{% comment %}\n<p>\n{% endcomment %}\n<b>b</b>", "<b>a</b><b>b</b>"),
}
UNTOUCHED = (
    "<pre>\n  a\n\n  b\n</pre>",
    "<textarea>\n  a\n</textarea>",
    "<script>\n  a\n</script>",
    "{% verbatim %}\n  <b>\n{% endverbatim %}",
    "<p>1 < 2  and 3 > 2</p>",
)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_layout_of_the_source_is_dropped(layout: str) -> None:
    source, condensed = LAYOUTS[layout]
    assert condense(source) == condensed


@pytest.mark.parametrize("source", UNTOUCHED)
def test_text_that_means_its_whitespace_keeps_it(source: str) -> None:
    assert condense(source) == source


def test_a_page_is_sent_without_its_layout() -> None:
    assert "\n" not in render_to_string("lobby/_notice.html", {"sentence": "Saved."})


def test_a_mail_keeps_its_lines() -> None:
    mail: Any = get_template("account/email/base_message.txt")
    assert mail.template.source == (TEMPLATES / "account/email/base_message.txt").read_text()


def test_every_template_is_formatted() -> None:
    found = {path.name: list(problems(path.read_text())) for path in TEMPLATES.rglob("*.html")}
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


CRAMMED = (
    "<ul><li>a</li><li>b</li></ul>\n",
    "<p>{% if a %}<b>a</b>{% else %}<i>b</i>{% endif %}</p>\n",
    "<ul>\n    <li>a</li>\n</ul>\n",
    "<p>a</p> \n",
    f"<p>{'word ' * 30}</p>\n",
    f'<input name="{"a" * 60}" value="{"b" * 60}">\n',
)


@pytest.mark.parametrize("source", CRAMMED)
def test_a_crammed_template_is_not_formatted(source: str) -> None:
    assert list(problems(source)) == ["not formatted"]
    assert list(problems(formatted(source))) == []
    assert condense(formatted(source)) == condense(source).rstrip()


@pytest.mark.parametrize("source", ["<p>", "</p>", "<p><b></p></b>", "{% if a %}<p>{% endif %}</p>"])
def test_a_template_that_does_not_close_what_it_opens_is_refused(source: str) -> None:
    with pytest.raises(FormatError):
        formatted(source)


def test_a_line_that_cannot_be_broken_has_to_be_written_anew() -> None:
    assert list(problems(f'<a title="{"a" * 120}">b</a>\n')) != []
