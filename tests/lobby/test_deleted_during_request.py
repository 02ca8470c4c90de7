"""Requests of a person whose account is deleted in another window at the same time."""

from collections.abc import Callable
from types import SimpleNamespace

import pytest

from games.models import Place, Table, User, Visit
from tests.api.conftest import Program
from tests.conftest import Player
from tests.lobby.conftest import HTMX

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def delete_during_request(monkeypatch: pytest.MonkeyPatch) -> Callable[[User], None]:
    """Return a function that deletes a person during their request: after they are loaded, before anything is done."""

    def delete_later(person: User) -> None:
        def now() -> float:
            User.objects.filter(pk=person.pk).delete()
            return 1_000_000.0

        monkeypatch.setattr("games.limits.time", SimpleNamespace(time=now))
        monkeypatch.setattr("games.api.auth.time", SimpleNamespace(time=now))

    return delete_later


@pytest.fixture
def table(ann: Player) -> Table:
    return Table.objects.create(host=ann.user)


@pytest.mark.parametrize("headers", [{}, HTMX])
@pytest.mark.parametrize("what", ["watch", "sit", "queue", "say"])
def test_their_click_leads_to_the_front_page_and_does_nothing(
    table: Table, dan: Player, delete_during_request: Callable[[User], None], what: str, headers: dict[str, str]
) -> None:
    delete_during_request(dan.user)
    answer = dan.client.post(f"/t/{table.code}/{what}/", {"text": "Hello"}, headers=headers)
    assert answer.get("Location", answer.get("HX-Redirect")) == "/"
    assert not Visit.objects.exists()
    assert not Place.objects.exists()


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_a_new_picture_leads_to_the_front_page_too(
    dan: Player, delete_during_request: Callable[[User], None], headers: dict[str, str]
) -> None:
    delete_during_request(dan.user)
    answer = dan.client.post("/me/face/", headers=headers)
    assert answer.get("Location", answer.get("HX-Redirect")) == "/"


def test_the_program_of_a_deleted_person_is_refused(delete_during_request: Callable[[User], None]) -> None:
    from games.people.tokens import make_token

    eve = User.objects.create_user("Eve")
    program = Program(eve, make_token(eve, "bot", "play"))
    delete_during_request(eve)
    assert program.ask("POST", "tables", {}).status_code == 401
    assert not Table.objects.exists()
