"""How the clock finds the games that are due, and presence the people who are there."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Place
from games.presence import services as presence
from games.table import clock
from tests.table.conftest import RunningTable

pytestmark = pytest.mark.django_db


@pytest.mark.once
def test_an_index_finds_the_games_that_are_due_among_those_that_run() -> None:
    """Ten times a second, so it must not read all running games."""
    assert "games_due" in clock.due_before(timezone.now()).explain()


def test_only_people_who_are_at_a_table_are_confirmed_there(start_game: type[RunningTable]) -> None:
    first, second = start_game(["Ann", "Bob"]), start_game(["Cleo", "Dan"])
    before = timezone.now() - timedelta(minutes=1)
    Place.objects.update(seen_at=before)
    ann, cleo = first.people["Ann"].pk, second.people["Cleo"].pk
    presence.keep([(first.code, ann), (second.code, ann), (first.code, cleo)])
    confirmed = Place.objects.filter(seen_at__gt=before).values_list("table__code", "person")
    assert list(confirmed) == [(first.code, ann)]


def test_the_delay_of_a_person_is_stored_only_at_their_table(start_game: type[RunningTable]) -> None:
    first, second = start_game(["Ann", "Bob"]), start_game(["Cleo", "Dan"])
    ann, cleo = first.people["Ann"].pk, second.people["Cleo"].pk
    presence.store_delays({(first.code, ann): 0.2, (second.code, ann): 0.3, (first.code, cleo): 0.4})
    stored = Place.objects.filter(delay__gt=0).values_list("table__code", "person", "delay")
    assert list(stored) == [(first.code, ann, 200)]
