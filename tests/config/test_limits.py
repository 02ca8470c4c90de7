"""Rate limits: a bucket of tokens that fills evenly, per person and per address."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
from django.conf import settings
from django.http import HttpRequest
from django.test import override_settings

from games.limits import Bucket, TooMany, limit, network_of


def request_from(address: str, person: int | None = None) -> HttpRequest:
    request = HttpRequest()
    request.META["REMOTE_ADDR"] = address
    request.user = SimpleNamespace(pk=person)  # type: ignore[assignment]  # the limit asks for no more than this
    return request


def spend_all(bucket: Bucket, now: float) -> int:
    spent = 0
    while True:
        try:
            bucket.spend("Ann", now)
        except TooMany:
            return spent
        spent += 1


def test_a_bucket_gives_its_tokens_at_once_and_then_one_at_a_time() -> None:
    bucket = Bucket("try", 5, per=50)
    assert spend_all(bucket, now=1000) == 5
    assert spend_all(bucket, now=1009.9) == 0
    assert spend_all(bucket, now=1010) == 1
    assert spend_all(bucket, now=1030) == 2


def test_a_rest_fills_the_bucket_and_no_more() -> None:
    bucket = Bucket("rest", 5, per=50)
    assert spend_all(bucket, now=1000) == 5
    assert spend_all(bucket, now=9000) == 5


def test_the_refusal_says_how_long_to_wait_and_costs_nothing() -> None:
    bucket = Bucket("wait", 2, per=20)
    assert spend_all(bucket, now=1000) == 2
    for _ in range(10):
        with pytest.raises(TooMany, match="10 seconds") as refusal:
            bucket.spend("Ann", 1000)
    assert refusal.value.seconds == 10
    assert spend_all(bucket, now=1010) == 1


def test_what_costs_less_than_a_question_to_redis_is_counted_by_each_process_itself() -> None:
    away = {"BACKEND": "tests.config.closed_cache.ClosedCache"}
    with override_settings(CACHES=settings.CACHES | {"default": away, "shared": away}):
        assert spend_all(Bucket("play", 5, per=50, is_local=True), now=1000) == 5
        with pytest.raises(ConnectionError):
            Bucket("play", 5, per=50).spend("Ann", 1000)


def test_one_person_does_not_use_up_anothers_tokens() -> None:
    @limit("greet", 2, per=60)
    def greet(request: HttpRequest) -> str:
        return "hello"

    ann, bob = request_from("192.0.2.1", 1), request_from("192.0.2.1", 2)
    assert [greet(ann), greet(ann), greet(bob)] == ["hello"] * 3
    with pytest.raises(TooMany):
        greet(ann)


def test_a_person_cannot_shed_the_limit_by_changing_the_address() -> None:
    @limit("knock", 2, per=60)
    def request_as(request: HttpRequest) -> None: ...

    request_as(request_from("192.0.2.1", 1))
    request_as(request_from("192.0.2.2", 1))
    with pytest.raises(TooMany):
        request_as(request_from("192.0.2.3", 1))


def test_an_address_cannot_shed_the_limit_with_many_names() -> None:
    @limit("crowd", 2, per=60, crowd=3)
    def come(request: HttpRequest) -> None: ...

    for person in range(1, 7):
        come(request_from("192.0.2.1", person))
    with pytest.raises(TooMany):
        come(request_from("192.0.2.1", 7))
    come(request_from("192.0.2.9", 7))


def test_a_socket_is_limited_by_the_same_decorator() -> None:
    class Consumer:
        scope: dict[str, Any] = {"client": ["192.0.2.1", 4711], "user": SimpleNamespace(pk=1)}

        @limit("wave", 1, per=60)
        async def wave(self, how: str) -> str:
            return how

    async def wave_twice() -> str:
        first = await Consumer().wave("wildly")
        with pytest.raises(TooMany):
            await Consumer().wave("again")
        return first

    assert asyncio.run(wave_twice()) == "wildly"


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("unknown", "unknown"),
        ("", ""),
    ],
)
def test_an_ipv6_network_counts_as_one_address(address: str, network: str) -> None:
    assert network_of(address) == network


def test_another_address_in_the_same_network_has_the_same_limit() -> None:
    @limit("arrive by IPv6", 3, per=60)
    def come(request: HttpRequest) -> None: ...

    for host in range(1, 4):
        come(request_from(f"2001:db8::{host}"))
    with pytest.raises(TooMany):
        come(request_from("2001:db8::4"))
    come(request_from("2001:db8:0:1::1"))
    for address in ("192.0.2.1", "::ffff:192.0.2.1", "192.0.2.1"):
        come(request_from(address))
    with pytest.raises(TooMany):
        come(request_from("::ffff:192.0.2.1"))
