"""Mo moderates, Olga operates, Sue may do everything; Ann and Bob play, and Dan only plays elsewhere."""

import pytest
from django.contrib.auth.models import Group

from tests.table.conftest import RunningTable


@pytest.fixture
def stage(db):
    return RunningTable


@pytest.fixture
def mo(invite):
    return _with_group(invite("Mo", is_staff=True), "Moderators")


@pytest.fixture
def olga(invite):
    return _with_group(invite("Olga", is_staff=True), "Operators")


@pytest.fixture
def sue(invite):
    return invite("Sue", is_staff=True, is_superuser=True)


def _with_group(player, name):
    player.user.groups.add(Group.objects.get(name=name))
    return player


@pytest.fixture
def table(stage):
    """Ann and Bob in the middle of a game, with a bot; they have talked."""
    from games.models import Line

    begun = stage(["Ann", "Bob"], bots=["Easy"])
    for name, text in (("Ann", "Hello!"), ("Bob", "You are all fools.")):
        Line.objects.create(table=begun.table, person=begun.people[name], name=name, text=text)
    return begun


@pytest.fixture
def do():
    """The way the staff does things: the confirmation page is sent with a reason. What came of it is a sentence."""

    def confirm(player, name, number=0, follow=True, **words):
        path = f"/admin/do/{name}/{number}/"
        return player.client.post(path, {"reason": "A test of it", **words}, follow=follow)

    return confirm
