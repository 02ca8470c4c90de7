"""What only the host may do with people, and how the role passes to another player."""

from contextlib import suppress
from datetime import datetime

from games.chat.services import post_notice
from games.live import hints
from games.lobby.services.seats import humans, seat_waiting
from games.locking import locked_by_host, save_change
from games.models import Ban, Place, Table, User, Visit
from games.presence.services import is_here
from games.refusals import Refusal
from games.table import services as play
from games.table.refusals import NoGame
from games.table.services import operating


def kick(code: str, host: User, person_id: int) -> User:
    """Take a player's seat away; in a running game a bot takes over. They may sit down again, and are told."""
    with locked_by_host(code, host) as table:
        person = _seated_person(table, host, person_id, "remove_yourself")
        if not _has_seat_in_game(table, person):
            return _kicked(table, host, person)
    # In a transaction of its own, because a move locks the game first and the table after it.
    play.put_a_bot(code, person)
    with locked_by_host(code, host) as table:
        return _kicked(table, host, person)


def _kicked(table: Table, host: User, person: User) -> User:
    _free_seat(table, host, person, "kicked")
    Visit.objects.get_or_create(table=table, person=person)
    seat_waiting(table)
    save_change(table)
    return person


def ban(code: str, host: User, person_id: int) -> User:
    """Ban a person from the table. In a running game, a bot takes over for them."""
    with locked_by_host(code, host) as table:
        person = _person_at(table, host, person_id)
    # In a transaction of its own, because a move locks the game first and the table after it.
    _remove_from_game(table, person)
    with locked_by_host(code, host) as table:
        Ban.objects.get_or_create(table=table, person=person)
        Visit.objects.filter(table=table, person=person).delete()
        _free_seat(table, host, person, "banned")
        seat_waiting(table)
        save_change(table)
        hints.announce_rights(person.pk)
        hints.announce_invitations(person.pk)
    # They may have come back to the game, or taken another seat there, before the ban was in force.
    _remove_from_game(table, person)
    return person


def unban(code: str, host: User, person_id: int) -> User:
    with locked_by_host(code, host) as table:
        bans = Ban.objects.filter(table=table, person_id=person_id).select_related("person")
        found = bans.first()
        if found is None:
            raise Refusal("not_banned")
        found.delete()
        post_notice(table, "unbanned", about=found.person, host=host.name, name=found.person.name)
        save_change(table)
        return found.person


def _free_seat(table: Table, host: User, person: User, notice: str) -> None:
    Place.objects.filter(table=table, person=person).delete()
    post_notice(table, notice, about=person, host=host.name, name=person.name)


def _remove_from_game(table: Table, person: User) -> None:
    if _has_seat_in_game(table, person, has_left=False):
        with suppress(NoGame):  # it has ended in the meantime
            operating.send_away(table.code, person.pk)


def _has_seat_in_game(table: Table, person: User, **conditions: bool) -> bool:
    """Whether the running game has a seat for this person. Those who have left keep theirs, and could come back."""
    game = play.running(table)
    return bool(game and game.players.filter(person=person, **conditions).exists())


def _seated_person(table: Table, host: User, person_id: int, refused_for_host: str) -> User:
    """Return another person who has a seat. `refused_for_host` is the code if the host chooses themselves."""
    if person_id == host.pk:
        raise Refusal(refused_for_host)
    place = humans(table).filter(person_id=person_id).first()
    if place is None or place.person is None:
        raise Refusal("person_gone")
    return place.person


def _person_at(table: Table, host: User, person_id: int) -> User:
    visit = Visit.objects.filter(table=table, person_id=person_id).exclude(person=host).select_related("person").first()
    return visit.person if visit else _seated_person(table, host, person_id, "ban_yourself")


def pass_on(code: str, host: User, person_id: int) -> User:
    """Make another player the host."""
    with locked_by_host(code, host) as table:
        person = _seated_person(table, host, person_id, "host_yourself")
        _make_host(table, person, "made_host", host=host.name)
        return person


def _make_host(table: Table, person: User, notice: str, **facts: str) -> None:
    table.host, table.host_gone_at = person, None
    post_notice(table, notice, None, name=person.name, **facts)
    save_change(table, "host", "host_gone_at")


def replace_absent_host(table: Table, moment: datetime) -> bool:
    """Pass the role to the person who has sat here longest and is still here, if there is one."""
    others = humans(table).exclude(person=table.host_id).order_by("taken_at", "pk")
    present = [place.person for place in others if place.person and is_here(place.seen_at, moment)]
    if not present:
        return False
    _make_host(table, present[0], "host_replaced")
    return True
