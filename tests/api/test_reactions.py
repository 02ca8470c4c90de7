"""Reactions of programs."""

from typing import Any, get_args

import pytest

from games.api.requests import React
from games.models import Reaction
from games.wording.chat import REACTIONS
from tests.api.conftest import Program

pytestmark = pytest.mark.once


def test_programs_have_the_same_reactions() -> None:
    assert list(get_args(React.model_fields["reaction"].annotation)) == list(REACTIONS)


def test_a_program_reacts(table: str, ada: Program) -> None:
    assert ada.post(f"tables/{table}/reactions", {"reaction": "fire"}) == {"reaction": "fire"}
    assert Reaction.objects.values_list("person__name", "kind").get() == ("Ada", "fire")


@pytest.mark.parametrize("body", [{}, {"reaction": "boo"}, {"reaction": 1}, {"reaction": "fire", "more": 1}])
def test_a_wrong_reaction_is_refused(table: str, ada: Program, body: Any) -> None:
    assert ada.ask("POST", f"tables/{table}/reactions", body).status_code == 422


def test_a_table_behind_a_password_is_not_open_to_reactions(ada: Program, eve: Program) -> None:
    code = ada.post("tables", {"visibility": "password", "password": "sesame"})["code"]
    assert eve.ask("POST", f"tables/{code}/reactions", {"reaction": "fire"}).status_code == 404
    assert not Reaction.objects.exists()
