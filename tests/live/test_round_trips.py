"""The round trips of a socket, and what its page can claim about a press. Times are invented."""

from typing import Any

import pytest

from games.live import round_trips
from games.live.round_trips import EVERY_SECONDS, GIVEN_UP_SECONDS, MOST_DELAY, MOST_MS, RoundTrips

pytestmark = pytest.mark.once


def measured(*round_trip_times: float) -> tuple[RoundTrips, float]:
    """Return what is known after these round trips, and the time of the last answer."""
    trips, now = RoundTrips(), 100.0
    for seconds in round_trip_times:
        now += EVERY_SECONDS
        trips.answer(trips.ping(now), now + seconds)
    return trips, now + round_trip_times[-1]


def test_the_delay_is_the_median_of_the_last_seven_round_trips() -> None:
    assert measured(0.02, 0.02, 0.3)[0].delay == pytest.approx(0.02)
    assert measured(*[0.3] * 7, *[0.02] * 3)[0].delay == pytest.approx(0.3)
    assert measured(*[0.3] * 7, *[0.02] * 4)[0].delay == pytest.approx(0.02)


def test_the_delay_is_capped_and_unknown_at_first() -> None:
    assert measured(2.0)[0].delay == MOST_DELAY
    assert RoundTrips().delay == 0.0


def test_a_ping_goes_out_every_few_seconds_and_at_once_when_it_is_urgent() -> None:
    trips, now = measured(0.1)
    assert not trips.ping(now)
    assert trips.ping(now, is_urgent=True)
    assert not trips.ping(now + EVERY_SECONDS, is_urgent=True)  # one is under way
    assert trips.ping(now + GIVEN_UP_SECONDS)


def test_no_two_pings_are_the_same() -> None:
    trips = RoundTrips()
    assert len({trips.ping(number * GIVEN_UP_SECONDS) for number in range(20)}) == 20


def test_only_the_answer_to_the_ping_under_way_is_measured_and_only_once() -> None:
    trips, now = measured(0.1)
    old = trips.answered
    nonce = trips.ping(now, is_urgent=True)
    for wrong in (old, "", "x", nonce + "x", None, 5):
        trips.answer(wrong, now + 0.3)
    assert trips.recent == pytest.approx([0.1])
    trips.answer(nonce, now + 0.2)
    trips.answer(nonce, now + 0.4)
    assert trips.recent == pytest.approx([0.1, 0.2])


@pytest.mark.parametrize("delay", [0.02, 0.2, 0.4])
def test_an_honest_press_counts_from_when_it_was_made(delay: float) -> None:
    trips, answered = measured(delay)
    received, pressed = answered - delay / 2, answered + 1.0
    arrival, since = pressed + delay / 2, round((pressed - received) * 1000)
    assert arrival - trips.age_of_press(trips.answered, since, arrival) == pytest.approx(pressed, abs=0.001)


@pytest.mark.parametrize("since", [-1, -1e9, MOST_MS + 1, 1e300, float("nan"), float("inf"), True, None, "5", [5], {}])
def test_a_claim_that_is_no_duration_counts_as_pressed_at_arrival(since: Any) -> None:
    trips, answered = measured(0.2)
    assert trips.age_of_press(trips.answered, since, answered + 1.0) == 0.0


def test_a_claim_with_another_nonce_counts_as_pressed_at_arrival() -> None:
    trips, answered = measured(0.2, 0.2)
    unanswered = trips.ping(answered, is_urgent=True)
    others, _ = measured(0.2)
    for nonce in ("", None, 5, "x", others.answered, unanswered):
        assert trips.age_of_press(nonce, 0, answered + 1.0) == 0.0
    assert RoundTrips().age_of_press("", 0, 1.0) == 0.0


def test_no_claim_is_older_than_the_measured_delay_or_the_ping_or_newer_than_the_arrival() -> None:
    trips, answered = measured(0.2)
    assert trips.age_of_press(trips.answered, 0, answered + 5.0) == pytest.approx(0.2)
    assert trips.age_of_press(trips.answered, 0, answered + 0.03) == pytest.approx(0.13)
    assert trips.age_of_press(trips.answered, 60_000, answered + 5.0) == 0.0


def test_who_answers_one_ping_late_gains_nothing() -> None:
    trips, now = measured(*[0.02] * 6)
    nonce = trips.ping(now + EVERY_SECONDS)
    trips.answer(nonce, now + EVERY_SECONDS + 0.4)
    assert trips.age_of_press(nonce, 0, now + EVERY_SECONDS + 5.0) == pytest.approx(0.02)


def test_the_slowest_socket_of_a_person_counts_while_it_is_open() -> None:
    fast, slow, who = measured(0.02)[0], measured(0.3)[0], ("CODE", 7)
    assert round_trips.delay_of(who) is None
    for trips in (fast, slow):
        round_trips.watch(who, trips)
    assert round_trips.delays() == {who: pytest.approx(0.3)}
    round_trips.forget(who, slow)
    assert round_trips.delay_of(who) == pytest.approx(0.02)
    round_trips.forget(who, fast)
    assert round_trips.delays() == {}
