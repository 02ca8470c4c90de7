"""What is kept about somebody at tables is part of the download of one's data."""

import json

from games.engine import Rules
from games.lobby import services


def test_the_download_holds_tables_seats_words_and_rules(tables, ann, bob):
    table = tables(ann, seated=[bob], ready=True)
    services.say(table.code, ann.user, "Good evening")
    services.save(ann.user, "Sunday", Rules(hand_size=5))
    services.mute(table.table, ann.user, bob.user.pk)
    services.start(table.code, ann.user)
    about = json.loads(ann.client.get("/me/data/last-card-my-data.json").content)
    assert [hosted["code"] for hosted in about["tables"]] == [table.code]
    assert about["places"][0]["number"] == 0
    assert about["games"][0]["name"] == "Ann"
    assert [line["text"] for line in about["said"]] == ["Good evening"]
    assert about["rules"][0]["name"] == "Sunday"
    assert about["muted"] == ["Bob"]


def test_who_goes_for_good_leaves_a_free_seat_and_no_name(tables, ann, bob):
    table = tables(ann, seated=[bob])
    services.say(table.code, bob.user, "Good evening")
    bob.client.post("/me/delete/", {"password": "a good long password"})
    assert table.sitters == ["0 Ann"]
    assert "Good evening" not in table.shows(ann)
    assert "A former player" in table.shows(ann)
