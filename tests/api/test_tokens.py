"""Tokens: created on the profile page, shown once, stored as a hash, and required for every request."""

import json
import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.api import auth
from games.api.interface import document
from games.limits import Bucket
from games.models import Sanction, Token, User, today
from games.people import tokens
from games.privacy import deletion
from games.wording.people import refusal
from tests.api.conftest import Program
from tests.conftest import Player
from tests.responses import text

FORM = {"name": "my first bot", "scope": "play"}


def found(pattern: str, page: str) -> str:
    match = re.search(pattern, page)
    assert match
    return match[0]


def make(player: Any, **fields: Any) -> str:
    """Create a token and return it as the page shows it."""
    return found(r"lastcard_[\w-]+", text(player.client.post("/me/tokens/", FORM | fields)))


def test_a_token_is_shown_once_and_stored_as_a_hash(ann: Player) -> None:
    secret = make(ann)
    assert Program(ann.user, secret).get("me") == {"username": "Ann", "guest": False, "scope": "play"}
    page = text(ann.client.get("/me/"))
    assert "my first bot" in page
    assert secret not in page
    assert secret not in str(Token.objects.values())


def test_the_page_shows_when_a_token_was_last_used(ann: Player) -> None:
    secret = make(ann)
    assert "never used" in text(ann.client.get("/me/"))
    Program(ann.user, secret).get("me")
    assert "last used now" in text(ann.client.get("/me/"))


def test_the_last_use_is_written_once_a_minute_not_at_every_request(ada: Program) -> None:
    ada.get("me")
    first = Token.objects.get().used_at
    assert first
    ada.get("me")
    assert Token.objects.get().used_at == first
    Token.objects.update(used_at=first - timedelta(minutes=2))
    ada.get("me")
    again = Token.objects.get().used_at
    assert again
    assert again > first - timedelta(minutes=2)


def test_a_revoked_token_is_refused(ann: Player) -> None:
    program = Program(ann.user, make(ann))
    page = text(ann.client.get("/me/"))
    ann.client.post(found(r"/me/tokens/\d+/revoke/", page))
    refused = program.ask("GET", "me")
    assert refused.status_code == 401
    assert refused["WWW-Authenticate"] == "Bearer"


def test_people_cannot_revoke_the_tokens_of_others(ann: Player, bob: Player) -> None:
    make(ann)
    assert bob.client.post(f"/me/tokens/{Token.objects.get().pk}/revoke/").status_code == 404
    assert Token.objects.count() == 1


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"name": ""}, "required"),
        ({"name": "x" * 41}, "1 to 40 characters"),
        ({"name": "\u202e\u2069"}, "1 to 40 characters"),
        ({"scope": "everything"}, "Select a valid choice"),
    ],
)
def test_an_invalid_form_creates_no_token(ann: Player, fields: dict[str, str], sentence: str) -> None:
    answer = ann.client.post("/me/tokens/", FORM | fields)
    assert answer.status_code == 422
    assert sentence in text(answer)
    assert Token.objects.count() == 0


def test_a_form_that_is_sent_twice_creates_one_token(ann: Player) -> None:
    make(ann)
    again = ann.client.post("/me/tokens/", FORM)
    assert again.status_code == 422
    assert refusal("token_name_taken", name="my first bot") in text(again)


def test_a_person_has_at_most_ten_tokens(ann: Player) -> None:
    for number in range(10):
        tokens.make_token(ann.user, f"bot {number}", "play")
    assert refusal("too_many_tokens", count=10) in text(ann.client.post("/me/tokens/", FORM))


def test_a_read_only_token_cannot_play(program: Callable[..., Program], table: str) -> None:
    looker = program("Ada", scope="read")
    assert looker.get(f"tables/{table}")["status"] == "inProgress"
    refused = looker.act(table, {"type": "draw"}, version=1)
    assert (refused.status_code, refused.json()["code"]) == (403, "read_only")
    assert looker.ask("POST", "tables", {}).status_code == 403


def operations() -> Iterator[Any]:
    for path, methods in document()["paths"].items():
        for method in methods:
            yield method.upper(), path.replace("{code}", "abcd2345").replace("{seat}", "1")


@pytest.mark.parametrize(("method", "path"), list(operations()))
def test_every_endpoint_requires_a_token_and_ignores_cookies(ann: Player, method: str, path: str) -> None:
    answer = ann.client.generic(method, path, data="{}", content_type="application/json")
    assert answer.status_code == 401
    assert answer.json()["code"] == "no_token"


@pytest.mark.parametrize(
    "header", ["", "Bearer", "Bearer ", "Basic YTpi", "Bearer lastcard_", "Bearer lastcard_ä\x00", "lastcard_x"]
)
def test_an_invalid_token_is_refused(db: None, header: str) -> None:
    answer = Client().get("/api/me", headers={"Authorization": header})
    code = "unknown_token" if header.startswith("Bearer lastcard") else "no_token"
    assert (answer.status_code, answer.json()["code"]) == (401, code)


def test_a_token_is_accepted_in_the_header_only(ada: Program) -> None:
    assert Client().get(f"/api/me?token={ada.token}&Authorization=Bearer+{ada.token}").status_code == 401


def test_programs_need_no_csrf_token(table: str, ada: Program) -> None:
    strict = Program(ada.person, ada.token, Client(enforce_csrf_checks=True))
    assert strict.post(f"tables/{table}/leave")["code"] == table


def test_no_response_sets_a_cookie(ada: Program) -> None:
    answer = ada.ask("GET", "me")
    assert not answer.cookies
    assert "Cookie" not in answer.get("Vary", "")


def test_the_token_of_an_inactive_account_is_refused(ada: Program) -> None:
    User.objects.update(is_active=False)
    assert ada.ask("GET", "me").status_code == 401


def test_requests_of_a_program_keep_its_guest_from_being_deleted(program: Callable[..., Program]) -> None:
    guest = program("Gus", is_guest=True)
    User.objects.update(seen_on="2020-01-01")
    guest.get("me")
    assert deletion.delete_idle_guests(today()) == 0


def test_the_download_lists_tokens_without_their_values(ann: Player) -> None:
    secret = make(ann)
    about = json.loads(ann.client.get("/me/data/last-card-my-data.json").content)
    assert about["tokens"][0]["name"] == "my first bot"
    assert tokens.digest(secret) not in str(about)


def test_deleting_an_account_deletes_its_tokens(ann: Player) -> None:
    make(ann)
    ann.client.post("/me/delete/", {"password": "a good long password"})
    assert Token.objects.count() == 0


def test_a_rate_limited_token_gets_the_time_to_wait(
    ada: Program, ben: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(auth, "PER_TOKEN", Bucket("use a token", 3, per=60))
    monkeypatch.setattr(auth, "time", SimpleNamespace(time=lambda: 1_000_000.0))
    answers = [ada.ask("GET", "me") for _ in range(4)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert answers[-1]["Retry-After"] == "20"
    assert ben.ask("GET", "me").status_code == 200


def test_too_many_requests_without_a_token_are_rate_limited(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(auth, "time", SimpleNamespace(time=lambda: 1_000_000.0))
    answers = [Client().get("/api/me", headers={"Authorization": "Bearer lastcard_x"}) for _ in range(61)]
    assert [answers[59].status_code, answers[60].status_code] == [401, 429]
    assert answers[60].json()["code"] == "too_often"
    assert int(answers[60]["Retry-After"]) > 0


def test_without_a_token_one_ipv6_network_shares_one_limit(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(auth, "time", SimpleNamespace(time=lambda: 1_000_000.0))
    answers = [Client().get("/api/me", REMOTE_ADDR=f"2001:db8::{host:x}") for host in range(1, 62)]
    assert [answers[59].status_code, answers[60].status_code] == [401, 429]


def test_the_program_of_a_banned_person_gets_the_reason(ada: Program) -> None:
    until = timezone.now() + timedelta(days=1)
    Sanction.objects.create(person=ada.person, kind=Sanction.Kind.BAN, until=until, reason="Spam")
    User.objects.update(banned_until=until)
    refused = ada.ask("GET", "me")
    assert (refused.status_code, refused.json()["code"]) == (403, "banned")
    assert refused.json()["sentence"].endswith("Reason: Spam")
    User.objects.update(banned_until=timezone.now() - timedelta(seconds=1))
    assert ada.ask("GET", "me").status_code == 200
