"""People download everything that is stored about them."""

import json
from typing import Any

from django.test import Client

from games.engine import Rules
from games.lobby import services
from games.models import User
from games.people.services import PREFERENCES
from tests.conftest import Player
from tests.lobby.conftest import Tables

DOWNLOAD = "/me/data/last-card-my-data.json"


def download(browser: Client) -> Any:
    return json.loads(browser.get(DOWNLOAD).content)


def test_the_download_holds_everything_but_secrets(ann: Player) -> None:
    answer = ann.client.get(DOWNLOAD)
    about = json.loads(answer.content)
    assert answer["Content-Disposition"].startswith("attachment")
    assert (about["name"], about["guest"]) == ("Ann", False)
    assert set(about["preferences"]) == set(PREFERENCES)
    assert ann.user.password not in answer.content.decode()


def test_the_download_lists_sessions_with_their_addresses(guest: Client) -> None:
    assert download(guest)["sessions"][0]["ip"] == "127.0.0.1"


def test_people_download_only_their_own_data_and_it_is_never_cached(guest: Client, gus: User, ann: Player) -> None:
    answer = guest.get(DOWNLOAD)
    assert json.loads(answer.content)["name"] == gus.name
    assert answer["Cache-Control"] == "no-store"
    assert Client().get(DOWNLOAD).status_code == 302


def test_the_download_holds_tables_seats_messages_and_rules(tables: Tables, ann: Player, bob: Player) -> None:
    table = tables(ann, seated=[bob], ready=True)
    services.say(table.code, ann.user, "Good evening")
    services.save(ann.user, "Sunday", Rules(hand_size=5))
    services.mute(table.table, ann.user, bob.user.pk)
    services.start(table.code, ann.user)
    about = download(ann.client)
    assert [hosted["code"] for hosted in about["tables"]] == [table.code]
    assert about["places"][0]["number"] == 0
    assert about["games"][0]["name"] == "Ann"
    assert [line["text"] for line in about["said"]] == ["Good evening"]
    assert about["rules"][0]["name"] == "Sunday"
    assert about["muted"] == ["Bob"]


def test_the_download_which_costs_much_is_limited(guest: Client, stopped_limits: None) -> None:
    assert [guest.get(DOWNLOAD).status_code for _ in range(7)] == [200] * 6 + [429]
