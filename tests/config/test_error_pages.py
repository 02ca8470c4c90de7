"""Error responses: a page in the site's design, or a fragment for htmx."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.http import Http404, HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import path

from config.urls import handler400, handler403, handler404, handler500, urlpatterns  # noqa: F401 - Django looks them up
from games.limits import limit
from games.not_found import NothingHere
from games.wording.site import NOT_SENT, TOO_OFTEN
from games.wording.templates import fill
from tests.conftest import Player

Headers = dict[str, str]
FROM_HTMX = {"HX-Request": "true"}


def gone(request: HttpRequest) -> HttpResponse:
    raise NothingHere("This table has been cleared away.")


def no_row(request: HttpRequest) -> HttpResponse:
    raise Http404("No Game matches the given query.")  # as Django's generic views do


def broken(request: HttpRequest) -> HttpResponse:
    raise RuntimeError("R7 B2 was in the hand")


@limit("test busy", 1, per=60)
def busy(request: HttpRequest) -> HttpResponse:
    return HttpResponse("fine")


def bad(request: HttpRequest) -> HttpResponse:
    request.META["HTTP_HOST"] = "not allowed"
    return HttpResponse(request.get_host())


def reads(request: HttpRequest) -> HttpResponse:
    return HttpResponse(str(len(request.POST)))


urlpatterns = [
    *urlpatterns,
    path("gone", gone),
    path("no-row", no_row),
    path("broken", broken),
    path("busy", busy),
    path("bad", bad),
    path("reads", reads),
]


@pytest.fixture(autouse=True)
def _with_trouble() -> Any:
    with override_settings(ROOT_URLCONF=__name__):
        yield


def ask(player: Player, page: str, **headers: Any) -> HttpResponse:
    player.client.raise_request_exception = False
    return player.client.get(page, **headers)  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("page", "status", "words"),
    [
        ("/bad", 400, "does not use that host name"),
        ("/gone", 404, "This table has been cleared away."),
        ("/no-row", 404, "There is no such page"),
        ("/nowhere", 404, "There is no such page"),
        ("/broken", 500, "Something went wrong on our side"),
    ],
)
def test_an_error_has_a_page_and_a_fragment_with_a_sentence(ann: Player, page: str, status: int, words: str) -> None:
    whole, fragment = ask(ann, page), ask(ann, page, headers=FROM_HTMX)
    assert whole.status_code == fragment.status_code == status
    assert words in whole.content.decode()
    assert words in fragment.content.decode()
    assert "<html" in whole.content.decode()
    assert '<a class="button" href="/tables/">' in whole.content.decode()
    assert "<html" not in fragment.content.decode()


def test_an_error_page_reveals_nothing_of_the_exception(ann: Player) -> None:
    assert "R7" not in ask(ann, "/broken").content.decode()


def test_a_rate_limited_request_gets_429_and_the_time_to_wait(ann: Player) -> None:
    assert ask(ann, "/busy").status_code == 200
    refused, fragment = ask(ann, "/busy"), ask(ann, "/busy", headers=FROM_HTMX)
    assert refused.status_code == fragment.status_code == 429
    seconds = int(refused["Retry-After"])
    assert 0 < seconds <= 60
    assert fill(TOO_OFTEN, count=seconds) in refused.content.decode()
    assert "<html" not in fragment.content.decode()


def test_a_form_from_elsewhere_is_refused_with_a_way_out(ann: Player) -> None:
    careful = Client(enforce_csrf_checks=True)
    careful.cookies = ann.client.cookies
    answer = careful.post("/reads", {"move": "draw"})
    assert answer.status_code == 403
    assert "Reload the page and try again" in answer.content.decode()


def test_a_body_over_the_limit_is_refused(ann: Player) -> None:
    assert ann.client.post("/reads", {"text": "x" * 60_000}).content == b"1"
    answer = ann.client.post("/reads", {"text": "x" * 70_000})
    assert answer.status_code == 413
    assert "this site accepts at most 64 KB" in answer.content.decode()


def test_a_file_over_the_limit_is_refused_too(ann: Player, tmp_path: Path, invite: Callable[..., Player]) -> None:
    big = tmp_path / "big.txt"
    big.write_bytes(b"x" * 70_000)
    with big.open("rb") as file:
        assert ann.client.post("/reads", {"file": file}).status_code == 413


def test_a_refusal_for_an_unknown_host_is_not_logged_as_an_error(caplog: pytest.LogCaptureFixture) -> None:
    answer = Client(headers={"host": "127.0.0.1,[::1"}).post("/healthz", {"text": "x" * 70_000})
    assert answer.status_code == 413
    assert not [record for record in caplog.records if record.exc_info]


@pytest.mark.parametrize(
    ("address", "page"),
    [("/me/name/", "/me/"), ("/me/tokens/7/revoke/", "/me/"), ("/tables/quick/", "/tables/"), ("/play/", "/")],
)
def test_who_opens_the_address_of_a_form_comes_to_its_page_and_reads_why(ann: Player, address: str, page: str) -> None:
    answer = ann.client.get(address, headers={"Accept": "text/html,*/*"}, follow=True)
    assert (answer.status_code, answer.wsgi_request.path) == (200, page)
    assert answer.content.decode().count(NOT_SENT) == 1


@pytest.mark.parametrize("headers", [{"Accept": "application/json"}, {"Accept": "text/html"} | FROM_HTMX])
def test_a_program_that_opens_the_address_of_a_form_reads_how_to_use_it(ann: Player, headers: Headers) -> None:
    answer = ann.client.get("/me/name/", headers=headers)
    assert (answer.status_code, answer["Allow"]) == (405, "POST")
