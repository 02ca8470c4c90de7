"""What the cards do, as the page of a game asks for it."""

import json

from django.test import Client

from games.engine import DECKS, Rules
from games.table.rules_summary import summary
from tests.table.conftest import RunningTable


def texts(rules: Rules) -> dict[str, str]:
    answer = Client().get(summary(rules).card_help_url)
    assert answer.status_code == 200
    assert "public" in answer["Cache-Control"]
    return dict(json.loads(answer.content))


def test_every_card_of_the_deck_and_the_draw_pile_are_explained(db: None) -> None:
    for deck in DECKS:
        names = {face.name for printed in DECKS[deck].printed for face in printed.values()}
        assert texts(Rules(deck=deck)).keys() == names | {"Draw pile"}


def test_the_help_follows_the_rules(db: None) -> None:
    assert "another Draw Two" in texts(Rules(stacking="same"))["red Draw Two"]
    assert "another" not in texts(Rules())["red Draw Two"]
    assert texts(Rules(draw="free"))["Draw pile"].startswith("You may draw as many cards as you like")


def test_wrong_options_are_no_error(db: None) -> None:
    assert Client().get("/cards/help/?deck=tarot&x=1&hand_size=99").status_code == 200


def test_the_page_knows_where_to_ask_and_names_cards_as_the_answer_does(start_game: type[RunningTable]) -> None:
    table = start_game(["Ann", "Bob"], rules=Rules(stacking="same"))
    page = Client()
    page.force_login(table.people["Ann"])
    html = page.get(f"/t/{table.code}/game/").content.decode()
    assert 'data-card-help="/cards/help/?stacking=same"' in html
    assert 'aria-label="Draw pile, ' in html
