"""The chat of a table."""

import asyncio

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.chat import fragments, lookups
from games.lobby import services
from games.models import Line, Visibility
from tests.lobby.conftest import HTMX


def test_what_is_said_is_there_for_whoever_comes_later(tables, ann, bob):
    table = tables(ann)
    table.press(ann, "say", text="Hello, all")
    page = table.shows(bob)
    assert "Hello, all" in page
    assert "<b>Ann</b>" in page


def test_quick_phrases_need_no_typing(tables, ann):
    table = tables(ann)
    page = table.shows(ann)
    assert 'name="phrase" value="Good luck!"' in page
    table.press(ann, "say", phrase="Good luck!", text="half a sent")
    assert Line.objects.get().text == "Good luck!"


def test_two_hundred_characters_are_the_most_and_a_longer_text_is_kept_in_the_field(tables, ann):
    table = tables(ann)
    table.press(ann, "say", text="x" * 200)
    answer = table.press(ann, "say", text="y" * 201)
    assert answer.status_code == 422
    assert "201 characters long" in answer.content.decode()
    assert "y" * 201 in answer.content.decode()
    assert Line.objects.count() == 1


@pytest.mark.parametrize("nothing", ["", "   ", "\n\t", "\x00", "\u202e\u2066"])
def test_nothing_is_not_said(tables, ann, nothing):
    table = tables(ann)
    assert "Say something first" in table.says(ann, "say", text=nothing)
    assert not Line.objects.exists()


def test_what_is_said_is_one_line_that_turns_no_other_around(tables, ann):
    table = tables(ann)
    table.press(ann, "say", text="one\r\ntwo\u202e three\x07")
    assert Line.objects.get().text == "one two three"


def test_markup_is_shown_as_it_was_typed(tables, ann):
    table = tables(ann)
    table.press(ann, "say", text="<script>alert(1)</script>")
    assert "&lt;script&gt;" in table.shows(ann)


def test_who_talks_too_fast_is_slowed_down_and_loses_nothing_said(tables, ann, stopped_limits):
    table = tables(ann)
    answers = [table.press(ann, "say", headers=HTMX, text=str(n)).status_code for n in range(10)]
    assert answers == [204] * 8 + [429] * 2
    assert Line.objects.count() == 8


def test_a_muted_person_is_not_read_by_who_muted_and_by_everybody_else(tables, ann, bob, cleo):
    table = tables(ann, seated=[bob, cleo])
    table.press(bob, "say", text="buy my things")
    assert "You do not read Bob any more." in table.says(ann, "mute", person=str(bob.user.pk), mute="yes")
    assert "buy my things" not in table.shows(ann)
    assert "buy my things" in table.shows(cleo)
    table.press(ann, "mute", person=str(bob.user.pk), mute="no")
    assert "buy my things" in table.shows(ann)


@pytest.mark.parametrize("person", ["", "x", "999999"])
def test_nobody_is_muted_who_is_not_there(tables, ann, person):
    assert tables(ann).press(ann, "mute", headers=HTMX, person=person).status_code == 409


def test_the_host_is_not_muted_by_oneself(tables, ann):
    assert "nobody like that" in tables(ann).says(ann, "mute", person=str(ann.user.pk))


def test_who_says_something_is_at_the_table(tables, ann, dan):
    table = tables(ann)
    assert "watching" in table.says(dan, "say", text="Hi")


def test_a_stranger_is_asked_who_it_is_before_talking(tables, ann):
    table = tables(ann)
    assert table.press(Client(), "say").redirect_chain[0][0].startswith("/account/login/")


def test_history_is_the_last_sixty_lines(tables, ann):
    table = tables(ann, visibility=Visibility.PUBLIC)
    for n in range(65):
        services.say(table.code, ann.user, f"line {n}.")
    page = table.shows(ann)
    assert "line 4." not in page
    assert "line 5." in page
    assert page.index("line 5.") < page.index("line 64.")


@pytest.mark.django_db(transaction=True)
def test_what_is_said_is_read_once_for_all_who_listen_and_shown_to_each_as_they_like(tables, ann, bob, cleo, dan):
    table = tables(ann, seated=[bob])
    table.press(bob, "say", text="Good evening")
    services.mute(table.table, dan.user, bob.user.pk)

    async def story():
        return await asyncio.gather(
            *(lookups.chat(table.code, one and one.user) for one in (ann, bob, cleo, dan, None))
        )

    with CaptureQueriesContext(connection) as asked:
        fragments.chat(table.code, ann.user)
    one = len(asked)
    with CaptureQueriesContext(connection) as asked:
        fragments.chats(table.code, {ann.user, bob.user, cleo.user, dan.user, None})
    assert len(asked) == one
    anns, bobs, cleos, dans, strangers = asyncio.run(story())
    assert 'class="mine"' in bobs
    assert "Good evening" in bobs
    assert anns == cleos == strangers
    assert "Good evening" in anns
    assert "Good evening" not in dans


def test_only_who_is_or_was_at_the_table_can_be_muted(tables, ann, bob, cleo):
    table = tables(ann, seated=[bob])
    assert "You do not read Bob any more." in table.says(ann, "mute", person=str(bob.user.pk))
    told = table.says(ann, "mute", person=str(cleo.user.pk))
    assert "There is nobody like that to mute." in told
    assert "Cleo" not in told
    table.press(cleo, "say", text="Hello")
    table.press(cleo, "go")
    assert "You do not read Cleo any more." in table.says(ann, "mute", person=str(cleo.user.pk))
