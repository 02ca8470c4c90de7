"""What makes the site an app on a phone, as the server sends it."""

import json
import re
from pathlib import Path
from struct import unpack
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.test import Client

from games.pages.app import ICONS, OFFLINE_FILES
from tests.conftest import Player

pytestmark = [pytest.mark.once, pytest.mark.django_db]


def manifest(client: Client) -> Any:
    response = client.get("/manifest.webmanifest")
    assert response["Content-Type"] == "application/manifest+json"
    return json.loads(response.content)


def test_the_manifest_names_the_site_as_the_operator_does(client: Client, settings: Any) -> None:
    settings.SITE_NAME = "One Left"
    assert manifest(client)["name"] == "One Left"


def test_pages_lead_to_the_manifest(client: Client) -> None:
    assert '<link rel="manifest" href="/manifest.webmanifest">' in client.get("/").content.decode()


def test_each_icon_has_the_size_that_the_manifest_says(client: Client) -> None:
    found = manifest(client)["icons"]
    assert {icon["purpose"] for icon in found} == {"any", "maskable"}
    for icon, file in zip(found, ICONS, strict=True):
        header = Path(str(finders.find(file))).read_bytes()[16:24]
        assert "x".join(map(str, unpack(">II", header))) == icon["sizes"]
        assert icon["src"] == staticfiles_storage.url(file)


def test_the_shortcuts_lead_somewhere(client: Client) -> None:
    for shortcut in manifest(client)["shortcuts"]:
        assert client.get(shortcut["url"]).status_code == 200


def test_the_worker_keeps_the_page_and_all_that_it_links_to(client: Client) -> None:
    script = client.get("/worker.js").content.decode()
    kept = re.findall(r'"(/[^"]*)"', script.splitlines()[1])
    assert kept == ["/offline/", *map(staticfiles_storage.url, OFFLINE_FILES)]
    page = client.get("/offline/").content.decode()
    linked = re.findall(r'(?:<script src|rel="(?:stylesheet|icon)" href)="(/[^"]+)"', page)
    assert {link for link in linked if not link.endswith(".png")} <= set(kept)


def test_the_page_without_a_connection_is_the_same_for_everyone(client: Client, ann: Player) -> None:
    page = ann.client.get("/offline/")
    assert page.content == client.get("/offline/").content
    assert "Ann" not in page.content.decode()
    assert "sessionid" not in page.cookies
