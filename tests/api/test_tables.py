"""Programs at tables: hosts decide whether they may join, and their seats are marked."""

from typing import Any, get_args

import pytest

from games.api.requests import NewTable, Preset, RuleChanges
from games.engine import OPTIONS, PRESETS, Rules
from games.lobby import services as lobby
from games.models import Ban, Block, Figures, Place, Table, User
from games.table import services as play
from games.wording.lobby import refusal
from tests.api.conftest import Program, dealt
from tests.conftest import Player
from tests.responses import text


@pytest.fixture
def open_table(ann: Player) -> Any:
    """Return a function that opens a table of Ann's in a browser."""

    def create(**settings: Any) -> Any:
        return lobby.open_table(ann.user, Rules(), lobby.Settings(seats=3, **settings)).code

    return create


def test_a_seat_of_a_program_is_marked_in_the_lobby_and_at_the_table(
    open_table: Any, ann: Player, ada: Program
) -> None:
    code = open_table()
    ada.post(f"tables/{code}/join")
    assert '<span class="badge">program</span>' in text(ann.client.get(f"/t/{code}/"))
    ada.post(f"tables/{code}/ready")
    lobby.start(code, ann.user)
    assert '<i class="mark kind">program</i>' in text(ann.client.get(f"/t/{code}/game/", follow=True))
    kinds = [(one["username"], one["kind"]) for one in ada.get(f"tables/{code}")["participants"]]
    assert kinds == [("Ann", "person"), ("Ada", "program")]


@pytest.mark.parametrize(
    ("settings", "status"),
    [
        ({}, 200),
        ({"visibility": "public"}, 403),
        ({"visibility": "public", "programs_may_join": True}, 200),
        ({"programs_may_join": False}, 403),
    ],
)
def test_the_host_chooses_whether_programs_may_join(open_table: Any, ada: Program, settings: Any, status: int) -> None:
    answer = ada.ask("POST", f"tables/{open_table(**settings)}/join", {})
    assert answer.status_code == status
    if status == 403:
        assert answer.json()["code"] == "not_allowed"


@pytest.mark.parametrize(("sent", "kept"), [("", None), ("True", True), ("False", False)])
def test_the_form_of_a_table_asks_about_programs(ann: Player, sent: str, kept: bool | None) -> None:
    form = {"seats": 4, "visibility": "public", "watching": "hidden", "pace": "natural", "programs_may_join": sent}
    ann.client.post("/tables/new/", form)
    assert Table.objects.get().programs_may_join is kept


def test_a_seat_taken_in_a_browser_and_played_by_a_program_is_marked_too(
    open_table: Any, ann: Player, bob: Player
) -> None:
    code = open_table()
    lobby.sit(code, bob.user)
    lobby.set_ready(code, bob.user, True)
    lobby.start(code, ann.user)
    from games.people.tokens import make_token

    hand = Program(ann.user, make_token(ann.user, "hand", "play"))
    game = hand.get(f"tables/{code}")
    mover = hand if game["meta"]["turn"]["username"] == "Ann" else Program(bob.user, make_token(bob.user, "b", "play"))
    after = mover.ok(mover.act(code, {"type": "move", "text": mover.get(f"tables/{code}")["legal"][0]}))
    assert {one["username"]: one["kind"] for one in after["participants"]}[mover.name] == "program"
    assert Place.objects.get(person=mover.person).is_program


def test_where_programs_are_not_allowed_they_cannot_play_a_persons_seat(
    open_table: Any, ann: Player, bob: Player
) -> None:
    code = open_table(programs_may_join=False)
    lobby.sit(code, bob.user)
    lobby.set_ready(code, bob.user, True)
    lobby.start(code, ann.user)
    from games.people.tokens import make_token

    hand = Program(ann.user, make_token(ann.user, "hand", "play"))
    refused = hand.act(code, {"type": "declare"})
    assert (refused.status_code, refused.json()["code"]) == (403, "only_people")
    assert not Place.objects.filter(is_program=True).exists()


def test_sitting_down_again_in_a_browser_removes_the_mark(open_table: Any, ada: Program) -> None:
    code = open_table()
    ada.post(f"tables/{code}/join")
    ada.post(f"tables/{code}/leave")
    lobby.sit(code, ada.person)
    assert not Place.objects.get(person=ada.person).is_program


def test_the_list_shows_public_tables_and_whether_programs_may_join(ada: Program) -> None:
    code = ada.post("tables", {"visibility": "public", "preset": "Flip"})["code"]
    ada.post("tables", {"preset": "Flip"})
    assert [(row["code"], row["programsMayJoin"]) for row in ada.get("tables")] == [(code, False)]
    assert ada.get("tables?deck=classic") == []
    assert [row["deck"] for row in ada.get("tables?deck=flip&free=true")] == ["flip"]


@pytest.mark.parametrize("query", ["free=perhaps", "deck=" + "k" * 21])
def test_a_filter_of_the_list_with_a_wrong_value_is_refused(ada: Program, query: str) -> None:
    assert ada.ask("GET", f"tables?{query}").status_code == 422


def test_a_table_is_opened_with_the_requested_settings(ada: Program) -> None:
    order = {"preset": "House", "rules": {"hand_size": 5}, "seats": 2, "watching": "open", "pace": "quick"}
    response = ada.post("tables", order)
    assert (response["host"], response["rules"]["hand_size"], response["rules"]["stacking"]) == ("Ada", 5, "same")
    assert (response["settings"]["watching"], response["settings"]["pace"], len(response["seats"])) == (
        "open",
        "quick",
        2,
    )


@pytest.mark.parametrize(
    ("order", "field"),
    [
        ({"seats": 11}, "seats"),
        ({"seats": "4"}, "seats"),
        ({"seats": True}, "seats"),
        ({"visibility": "secret"}, "visibility"),
        ({"color": "red"}, "color"),
        ({"preset": "Chess"}, "preset"),
        ({"rules": {"hand_size": 99}}, "rules.hand_size"),
        ({"rules": {"mercy_limit": 5}}, "rules.mercy_limit"),
        ({"rules": {"draw": "two"}}, "rules.draw"),
        ({"rules": {"jumping": True}}, "rules.jumping"),
    ],
)
def test_the_refusal_of_invalid_settings_names_the_field(ada: Program, order: Any, field: str) -> None:
    refused = ada.ask("POST", "tables", order)
    assert (refused.status_code, refused.json().get("field")) == (422, field)
    assert not Table.objects.exists()


@pytest.mark.parametrize(
    "order",
    [
        {"preset": "No Mercy", "seats": 8},
        {"visibility": "password"},
        {"rules": {"drawn_play": "forbidden", "after_draw": "hand"}},
    ],
)
def test_settings_that_the_rules_do_not_allow_are_refused(ada: Program, order: Any) -> None:
    refused = ada.ask("POST", "tables", order)
    assert (refused.status_code, refused.json()["code"]) == (409, "refused")
    assert not Table.objects.exists()


def test_a_password_is_sent_with_the_request_to_join(ada: Program, ben: Program) -> None:
    code = ada.post("tables", {"visibility": "password", "password": "sesame"})["code"]
    assert ben.ask("GET", f"tables/{code}").status_code == 404
    assert ben.ask("POST", f"tables/{code}/join", {"password": "guess"}).status_code == 403
    seats = ben.post(f"tables/{code}/join", {"password": "sesame"})["seats"]
    assert [seat.get("username") for seat in seats] == ["Ada", "Ben", None, None]


def test_a_table_is_a_404_for_banned_people(ada: Program, eve: Program, table: str) -> None:
    Ban.objects.create(table=Table.objects.get(), person=eve.person)
    assert eve.ask("GET", f"tables/{table}").status_code == 404
    assert eve.ask("POST", f"tables/{table}/join", {}).status_code in (403, 404)


def test_the_host_adds_and_removes_bots(ada: Program, ben: Program) -> None:
    code = ada.post("tables", {"seats": 2, "preset": "House"})["code"]
    response = ada.ok(ada.ask("PUT", f"tables/{code}/seats/1", {"bot": "Hard"}))
    name = Place.objects.get(bot="Hard").name
    assert response["seats"][1] == {"seat": 1, "username": name, "kind": "bot", "bot": "Hard", "ready": True}
    assert ben.ask("PUT", f"tables/{code}/seats/1", {"bot": "Easy"}).status_code == 403
    assert ada.ask("PUT", f"tables/{code}/seats/1", {"bot": "Nobody"}).status_code == 409
    assert ada.ok(ada.ask("DELETE", f"tables/{code}/seats/1"))["seats"][1] == {"seat": 1}


def test_before_the_first_deal_a_table_is_pending(ada: Program, ben: Program) -> None:
    code = ada.post("tables", {"seats": 2})["code"]
    game = ada.get(f"tables/{code}")
    assert (game["status"], game["version"], game["meta"], game["legal"]) == ("pending", 0, None, [])
    assert [one["username"] for one in game["participants"]] == ["Ada"]
    early = ada.ask("PATCH", f"tables/{code}", {"version": 0, "actions": {"type": "draw"}})
    assert (early.status_code, early.json()["code"]) == (409, "no_game")


def test_outsiders_see_that_a_game_runs_which_they_may_not_watch(ada: Program, ben: Program, eve: Program) -> None:
    code = dealt(ada, ben, watching="nobody")
    game = eve.get(f"tables/{code}")
    assert (game["status"], game["version"], game["game"], game["meta"]) == ("inProgress", 0, None, None)
    assert game["state"] == {"hands": [], "stacks": [], "piles": []}
    play.abandon(Table.objects.get())
    assert eve.get(f"tables/{code}")["status"] == "ended"


def test_a_program_that_leaves_a_game_may_return(ada: Program, ben: Program, table: str) -> None:
    ben.post(f"tables/{table}/leave")
    game = ada.get(f"tables/{table}")
    assert [one["away"] for one in game["participants"]] == [False, True]
    ben.post(f"tables/{table}/join")
    assert not any(one["away"] for one in ada.get(f"tables/{table}")["participants"])


def test_a_program_takes_over_the_seat_of_a_bot(ada: Program, ben: Program) -> None:
    code = ada.post("tables", {"seats": 2, "preset": "House"})["code"]
    ada.ok(ada.ask("PUT", f"tables/{code}/seats/1", {"bot": "Hard"}))
    ada.post(f"tables/{code}/start")
    refused = ben.ask("POST", f"tables/{code}/join", {})
    assert (refused.status_code, refused.json()["code"]) == (409, "seat_needed")
    ben.post(f"tables/{code}/join", {"seat": 1})
    response = ben.get(f"tables/{code}")["participants"][1]
    assert (response["username"], response["kind"]) == ("Ben", "program")
    assert ben.ask("POST", f"tables/{code}/join", {"seat": 1}).status_code == 200
    elsewhere = ben.ask("POST", f"tables/{code}/join", {"seat": 0})
    assert (elsewhere.status_code, elsewhere.json()["code"]) == (409, "seated_already")


def test_rematches_are_played_at_the_same_table(ada: Program, ben: Program) -> None:
    code = dealt(ada, ben)
    play.abandon(Table.objects.get())
    first = ada.get(f"tables/{code}")
    assert (first["status"], first["meta"]["winner"]) == ("ended", None)
    ben.post(f"tables/{code}/ready")
    again = ada.post(f"tables/{code}/start")
    assert (again["status"], again["version"]) == ("inProgress", 1)
    assert again["game"] > first["game"]


def test_viewers_without_a_seat_see_hands_only_if_they_are_open(ada: Program, ben: Program, eve: Program) -> None:
    hidden, shown = dealt(ada, ben), dealt(ada, ben, watching="open")
    assert [hand["open"] for hand in eve.get(f"tables/{hidden}")["state"]["hands"]] == [False, False]
    assert eve.get(f"tables/{hidden}")["state"]["hands"][0]["cards"] == [{}] * 7
    assert all(hand["open"] and len(hand["cards"][0]) == 2 for hand in eve.get(f"tables/{shown}")["state"]["hands"])


def test_every_preset_and_every_option_can_be_requested() -> None:
    assert list(get_args(Preset)) == list(PRESETS)
    assert list(RuleChanges.model_fields) == list(OPTIONS)
    for name in PRESETS:
        rules = Rules.preset(name).as_dict()
        assert NewTable.model_validate({"preset": name, "rules": rules}).chosen_rules() == Rules(**rules)


def test_rules_presets_and_decks_are_data(ada: Program) -> None:
    book, decks = ada.get("rules"), ada.get("decks")
    assert {preset["name"] for preset in book["presets"]} >= {"Official", "House", "Flip", "No Mercy", "Robots"}
    assert next(one for one in book["options"] if one["name"] == "hand_size")["maximum"] == 15
    sizes = {"classic": 108, "classic_112": 112, "flip": 112, "no_mercy": 168, "all_wild": 112}
    assert {deck["name"]: deck["cards"] for deck in decks} == sizes
    for deck in decks:
        assert all(sum(face["count"] for face in side["faces"]) == deck["cards"] for side in deck["sides"])


def test_a_program_that_left_many_matches_gets_no_seat_where_the_host_wants_reliable_players(
    open_table: Any, ada: Program
) -> None:
    Figures.objects.create(person=User.objects.get(name="Ada"), recent=20, recent_left=7)
    code = open_table(reliable_only=True)
    assert ada.get(f"tables/{code}/seats")["settings"]["reliableOnly"] is True
    answer = ada.ask("POST", f"tables/{code}/join", {})
    assert answer.status_code == 403
    assert refusal("unreliable", left=7, count=20) in answer.content.decode()


def test_a_program_whose_owner_the_host_has_blocked_gets_an_ordinary_refusal(
    open_table: Any, ann: Player, ada: Program
) -> None:
    Block.objects.create(person=ann.user, other=User.objects.get(name="Ada"))
    answer = ada.ask("POST", f"tables/{open_table()}/join", {})
    assert answer.status_code == 409
    assert refusal("no_seats_left") in answer.content.decode()


def test_a_program_can_open_a_table_for_reliable_players(ada: Program) -> None:
    assert ada.post("tables", {"reliableOnly": True})["settings"]["reliableOnly"] is True
