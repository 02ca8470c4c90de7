"""Every write to a person, and everything we know about one."""

from collections.abc import Mapping
from random import Random
from typing import Any

from allauth.usersessions.models import UserSession
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from games.fields import clean_name, name_key
from games.live import hints
from games.models import User, new_face, today
from games.people import guest_names
from games.people import tokens as programs
from games.storage import best_effort

PREFERENCES = ("theme", "motion", "sound", "color_symbols", "hand_order", "card_hints", "confirm_play")


class NameTaken(ValidationError):
    def __init__(self) -> None:
        super().__init__("Somebody already has that name. Try another one.", code="taken")


def welcome_guest(chance: Random | None = None) -> User:
    """A new guest under the first free friendly name. Two arriving at once cannot get the same one."""
    for name in guest_names.names(chance):
        try:
            with transaction.atomic():
                return User.objects.create_user(name, is_guest=True)
        except IntegrityError:
            continue
    raise NameTaken


def free_name(text: str, besides: User | None = None) -> str:
    """The name as it is kept, when nobody (besides one person) has it; else a sentence."""
    name = clean_name(text)
    if User.objects.filter(name_key=name_key(name)).exclude(pk=besides.pk if besides else 0).exists():
        raise NameTaken
    return name


def rename(person: User, text: str) -> None:
    name = free_name(text, besides=person)
    before, person.name = person.name, name
    try:
        with transaction.atomic():
            person.save(update_fields=["name"])
    except IntegrityError:
        # Somebody took the name between the look and the write.
        person.name = before
        raise NameTaken from None


def change_face(person: User) -> None:
    person.face = new_face()
    person.save(update_fields=["face"])


def set_preferences(person: User, choices: Mapping[str, Any]) -> None:
    for preference in PREFERENCES:
        setattr(person, preference, choices[preference])
    person.save(update_fields=PREFERENCES)


def is_gone(person: Any) -> bool:
    """Whether this person has been deleted since they were loaded."""
    return bool(person.pk) and not User.objects.filter(pk=person.pk).exists()


def note_visit(person: User) -> bool:
    """Remember the day somebody was last here; one write a day. Whether this was the first visit today."""
    if person.seen_on == today():
        return False
    person.seen_on = today()
    with best_effort("The day of a visit"):
        User.objects.filter(pk=person.pk).update(seen_on=person.seen_on)
    return True


def end_session(person: User, session_id: int) -> bool:
    """Log one browser out. False when the session is not this person's or is gone already."""
    session = UserSession.objects.filter(user=person, pk=session_id).first()
    if session:
        session.end()
        hints.announce_end_of_sessions(person.pk)
    return session is not None


def end_sessions(person: User) -> None:
    """Log every browser out, and every program."""
    programs.revoke_all(person)
    for session in UserSession.objects.filter(user=person):
        session.end()
    hints.announce_end_of_sessions(person.pk)
