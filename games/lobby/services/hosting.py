"""What only the host does, and how the role goes on to somebody else."""

from contextlib import suppress
from datetime import datetime

from games.chat.services import post_notice
from games.live import hints
from games.lobby.services.seats import humans, welcome_queue
from games.locking import locked_by_host, save_change
from games.models import Ban, Place, Table, User, Visit
from games.presence.services import is_here
from games.refusals import Refusal
from games.table import services as play
from games.table.refusals import NoGame
from games.table.services import operating

NOT_HERE = "That person is not at this table any more."


def kick(code: str, host: User, person_id: int) -> str:
    """Take somebody's seat away; in a running game a bot sits down there. They may come back, and are told."""
    with locked_by_host(code, host) as table:
        person = _sitter(_seat_of_another(table, host, person_id))
        if not _has_seat_in_game(table, person):
            return _kicked(table, host, person)
    # On its own, because a move locks the game first and the table after it.
    play.put_a_bot(code, person)
    with locked_by_host(code, host) as table:
        return _kicked(table, host, person)


def _kicked(table: Table, host: User, person: User) -> str:
    _out(table, person, f"{host.name} has taken the seat of {person.name} away.")
    Visit.objects.get_or_create(table=table, person=person)
    welcome_queue(table)
    save_change(table)
    return f"{person.name} has no seat any more."


def ban(code: str, host: User, person_id: int) -> str:
    """Send somebody away for good, also out of a running game, in which a bot then plays on."""
    with locked_by_host(code, host) as table:
        person = _somebody_at(table, host, person_id)
    # On its own, because a move locks the game first and the table after it.
    _out_of_the_game(table, person)
    with locked_by_host(code, host) as table:
        Ban.objects.get_or_create(table=table, person=person)
        Visit.objects.filter(table=table, person=person).delete()
        _out(table, person, f"{host.name} has banned {person.name} from this table.")
        welcome_queue(table)
        save_change(table)
        hints.announce_rights(person.pk)
    # They may have come back to the game, or taken another seat there, before the ban counted.
    _out_of_the_game(table, person)
    return f"{person.name} is banned from this table."


def unban(code: str, host: User, person_id: int) -> str:
    with locked_by_host(code, host) as table:
        bans = Ban.objects.filter(table=table, person_id=person_id).select_related("person")
        found = bans.first()
        if found is None:
            raise Refusal("That person is not banned.")
        found.delete()
        post_notice(table, f"{host.name} lets {found.person.name} come back.", about=found.person)
        save_change(table)
        return f"{found.person.name} may come back."


def _out(table: Table, person: User, sentence: str) -> None:
    Place.objects.filter(table=table, person=person).delete()
    post_notice(table, sentence, about=person)


def _out_of_the_game(table: Table, person: User) -> None:
    if _has_seat_in_game(table, person, has_left=False):
        with suppress(NoGame):  # it has ended meanwhile
            operating.send_away(table.code, person.pk)


def _has_seat_in_game(table: Table, person: User, **conditions: bool) -> bool:
    """A person who has left still has their seat, and could come back to it."""
    game = play.running(table)
    return bool(game and game.players.filter(person=person, **conditions).exists())


def _seat_of_another(table: Table, host: User, person_id: int) -> Place:
    if person_id == host.pk:
        raise Refusal("That is you. Leave your seat, if you like.")
    place = humans(table).filter(person_id=person_id).first()
    if place is None:
        raise Refusal(NOT_HERE)
    return place


def _somebody_at(table: Table, host: User, person_id: int) -> User:
    visit = Visit.objects.filter(table=table, person_id=person_id).exclude(person=host).select_related("person").first()
    return visit.person if visit else _sitter(_seat_of_another(table, host, person_id))


def _sitter(place: Place) -> User:
    if place.person is None:
        raise Refusal("A bot cannot do that.")
    return place.person


def pass_on(code: str, host: User, person_id: int) -> str:
    with locked_by_host(code, host) as table:
        person = _sitter(_seat_of_another(table, host, person_id))
        _make_host(table, person, f"{host.name} has made {person.name} the host.")
        return f"{person.name} is the host now."


def _make_host(table: Table, person: User, sentence: str) -> None:
    table.host, table.host_gone_at = person, None
    post_notice(table, sentence)
    save_change(table, "host", "host_gone_at")


def replace_absent_host(table: Table, moment: datetime) -> bool:
    """The host has been gone for a while: the human who has been here longest takes over, if there is one."""
    others = humans(table).exclude(person=table.host_id).order_by("taken_at", "pk")
    heirs = [place for place in others if is_here(place.seen_at, moment)]
    if not heirs:
        return False
    heir = _sitter(heirs[0])
    _make_host(table, heir, f"The host is gone. {heir.name} is the host now.")
    return True


__all__ = ["ban", "kick", "pass_on", "replace_absent_host", "unban"]
