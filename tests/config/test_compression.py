"""Pages are compressed, except those with secrets and those that another site asked for."""

import gzip
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpResponse, StreamingHttpResponse
from django.templatetags.static import static
from django.test import Client, RequestFactory, override_settings

from config.compression import Compression
from tests.conftest import Player
from tests.people.test_second_steps import code
from tests.responses import find, text

pytestmark = pytest.mark.once

PASSWORD = "a good long password"
TEXT = "A card of every color. " * 100


@pytest.fixture
def client(db: None) -> Client:
    return Client(headers={"Accept-Encoding": "gzip, deflate, br"})


@pytest.fixture
def packing(ann: Player) -> Client:
    """Return Ann's browser, which accepts gzip; she has just confirmed her password."""
    ann.client.post("/account/reauthenticate/", {"password": PASSWORD})
    ann.client.defaults["HTTP_ACCEPT_ENCODING"] = "gzip"
    return ann.client


def is_packed(response: Any) -> bool:
    return bool(response.get("Content-Encoding") == "gzip")


def unpacked(response: Any) -> str:
    assert is_packed(response)
    return gzip.decompress(response.content).decode()


def compressed(response: HttpResponse | StreamingHttpResponse, **headers: str) -> Any:
    """Return a response as the middleware sends it to a browser that accepts gzip."""
    request = RequestFactory(headers={"Accept-Encoding": "gzip"} | headers).get("/")
    return Compression(lambda _: response)(request)


# --- What is compressed --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", ["/", "/tables/", "/cards/", "/bots/", "/api/", "/api/openapi.json", "/nowhere"])
def test_a_page_is_compressed_for_browsers_that_accept_it(client: Client, page: str) -> None:
    response, plain = client.get(page), Client().get(page)
    assert len(unpacked(response)) > 2 * len(response.content)
    assert response["Content-Length"] == str(len(response.content))
    assert "Content-Encoding" not in plain
    assert "Accept-Encoding" in response["Vary"]
    assert "Accept-Encoding" in plain["Vary"]


def test_a_static_file_is_sent_as_it_was_stored(client: Client) -> None:
    script, picture = client.get(static("js/site.js")), client.get(static("img/icon-32.png"))
    assert unpacked(script) == Client().get(static("js/site.js")).content.decode()
    assert "Content-Encoding" not in picture


def test_a_stream_is_not_compressed() -> None:
    response = compressed(StreamingHttpResponse(["a line\n"] * 100, content_type="text/html"))
    assert "Content-Encoding" not in response
    assert b"".join(response).startswith(b"a line\n")


@pytest.mark.parametrize("kind", ["image/svg+xml", "application/x-ndjson", "text/event-stream", "image/png", ""])
def test_other_kinds_of_content_are_left_alone(kind: str) -> None:
    response = compressed(HttpResponse(TEXT, headers={"Content-Type": kind}))
    assert response.content == TEXT.encode()
    assert "Vary" not in response


def test_nothing_is_compressed_twice() -> None:
    response = compressed(HttpResponse(TEXT, headers={"Content-Encoding": "br"}))
    assert response["Content-Encoding"] == "br"
    assert response.content == TEXT.encode()


def test_a_short_response_is_left_alone() -> None:
    assert not is_packed(compressed(HttpResponse("yes")))


def test_the_tag_of_a_compressed_page_is_weak() -> None:
    assert compressed(HttpResponse(TEXT, headers={"ETag": '"7"'}))["ETag"] == 'W/"7"'


@pytest.mark.parametrize(
    ("accepted", "packed"),
    [
        ("gzip", True),
        ("br, gzip;q=0.5", True),
        ("gzip;q=0.05", True),
        ("gzip;q=1.000", True),
        ("gzip;q=0", False),
        ("br, gzip ; q=0.000, deflate", False),
        ("", False),
        ("br", False),
        ("gzipped", False),
        ("*", False),
        ("identity;q=0, *;q=0", False),
        ("gzip;q=many", True),
        (",;=\xff;q", False),
        ("gzip," * 2000, True),
        ("gzip" + " " * 8000, True),
    ],
)
def test_the_request_decides(accepted: str, packed: bool) -> None:
    response = compressed(HttpResponse(TEXT), **{"Accept-Encoding": accepted})
    assert is_packed(response) == packed
    assert response["Vary"] == "Accept-Encoding"


def test_a_site_behind_a_proxy_that_compresses_does_not() -> None:
    with override_settings(COMPRESS=False), pytest.raises(MiddlewareNotUsed):
        Compression(HttpResponse)


# --- What the length of a response reveals ---------------------------------------------------------------------------


def test_the_same_page_has_different_lengths() -> None:
    lengths = {len(compressed(HttpResponse(TEXT)).content) for _ in range(50)}
    assert len(lengths) > 10


@pytest.mark.parametrize(
    ("from_site", "packed"), [("none", True), ("same-origin", True), ("same-site", False), ("cross-site", False)]
)
def test_what_another_site_asks_for_is_not_compressed(client: Client, from_site: str, packed: bool) -> None:
    assert is_packed(client.get("/tables/", headers={"Sec-Fetch-Site": from_site})) == packed


def test_a_form_shows_the_same_token_masked_anew_each_time(packing: Client) -> None:
    pages = [unpacked(packing.get("/tables/")) for _ in range(3)]
    tokens = [token for page in pages for token in re.findall(r'csrfmiddlewaretoken" value="(\w+)"', page)]
    assert len(set(tokens)) == len(tokens) >= 3
    assert packing.cookies["csrf"].value not in "".join(pages)


def new_token(client: Client) -> Any:
    response = client.post("/me/tokens/", {"name": "Robot", "scope": "play"})
    find(r'id="secret" .*value="lastcard_', text(response))
    return response


def secret_of_an_app(client: Client) -> Any:
    response = client.get("/account/2fa/totp/activate/")
    find(r'id="authenticator_secret" value="\w+"', text(response))
    return response


def recovery_codes(client: Client) -> Any:
    secret = find(r'id="authenticator_secret" value="(\w+)"', text(secret_of_an_app(client)))
    client.post("/account/2fa/totp/activate/", {"code": code(secret)})
    response = client.get("/account/2fa/recovery-codes/")
    find(r"10 of 10 unused", text(response))
    return response


def passkey_challenge(client: Client) -> Any:
    response = client.get("/account/2fa/webauthn/add/")
    find(r'"challenge"', text(response))
    return response


def link_in_an_email(client: Client) -> Any:
    client.post("/account/password/reset/", {"email": "ann@example.com"})
    return client.get("/account/password/reset/key/1-set-password/")


def personal_data(client: Client) -> Any:
    return client.get("/me/data/last-card-my-data.json")


def staff_pages(client: Client) -> Any:
    return client.get("/admin/login/", follow=True)


SECRETS = [new_token, secret_of_an_app, recovery_codes, passkey_challenge, link_in_an_email, personal_data, staff_pages]


@pytest.mark.parametrize("secret", SECRETS)
def test_a_page_that_shows_a_secret_is_not_compressed(packing: Client, secret: Callable[[Client], Any]) -> None:
    response = secret(packing)
    assert response.status_code in (200, 403)
    assert len(response.content) > 500
    assert "Content-Encoding" not in response
