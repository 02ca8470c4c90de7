"""The lobby for programs: its stream, its chat, and invitation codes."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from games.bans import people as bans
from games.lobby import services
from games.models import Line, Mute, Table, Visibility
from games.people import tokens
from tests.api.conftest import Program
from tests.api.streams import Listener, done, run

CLOSED = {"visibility": Visibility.PASSWORD, "password": "sesame"}
LINE = {"anyOf": [{"$ref": f"#/components/schemas/{name}"} for name in ("TableLine", "ChatLine", "Heartbeat")]}


# --- the chat


def test_programs_read_and_write_the_chat(ada: Program, ben: Program, table: str) -> None:
    said = ada.post(f"tables/{table}/chat", {"text": "Hello from a program"})
    assert (said["username"], said["text"], said["notice"]) == (ada.name, "Hello from a program", False)
    assert ben.get(f"tables/{table}/chat")[-1] == said


@pytest.mark.parametrize("text", ["", "   ", "x" * 201, "\u202e"])
def test_some_messages_are_refused(ada: Program, table: str, text: str) -> None:
    assert ada.ask("POST", f"tables/{table}/chat", {"text": text}).status_code == 409
    assert not Line.objects.filter(is_notice=False).exists()


def test_a_chat_of_phrases_takes_only_phrases(ada: Program) -> None:
    code = ada.post("tables", {"phrasesOnly": True})["code"]
    assert ada.ask("POST", f"tables/{code}/chat", {"text": "I am special"}).status_code == 409
    assert ada.post(f"tables/{code}/chat", {"text": "Good luck!"})["text"] == "Good luck!"


def test_programs_write_as_often_as_people(ada: Program, table: str, stopped_limits: None) -> None:
    answers = [ada.ask("POST", f"tables/{table}/chat", {"text": str(n)}).status_code for n in range(10)]
    assert answers == [201] * 8 + [429] * 2


def test_muted_people_and_outsiders_do_not_write(ada: Program, eve: Program, table: str) -> None:
    code = ada.post("tables", CLOSED)["code"]
    for path in (f"tables/{code}/chat", f"tables/{code}/lobby/stream"):
        assert eve.ask("GET", path).status_code == 404
    assert eve.ask("POST", f"tables/{code}/chat", {"text": "Hello"}).status_code == 404
    ada.person.muted_until = bans.FOR_GOOD
    ada.person.save()
    assert ada.ask("POST", f"tables/{table}/chat", {"text": "Hello"}).status_code == 403


def test_a_token_for_reading_does_not_write(program: Any, ada: Program, table: str) -> None:
    reader = program("Ada", scope="read")
    assert reader.ask("POST", f"tables/{table}/chat", {"text": "Hello"}).status_code == 403
    assert reader.ask("POST", f"tables/{table}/invitation-code").status_code == 403


def test_messages_of_people_who_are_muted_are_left_out(ada: Program, ben: Program, table: str) -> None:
    Mute.objects.create(person=ada.person, other=ben.person)
    ben.post(f"tables/{table}/chat", {"text": "Noise"})
    assert "Noise" not in [message["text"] for message in ada.get(f"tables/{table}/chat")]


# --- invitation codes


def test_an_invitation_code_replaces_the_password(ada: Program, ben: Program, eve: Program) -> None:
    code = ada.post("tables", CLOSED)["code"]
    invitation = ada.post(f"tables/{code}/invitation-code")["invitationCode"]
    assert ben.ask("POST", f"tables/{code}/join", {"invitationCode": invitation[:-1]}).status_code == 403
    seats = ben.post(f"tables/{code}/join", {"invitationCode": invitation})["seats"]
    assert ben.name in [seat.get("username") for seat in seats]
    assert ada.post(f"tables/{code}/invitation-code")["invitationCode"] != invitation
    assert eve.ask("POST", f"tables/{code}/join", {"invitationCode": invitation}).status_code == 403


def test_another_password_ends_the_invitation(ada: Program, eve: Program) -> None:
    code = ada.post("tables", CLOSED)["code"]
    invitation = ada.post(f"tables/{code}/invitation-code")["invitationCode"]
    settings = services.Settings(visibility=Visibility.PASSWORD, password="another")
    services.change_settings(code, ada.person, settings)
    assert eve.ask("POST", f"tables/{code}/join", {"invitationCode": invitation}).status_code == 403
    assert Table.objects.get(code=code).invitation_code == ""


def test_only_hosts_of_tables_with_a_password_have_invitation_codes(ada: Program, ben: Program) -> None:
    code = ada.post("tables", CLOSED)["code"]
    ben.post(f"tables/{code}/join", {"password": "sesame"})
    assert ben.ask("POST", f"tables/{code}/invitation-code").status_code == 403
    without = ada.post("tables")["code"]
    assert ada.ask("POST", f"tables/{without}/invitation-code").status_code == 409


@pytest.mark.parametrize("given", ["é", "\0", "x" * 40])
def test_strange_codes_are_wrong(ada: Program, eve: Program, given: str) -> None:
    code = ada.post("tables", CLOSED)["code"]
    assert eve.ask("POST", f"tables/{code}/join", {"invitationCode": given}).status_code == 403
    ada.post(f"tables/{code}/invitation-code")
    assert eve.ask("POST", f"tables/{code}/join", {"invitationCode": given}).status_code == 403


def test_guesses_are_limited_like_those_of_passwords(ada: Program, eve: Program, stopped_limits: None) -> None:
    code = ada.post("tables", CLOSED)["code"]
    answers = [eve.ask("POST", f"tables/{code}/join", {"invitationCode": f"guess {n}"}) for n in range(8)]
    assert [answer.status_code for answer in answers] == [403] * 6 + [429] * 2


# --- the stream


class LobbyListener(Listener):
    """An open stream of a lobby."""

    documented = LINE

    def __init__(self, code: str, token: Any) -> None:
        super().__init__(f"{code}/lobby", token)

    async def until(self, wanted: Callable[[Any], bool]) -> Any:
        """Return the first line that is wanted, or None when the stream has ended."""
        while (line := await self.line()) is not None:
            if wanted(line):
                return line
        return None

    async def has_ended(self) -> bool:
        return await self.until(lambda line: False) is None


@pytest.mark.django_db(transaction=True)
def test_the_stream_brings_the_table_and_what_changes(ada: Program, ben: Program) -> None:
    code = ada.post("tables", {"seats": 3})["code"]
    ada.post(f"tables/{code}/chat", {"text": "Before"})

    async def story() -> None:
        stream = await LobbyListener(code, ada.token).open()
        first = await stream.line()
        assert (first["type"], first["table"]["code"]) == ("table", code)
        await done(ben.post, f"tables/{code}/join", {})
        changed = await stream.until(lambda line: ben.name in json.dumps(line.get("table", {})))
        assert changed["version"] > first["version"]
        await done(ben.post, f"tables/{code}/chat", {"text": "After"})
        said = await stream.until(lambda line: line["type"] == "chat" and not line["message"]["notice"])
        assert (said["message"]["username"], said["message"]["text"]) == (ben.name, "After")
        await stream.close()

    run(story)


@pytest.mark.django_db(transaction=True)
def test_the_stream_ends_for_those_who_may_not_see_the_table_any_more(ada: Program, ben: Program) -> None:
    code = ada.post("tables", {"seats": 3})["code"]
    ben.post(f"tables/{code}/join", {})

    async def story() -> None:
        stream = await LobbyListener(code, ben.token).open()
        assert (await stream.line())["type"] == "table"
        await done(services.ban, code, ada.person, ben.person.pk)
        assert await stream.has_ended()

    run(story)


@pytest.mark.django_db(transaction=True)
def test_the_stream_ends_with_its_token(ada: Program) -> None:
    code = ada.post("tables", {"seats": 3})["code"]

    async def story() -> None:
        stream = await LobbyListener(code, ada.token).open()
        assert (await stream.line())["type"] == "table"
        token = await done(ada.person.tokens.get)
        await done(tokens.revoke, ada.person, token.pk)
        assert await stream.has_ended()

    run(story)
