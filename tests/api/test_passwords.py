"""Table passwords: programs are limited to as many guesses as browsers."""

from games.models import Visibility
from tests.api.conftest import Program


def test_password_guesses_of_programs_are_limited_like_those_on_the_page(
    ada: Program, eve: Program, stopped_limits: None
) -> None:
    order = {"visibility": Visibility.PASSWORD, "password": "sesame"}
    code = ada.post("tables", order)["code"]
    answers = [eve.ask("POST", f"tables/{code}/join", {"password": f"guess {n}"}) for n in range(8)]
    assert [answer.status_code for answer in answers] == [403] * 6 + [429] * 2
    assert answers[-1]["Retry-After"]
    assert eve.ask("POST", f"tables/{code}/join", {"password": "sesame"}).status_code == 429


def test_the_response_to_leaving_a_table_with_a_password_is_that_table(ada: Program, eve: Program) -> None:
    order = {"visibility": Visibility.PASSWORD, "password": "sesame"}
    code = ada.post("tables", order)["code"]
    eve.post(f"tables/{code}/join", {"password": "sesame"})
    left = eve.ask("POST", f"tables/{code}/leave")
    assert left.status_code == 200
    assert eve.person.name not in left.content.decode()
    assert eve.ask("GET", f"tables/{code}").status_code == 404


def test_programs_open_few_tables_with_a_password_at_once(ada: Program, stopped_limits: None) -> None:
    """Each new password costs the server much time."""
    order = {"visibility": Visibility.PASSWORD, "password": "sesame"}
    answers = [ada.ask("POST", "tables", order).status_code for _ in range(12)]
    assert answers == [201] * 10 + [429] * 2
    assert ada.ask("POST", "tables", {}).status_code == 201
