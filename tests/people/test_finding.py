"""Who comes, and whose session it is, is found with SQL that is written once, and is what Django finds."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import Group
from django.contrib.sessions.models import Session
from django.db.models.sql.compiler import SQLCompiler
from django.utils import timezone

from games.models import User
from games.people.sessions import SessionStore

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann():
    moment = timezone.now() + timedelta(hours=1)
    return User.objects.create_user("Ann", "ann@example.org", "secret words", banned_until=moment, card_hints=False)


@pytest.fixture
def session(ann):
    store = SessionStore()
    store["who"] = ann.pk
    store.create()
    return store


def test_a_person_found_by_key_is_the_one_that_django_finds(ann):
    found, expected = User.objects.get(pk=ann.pk), User.objects.filter(pk=ann.pk).get()
    for field in User._meta.concrete_fields:
        value = getattr(found, field.attname)
        assert (type(value), value) == (type(getattr(expected, field.attname)), getattr(expected, field.attname))
    assert found._state.db == expected._state.db
    assert not found._state.adding


@pytest.mark.parametrize("key", [10**6, 0, -1, None, 10**30, -(10**30)])
def test_a_key_of_nobody_finds_nobody(ann, key):
    with pytest.raises(User.DoesNotExist):
        User.objects.get(pk=key)


def test_what_is_no_key_is_refused_as_ever():
    with pytest.raises(ValueError, match="expected a number"):
        User.objects.get(pk="nonsense")


def test_among_those_of_a_group_only_they_are_found(ann):
    group = Group.objects.create(name="staff")
    with pytest.raises(User.DoesNotExist):
        group.user_set.get(pk=ann.pk)
    ann.groups.add(group)
    assert group.user_set.get(pk=ann.pk) == ann


def test_a_session_is_loaded_as_it_was_saved(ann, session):
    assert SessionStore(session.session_key).load() == {"who": ann.pk}


def test_a_session_that_has_run_out_is_empty_and_gets_another_key(session):
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    late = SessionStore(session.session_key)
    assert late.load() == {}
    assert late.session_key is None


def test_neither_question_is_written_anew(ann, session, monkeypatch):
    User.objects.get(pk=ann.pk)
    SessionStore(session.session_key).load()

    def written(*words, **more):
        raise AssertionError("Django wrote a query")

    monkeypatch.setattr(SQLCompiler, "as_sql", written)
    assert User.objects.get(pk=ann.pk) == ann
    assert SessionStore(session.session_key).load() == {"who": ann.pk}
