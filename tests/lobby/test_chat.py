"""The chat of a table."""

import asyncio
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.chat import fragments, lookups
from games.lobby import services
from games.models import Line, Visibility
from games.wording.lobby import confirmation, refusal
from tests.conftest import Player
from tests.lobby.conftest import HTMX, Tables


def test_messages_are_shown_to_later_visitors(tables: Tables, ann: Player, bob: Player) -> None:
    table = tables(ann)
    table.press(ann, "say", text="Hello, all")
    page = table.shows(bob)
    assert "Hello, all" in page
    assert "<b>Ann</b>" in page


def test_quick_phrases_need_no_typing(tables: Tables, ann: Player) -> None:
    table = tables(ann)
    page = table.shows(ann)
    assert 'name="phrase" value="Good luck!"' in page
    table.press(ann, "say", phrase="Good luck!", text="half a sent")
    assert Line.objects.get().text == "Good luck!"


def test_two_hundred_characters_are_the_most_and_a_longer_text_is_kept_in_the_field(
    tables: Tables, ann: Player
) -> None:
    table = tables(ann)
    table.press(ann, "say", text="x" * 200)
    answer = table.press(ann, "say", text="y" * 201)
    assert answer.status_code == 422
    assert refusal("message_too_long", count=200, length=201) in answer.content.decode()
    assert "y" * 201 in answer.content.decode()
    assert Line.objects.count() == 1


@pytest.mark.parametrize("nothing", ["", "   ", "\n\t", "\x00", "\u202e\u2066"])
def test_an_empty_message_is_refused(tables: Tables, ann: Player, nothing: str) -> None:
    table = tables(ann)
    assert refusal("message_empty") in table.says(ann, "say", text=nothing)
    assert not Line.objects.exists()


def test_messages_are_one_line_without_control_characters(tables: Tables, ann: Player) -> None:
    table = tables(ann)
    table.press(ann, "say", text="one\r\ntwo\u202e three\x07")
    assert Line.objects.get().text == "one two three"


def test_markup_is_shown_as_it_was_typed(tables: Tables, ann: Player) -> None:
    table = tables(ann)
    table.press(ann, "say", text="<script>alert(1)</script>")
    assert "&lt;script&gt;" in table.shows(ann)


def test_writing_too_fast_is_limited_without_losing_messages(tables: Tables, ann: Player, stopped_limits: None) -> None:
    table = tables(ann)
    answers = [table.press(ann, "say", headers=HTMX, text=str(n)).status_code for n in range(10)]
    assert answers == [204] * 8 + [429] * 2
    assert Line.objects.count() == 8


def test_a_muted_person_is_hidden_only_from_those_who_muted_them(
    tables: Tables, ann: Player, bob: Player, cleo: Player
) -> None:
    table = tables(ann, seated=[bob, cleo])
    table.press(bob, "say", text="buy my things")
    assert confirmation("muted", name="Bob") in table.says(ann, "mute", person=str(bob.user.pk), mute="yes")
    assert "buy my things" not in table.shows(ann)
    assert "buy my things" in table.shows(cleo)
    table.press(ann, "mute", person=str(bob.user.pk), mute="no")
    assert "buy my things" in table.shows(ann)


@pytest.mark.parametrize("person", ["", "x", "999999"])
def test_only_people_who_exist_can_be_muted(tables: Tables, ann: Player, person: str) -> None:
    assert tables(ann).press(ann, "mute", headers=HTMX, person=person).status_code == 409


def test_people_cannot_mute_themselves(tables: Tables, ann: Player) -> None:
    assert refusal("no_such_person") in tables(ann).says(ann, "mute", person=str(ann.user.pk))


def test_a_person_who_writes_becomes_a_visitor(tables: Tables, ann: Player, dan: Player) -> None:
    table = tables(ann)
    assert "watching" in table.says(dan, "say", text="Hi")


def test_anonymous_visitors_have_to_log_in_to_chat(tables: Tables, ann: Player) -> None:
    table = tables(ann)
    assert table.press(Client(), "say").redirect_chain[0][0].startswith("/account/login/")


def test_history_is_the_last_sixty_lines(tables: Tables, ann: Player) -> None:
    table = tables(ann, visibility=Visibility.PUBLIC)
    for n in range(65):
        services.say(table.code, ann.user, f"line {n}.")
    page = table.shows(ann)
    assert "line 4." not in page
    assert "line 5." in page
    assert page.index("line 5.") < page.index("line 64.")


@pytest.mark.django_db(transaction=True)
def test_the_chat_is_read_once_for_all_viewers_and_filtered_for_each(
    tables: Tables, ann: Player, bob: Player, cleo: Player, dan: Player
) -> None:
    table = tables(ann, seated=[bob])
    table.press(bob, "say", text="Good evening")
    services.mute(table.table, dan.user, bob.user.pk)

    async def scenario() -> Any:
        return await asyncio.gather(
            *(lookups.chat(table.code, one.user if one else None) for one in (ann, bob, cleo, dan, None))
        )

    with CaptureQueriesContext(connection) as asked:
        fragments.chat(table.code, ann.user)
    one = len(asked)
    with CaptureQueriesContext(connection) as asked:
        fragments.chats(table.code, {ann.user, bob.user, cleo.user, dan.user, None})
    assert len(asked) == one
    anns, bobs, cleos, dans, strangers = asyncio.run(scenario())
    assert 'class="mine"' in bobs
    assert "Good evening" in bobs
    assert anns == cleos == strangers
    assert "Good evening" in anns
    assert "Good evening" not in dans


def test_only_people_who_are_or_were_at_the_table_can_be_muted(
    tables: Tables, ann: Player, bob: Player, cleo: Player
) -> None:
    table = tables(ann, seated=[bob])
    assert confirmation("muted", name="Bob") in table.says(ann, "mute", person=str(bob.user.pk))
    page = table.says(ann, "mute", person=str(cleo.user.pk))
    assert refusal("no_such_person") in page
    assert "Cleo" not in page
    table.press(cleo, "say", text="Hello")
    table.press(cleo, "go")
    assert confirmation("muted", name="Cleo") in table.says(ann, "mute", person=str(cleo.user.pk))


@pytest.mark.once
def test_a_table_may_have_only_the_ready_made_phrases(tables: Tables, ann: Player, bob: Player) -> None:
    table = tables(ann, seated=[bob], phrases_only=True)
    page = table.shows(bob)
    assert "only ready-made phrases in the chat" in page
    assert 'name="phrase" value="Hello!"' in page
    assert 'name="text"' not in page
    assert refusal("phrases_only") in table.says(bob, "say", text="Hello, all")
    table.press(bob, "say", phrase="Hello!")
    assert Line.objects.values_list("text", flat=True).get() == "Hello!"


@pytest.mark.once
def test_the_game_has_no_field_for_messages_then(tables: Tables, ann: Player, bob: Player) -> None:
    for phrases_only in (True, False):
        table = tables(ann, seated=[bob], ready=True, phrases_only=phrases_only)
        table.press(ann, "start")
        page = bob.client.get(f"{table.path}game/").content.decode()
        assert ('name="text"' not in page) == phrases_only
        assert 'name="phrase" value="Well played!"' in page


@pytest.mark.once
def test_the_host_decides_about_phrases(tables: Tables, ann: Player) -> None:
    table = tables(ann)
    fields = {"seats": "4", "visibility": "link", "watching": "hidden", "pace": "natural", "phrases_only": "on"}
    assert ann.client.post(f"{table.path}settings/", fields).status_code == 302
    assert table.table.phrases_only
