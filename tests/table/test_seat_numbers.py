"""The stylesheet for browsers that cannot number siblings."""

import pytest
from django.test import Client

pytestmark = pytest.mark.once


def test_the_stylesheet_numbers_seats_and_cards_and_may_be_cached(db: None) -> None:
    response = Client().get("/seat-numbers.css")
    rules = response.content.decode().split("\n")
    assert response["Content-Type"].startswith("text/css")
    assert "public" in response["Cache-Control"]
    assert ".seat:nth-child(3), #hand > :nth-child(3) { --i: 3; }" in rules
    assert ":is(#seats, #hand):has(> :nth-child(1)) > * { --n: 2; }" in rules
    assert ":is(#seats, #hand):has(> :nth-child(10)) > * { --n: 10; }" in rules
    assert ":is(#seats, #hand):has(> :nth-child(40)) > * { --n: 40; }" in rules
