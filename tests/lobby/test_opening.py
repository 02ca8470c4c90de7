"""Opening a table: presets, rules changed by hand, settings, and saved rules."""

import json
import re
from typing import Any

import pytest
from django.test import Client

from games.engine import OPTIONS, PRESETS, Rules
from games.lobby.forms import RulesForm
from games.models import RuleSet, Table, Visibility
from games.wording.lobby import SEATS, refusal
from games.wording.options import PRESET_LINES, WORDS
from games.wording.rule_sentences import APPLIES, WHY_IDLE
from games.wording.site import TOO_LONG
from tests.conftest import Player
from tests.lobby.conftest import Tables

FORM = {"preset": "Official", "base": "{}", "seats": "4", "visibility": "link", "watching": "hidden", "pace": "natural"}


def open_with(player: Player, **sent: Any) -> Any:
    return player.client.post("/tables/new/", FORM | sent)


def test_a_table_opens_with_its_host_in_the_first_seat(ann: Player) -> None:
    answer = open_with(ann)
    table = Table.objects.get()
    assert answer["Location"] == f"/t/{table.code}/"
    assert (table.host, table.rules, table.seats) == (ann.user, "{}", 4)
    assert [place.person for place in table.places.all()] == [ann.user]


def test_codes_are_long_and_have_no_letters_that_look_alike(ann: Player) -> None:
    for _ in range(9):
        open_with(ann)
    codes = set(Table.objects.values_list("code", flat=True))
    assert len(codes) == 9
    assert all(len(code) == 8 and not set(code) & set("01ilo") for code in codes)


def test_a_visitor_becomes_a_guest_by_opening_a_table(db: None) -> None:
    answer = Client().post("/tables/new/", FORM, follow=True)
    host = Table.objects.get().host
    assert host is not None
    assert host.is_guest
    assert host.name in answer.content.decode()


def test_every_preset_is_a_card_with_its_line_and_official_comes_first(ann: Player) -> None:
    page = ann.client.get("/tables/new/").content.decode()
    places = [page.index(f'value="{name}"') for name in PRESETS]
    assert places == sorted(places)
    assert next(iter(PRESETS)) == "Official"
    for line in PRESET_LINES.values():
        assert line in page


def test_every_option_is_offered_with_its_help_in_its_group(ann: Player) -> None:
    page = ann.client.get("/tables/new/").content.decode()
    for option in OPTIONS.values():
        assert f'name="{option.name}"' in page
        assert WORDS[option.name].help in page
        assert f"<h3>{WORDS[option.name].group}</h3>" in page


@pytest.mark.parametrize("name", PRESETS)
def test_a_card_alone_chooses_its_rules(ann: Player, name: str) -> None:
    unchanged = {option.name: str(option.official) for option in OPTIONS.values()}
    open_with(ann, preset=name, **unchanged)
    assert Rules.from_json(Table.objects.get().rules) == Rules.preset(name)


def test_what_is_changed_by_hand_goes_on_top_of_the_card(ann: Player) -> None:
    open_with(ann, preset="Party", hand_size="5")
    assert Rules.from_json(Table.objects.get().rules) == Rules.preset("Party", hand_size=5)


def test_the_rules_of_last_time_are_offered_again(ann: Player) -> None:
    open_with(ann, preset="Party", hand_size="5")
    page = ann.client.get("/tables/new/").content.decode()
    assert "Party, changed" in page
    assert "Each player is dealt 5 cards." in page
    open_with(ann, preset="own", base=Rules.preset("Party", hand_size=5).to_json())
    assert Table.objects.latest("pk").rules == Rules.preset("Party", hand_size=5).to_json()


def check(player: Player, **sent: Any) -> str:
    return player.client.post("/tables/new/check/", FORM | sent).content.decode()


def test_a_running_summary_says_what_differs_from_official(ann: Player) -> None:
    assert "the printed rules" in check(ann)
    said = check(ann, hand_size="5", jump_in="True")
    assert "differs from Official in 2 ways" in said
    assert "Each player is dealt 5 cards." in said
    assert "You may jump in" in said
    assert 'href="/rules/?hand_size=5&amp;jump_in=on"' in said


def test_each_group_of_rules_stands_in_the_form_once() -> None:
    groups = RulesForm(Rules()).groups()
    assert sorted(field.name for fields in groups.values() for field in fields) == sorted(OPTIONS)
    assert list(groups) == list(dict.fromkeys(WORDS[name].group for name in OPTIONS))


def test_the_form_says_which_rules_make_no_difference_and_why(ann: Player) -> None:
    assert "Only with mercy" in check(ann)
    assert "Only with mercy" not in check(ann, mercy_limit="25")


def test_there_is_a_reason_for_every_option_that_may_make_no_difference() -> None:
    assert set(WHY_IDLE) == set(APPLIES)


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ({"drawn_play": "forbidden", "after_draw": "hand"}, "change one of these options"),
        ({"hand_size": "12", "mercy_limit": "12"}, "every player would be out at once"),
        ({"hand_size": "99"}, "Hand size must be a whole number from 1 to 15, not 99."),
        ({"deck": "tarot"}, "Deck must be Classic, Classic 112, Flip, No Mercy or All Wild, not tarot."),
        ({"preset": "No Mercy", "seats": "9"}, "for 2 to 6 players, not 9"),
        ({"preset": "nobody"}, refusal("no_such_rules", name="nobody")),
    ],
)
def test_impossible_rules_are_explained_before_and_after_sending(
    ann: Player, sent: dict[str, str], sentence: str
) -> None:
    assert sentence in check(ann, **sent)
    answer = open_with(ann, **sent)
    assert answer.status_code == 422
    assert sentence in answer.content.decode()
    assert not Table.objects.exists()


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        ({"drawn_play": "forbidden", "after_draw": "hand"}, "drawn_play"),
        ({"hand_size": "12", "mercy_limit": "12"}, "mercy_limit"),
        ({"teams": "two", "score_limit": "elimination"}, "score_limit"),
        ({"deck": "all_wild", "finish_on": "number"}, "finish_on"),
        ({"preset": "No Mercy", "seats": "9"}, "seats"),
        ({"teams": "two", "seats": "5"}, "seats"),
        ({"deck": "tarot"}, "deck"),
    ],
)
def test_rules_that_do_not_go_together_are_refused_at_a_field(ann: Player, sent: dict[str, str], field: str) -> None:
    page = open_with(ann, **sent).content.decode()
    assert len(re.findall(rf'name="{field}"[^>]*aria-invalid="true"', page)) == 1
    assert page.count('aria-invalid="true"') == 1


def test_a_refused_form_keeps_everything_that_was_filled_in(ann: Player) -> None:
    page = open_with(ann, preset="Party", hand_size="99", uno_grace="7", seats="5").content.decode()
    for kept in ('value="99"', 'value="7"', 'value="5"'):
        assert kept in page
    assert 'value="Party" id="preset-3" checked' in page


def test_choosing_a_card_shows_its_rules_in_the_fields(ann: Player) -> None:
    answer = ann.client.post("/tables/new/check/", FORM | {"preset": "Flip"}, headers={"HX-Target": "options"})
    page = answer.content.decode()
    assert '<option value="flip" selected>' in page
    assert "You play with the Flip deck" in page


NONSENSE = ["", "-1", "1", "11", "seven", "9" * 400, "\x00", "²", "٣", "4.5", "<script>"]


@pytest.mark.parametrize("seats", NONSENSE)
def test_an_invalid_number_of_seats_is_refused(ann: Player, seats: str) -> None:
    answer = open_with(ann, seats=seats)
    assert answer.status_code in (422, 302)
    if answer.status_code == 302:  # a digit of another script is a digit
        assert Table.objects.get().seats == 3
    else:
        assert not Table.objects.exists()


NO_NAMES = [pytest.param(text, marks=pytest.mark.once) for text in ("absurd", "9" * 300, "{", "[]", "‮")]
NO_RULES = [pytest.param(text, marks=pytest.mark.once) for text in ('{"deck": []}', '{"x": 1}')]
NUL = "\x00\x01"  # which only PostgreSQL refuses to look for


@pytest.mark.parametrize("field", ["visibility", "watching", "pace", "preset", "base", "stacking", "uno_grace"])
@pytest.mark.parametrize("nonsense", [NUL, *NO_NAMES, *NO_RULES])
def test_invalid_input_in_any_field_is_refused(ann: Player, field: str, nonsense: str) -> None:
    answer = open_with(ann, **{field: nonsense})
    assert answer.status_code == 422
    assert not Table.objects.exists()


def test_unknown_fields_change_nothing(ann: Player) -> None:
    open_with(ann, no_such_rule="1", host="7", code="mine", version="9")
    table = Table.objects.get()
    assert (table.rules, table.host, table.version) == ("{}", ann.user, 0)


def test_a_password_table_needs_a_password_and_keeps_only_its_hash(ann: Player) -> None:
    assert refusal("password_missing") in open_with(ann, visibility="password").content.decode()
    open_with(ann, visibility="password", password="open sesame")
    table = Table.objects.get()
    assert table.visibility == Visibility.PASSWORD
    assert "sesame" not in table.password


# --- rules with a name


def save(player: Player, name: str, **sent: Any) -> Any:
    return player.client.post("/rules/save/", FORM | sent | {"rules_name": name}, follow=True)


def test_rules_are_saved_under_a_name_and_become_a_card(ann: Player) -> None:
    page = save(ann, "Sunday", preset="Party").content.decode()
    saved = RuleSet.objects.get()
    assert f"/rules/{saved.code}/" in page
    assert json.loads(saved.rules) == json.loads(Rules.preset("Party").to_json())
    assert f'value="{saved.code}"' in ann.client.get("/tables/new/").content.decode()
    open_with(ann, preset=saved.code)
    assert Table.objects.get().rules == saved.rules


def test_saving_under_the_same_name_replaces_and_keeps_the_link(ann: Player) -> None:
    save(ann, "Sunday")
    code = RuleSet.objects.get().code
    save(ann, "Sunday", hand_size="3")
    assert RuleSet.objects.get().code == code
    assert "3" in RuleSet.objects.get().rules


def test_a_shared_link_shows_the_rules_to_anybody_and_opens_a_table_by_them(ann: Player, bob: Player) -> None:
    save(ann, "Sunday", hand_size="3")
    code = RuleSet.objects.get().code
    page = Client().get(f"/rules/{code}/").content.decode()
    assert "Sunday" in page
    assert "Each player is dealt 3 cards." in page
    assert "Delete" not in page
    offered = bob.client.get(f"/tables/new/?rules={code}").content.decode()
    assert "Each player is dealt 3 cards." in offered


def test_others_can_copy_shared_rules_but_not_delete_them(ann: Player, bob: Player) -> None:
    save(ann, "Sunday", hand_size="3")
    found = RuleSet.objects.get()
    assert bob.client.post(f"/rules/{found.code}/delete/").status_code == 404
    save(bob, "Sunday", base=found.rules, preset="own")
    assert RuleSet.objects.filter(person=bob.user).get().rules == found.rules
    ann.client.post(f"/rules/{found.code}/delete/")
    assert not RuleSet.objects.filter(person=ann.user).exists()


@pytest.mark.parametrize("name", ["", "   ", "x" * 41])
def test_rules_need_a_name_that_fits(ann: Player, name: str) -> None:
    page = save(ann, name).content.decode()
    assert refusal("rules_name_length", count=40) in page
    assert f'value="{name}"' in page
    assert not RuleSet.objects.exists()


def test_a_link_to_deleted_rules_says_so(ann: Player) -> None:
    assert refusal("no_shared_rules") in ann.client.get("/rules/nothing/").content.decode()
    assert ann.client.get("/tables/new/?rules=nothing").status_code == 200


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"seats": "1"}, SEATS),
        ({"seats": "11"}, SEATS),
        ({"visibility": "password", "password": "x" * 101}, TOO_LONG % {"limit_value": 100, "show_value": 101}),
    ],
)
def test_what_the_settings_take_is_said_in_plain_words(ann: Player, settings: dict[str, str], sentence: str) -> None:
    page = open_with(ann, **settings).content.decode()
    assert f"<li>{sentence}</li>" in page
    assert "maxlength" not in re.sub(r"<input[^>]*inputmode[^>]*>", "", page), "a browser would cut it off"


@pytest.mark.parametrize(
    ("address", "times", "seconds"), [("/tables/new/", 10, 12), ("/rules/save/", 20, 3)], ids=["open", "save"]
)
def test_what_was_chosen_stays_when_it_was_too_often(
    ann: Player, stopped_limits: None, address: str, times: int, seconds: int
) -> None:
    sent = FORM | {"rules_name": "Sunday", "preset": "No Mercy", "seats": "5"}
    for _ in range(times):
        assert ann.client.post(address, sent).status_code == 302
    answer = ann.client.post(address, sent)
    page = answer.content.decode()
    assert (answer.status_code, answer["Retry-After"]) == (429, str(seconds))
    assert refusal("too_often", count=seconds) in page
    assert re.search(r'value="No Mercy"[^>]* checked', page)
    assert re.search(r'name="seats" value="5"', page)
    assert 'value="Sunday"' in page


@pytest.mark.parametrize(("page", "sent"), [("settings", {"seats": "5"}), ("rules", {"hand_size": "9"})])
def test_who_changes_a_table_too_often_keeps_what_was_chosen(
    tables: Tables, ann: Player, stopped_limits: None, page: str, sent: dict[str, str]
) -> None:
    """Each new password of a table costs the server much time."""
    table = tables(ann)
    before = table.table.version
    answers = [ann.client.post(f"{table.path}{page}/", FORM | sent) for _ in range(21)]
    assert [answer.status_code for answer in answers] == [302] * 20 + [429]
    (name, value), html = next(iter(sent.items())), answers[-1].content.decode()
    assert refusal("too_often", count=3) in html
    assert re.search(rf'name="{name}"[^>]* value="{value}"', html)
    assert table.table.version > before
