"""What a player may be called, and which names are the same name."""

import unicodedata
from random import Random

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from games.fields import clean_name, name_key
from games.models import User
from games.people import guest_names, services
from games.people.errors import NameTaken


@pytest.mark.parametrize(
    "name", ["Al", "Ann", "J. R. R._-x", "7of9", "Zoë", "Łukasz", "Ольга", "김민수", "प्रिया", "ชื่อเล่น", "x" * 20]
)
def test_names_in_any_living_script_are_fine(name: str) -> None:
    assert clean_name(name) == unicodedata.normalize("NFC", name)


@pytest.mark.parametrize(
    "name",
    ["", "x", "x" * 21, "   ", "..", "- -", "a@b", "a/b", "<b>", "😀😀", "a\u200bb", "a\u200db", "a\u202eb", "ab\ufe0f",
     "\u3164\u3164", "a\u115fb", "\u2800\u2800", "a\x00b", "a\u0301\u0301\u0301\u0301", "\u0301ab", "a\ue000b"],
)  # fmt: skip
def test_unreadable_names_are_refused(name: str) -> None:
    with pytest.raises(ValidationError) as refusal:
        clean_name(name)
    assert refusal.value.messages[0].endswith(".")


def test_spaces_of_every_kind_become_one_plain_space() -> None:
    assert clean_name(" \u00a0Ann \u3000\t Bee\n") == "Ann Bee"


def test_a_decomposed_name_is_kept_composed() -> None:
    assert clean_name("Zoe\u0308") == "Zo\u00eb"


@pytest.mark.parametrize(
    ("one", "other"), [("Ann", "aNN"), ("Straße", "STRASSE"), ("Ann", "Ａｎｎ"), ("ﬁn", "FIN"), ("Σίσυφος", "ΣΊΣΥΦΟΣ")]
)
def test_names_that_read_the_same_have_the_same_key(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


def test_a_key_of_a_key_is_itself_and_the_longest_fits_its_column() -> None:
    longest = clean_name("\ufdfa" * 20)
    key = name_key(longest)
    assert name_key(key) == key
    field = User._meta.get_field("name_key")
    assert field.max_length
    assert len(key) <= field.max_length


def test_two_people_cannot_share_a_name_whatever_its_case(ann: User) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user("ANN")
    with pytest.raises(NameTaken):
        services.free_name("ann")


def test_a_player_may_change_the_case_of_their_own_name(ann: User) -> None:
    services.rename(ann, "ANN")
    assert User.objects.get(pk=ann.pk).name == "ANN"


def test_a_rename_moves_the_key_along(ann: User) -> None:
    services.rename(ann, "Bea")
    assert User.objects.get_by_natural_key("bEA") == ann
    assert services.free_name("Ann") == "Ann"


def test_every_friendly_guest_name_is_a_name() -> None:
    for mood in guest_names.MOODS:
        for creature in guest_names.CREATURES:
            assert clean_name(f"{mood} {creature}")


def test_friendly_names_with_numbers_fit_too() -> None:
    longest = max(guest_names.MOODS, key=len) + " " + max(guest_names.CREATURES, key=len) + " 999"
    assert clean_name(longest)


def test_a_guest_gets_another_name_when_the_first_is_taken(db: None) -> None:
    first = services.create_guest(Random(7))
    second = services.create_guest(Random(7))
    assert first.name != second.name


def test_no_guest_is_made_when_every_name_is_taken(db: None) -> None:
    for name in guest_names.names(Random(7)):
        User.objects.get_or_create(name_key=name_key(name), defaults={"name": name})
    with pytest.raises(NameTaken):
        services.create_guest(Random(7))
