"""Every write to a person, their name, preferences and sessions."""

from collections.abc import Mapping
from datetime import timedelta
from random import Random
from typing import Any

from allauth.usersessions.models import UserSession
from django.db import IntegrityError, transaction
from django.utils import timezone

from games.fields import clean_name, name_key
from games.live import hints
from games.models import User, new_face, today
from games.people import guest_names, tips
from games.people import tokens as programs
from games.people.errors import NameTaken
from games.storage import best_effort

NOTED_EVERY = timedelta(minutes=1)
PREFERENCES = (
    "theme", "motion", "table_theme", "card_back", "sound", "color_symbols", "hand_order", "card_hints", "confirm_play",
    "auto_answer",
)  # fmt: skip


def create_guest(random: Random | None = None) -> User:
    """Create a guest with the first free random name. Two guests created at once cannot get the same one."""
    for name in guest_names.names(random):
        try:
            with transaction.atomic():
                return User.objects.create_user(name, is_guest=True, tips_left=tips.ALL)
        except IntegrityError:
            continue
    raise NameTaken


def free_name(text: str, besides: User | None = None) -> str:
    """Return the name as it is stored, or raise an error if it is invalid or another person has it."""
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
        # Another person took the name after it was checked.
        person.name = before
        raise NameTaken from None


def change_avatar(person: User) -> None:
    person.face = new_face()
    person.save(update_fields=["face"])


def set_preferences(person: User, choices: Mapping[str, Any]) -> None:
    for preference in PREFERENCES:
        setattr(person, preference, choices[preference])
    person.save(update_fields=PREFERENCES)


def set_visibility(person: User, results_for: str, details_for: str) -> None:
    """Choose who sees the results on a person's profile, and who sees everything else there."""
    person.results_for, person.details_for = results_for, details_for
    person.save(update_fields=["results_for", "details_for"])


def is_gone(person: Any) -> bool:
    """Whether this person has been deleted since they were loaded."""
    return bool(person.pk) and not User.objects.filter(pk=person.pk).exists()


def note_visit(person: User) -> bool:
    """Store when a person was here last, once a minute, and return whether this is their first visit today."""
    is_first_today, moment = person.seen_on != today(), timezone.now()
    if is_first_today or person.online_at is None or person.online_at <= moment - NOTED_EVERY:
        person.seen_on, person.online_at = today(), moment
        with best_effort("The time of a visit"):
            User.objects.filter(pk=person.pk).update(seen_on=person.seen_on, online_at=moment)
    return is_first_today


def end_session(person: User, session_id: int) -> bool:
    """Log one browser out. Return false if the session is not this person's, or has ended."""
    session = UserSession.objects.filter(user=person, pk=session_id).first()
    if session:
        session.end()
        hints.announce_end_of_sessions(person.pk)
    return session is not None


def end_sessions(person: User) -> None:
    """Log out every browser and every program."""
    programs.revoke_all(person)
    for session in UserSession.objects.filter(user=person):
        session.end()
    hints.announce_end_of_sessions(person.pk)
