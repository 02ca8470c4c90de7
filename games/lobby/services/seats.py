"""Seats of people and bots: taking, leaving and waiting for them, and being ready."""

from contextlib import suppress
from itertools import cycle
from random import SystemRandom

from django.db.models import F, QuerySet

from games.access import Level
from games.bots import BOTS, personas
from games.chat.services import post_notice
from games.engine.cards import MOST_SEATS
from games.live import hints
from games.lobby.services.starting import start_if_full
from games.locking import (
    admit,
    check_not_playing,
    is_playing,
    locked,
    locked_by_host,
    now,
    own_place,
    place_of,
    save_change,
)
from games.models import Place, Table, User, Visit
from games.people import admission, avatars
from games.refusals import NotAllowed, Refusal
from games.table import services as play
from games.table.commitments import Contribution, contribute

BOT_NAMES = tuple(BOTS)
FILLING = ("Medium", "Hard", "Offensive", "Chaotic")
"""The bots that fill free seats."""


def sit(code: str, person: User, number: int | None = None, ready: bool = False, by_program: bool = False) -> None:
    """Take a seat, or change seats. Without a number: the first free seat, or else a bot's."""
    with locked(code) as table:
        admit(table, person)
        check_not_playing(table)
        if by_program:
            check_programs(table, person)
        seat_at(table, person, number, ready, by_program)
        table.host = table.host or person
        save_change(table, "host")
        start_if_full(table)


def check_programs(table: Table, person: User) -> None:
    """Refuse a program where the host does not allow them. A program that already has a seat keeps it."""
    if not (table.lets_programs_in or table.places.filter(person=person, is_program=True).exists()):
        raise NotAllowed("no_programs")


def seat_at(table: Table, person: User, number: int | None, ready: bool = False, by_program: bool = False) -> Place:
    """Give a person a seat at a locked table. A bot that had it gets the seat that they had before."""
    place = place_of(table, person)
    if number is None and place:
        return _mark_as_program(place) if by_program else place
    if place is None:
        admission.check_seat(table, person, when_blocked=Refusal("no_seats_left"))
    number = _first_available(table) if number is None else number
    bot = _clear_seat(table, number, person)
    if place is None:
        place = Place(table=table, person=person, name=person.name, ready=ready)
    elif bot:
        bot.number = place.number
    place.number, place.is_program = number, place.is_program or by_program
    place.save()
    if bot and bot.number != number:
        bot.save(force_insert=True)
    Visit.objects.filter(table=table, person=person).update(queued_at=None)
    if table.invitations.filter(person=person).delete()[0]:
        hints.announce_invitations(person.pk)
    return place


def _mark_as_program(place: Place) -> Place:
    place.is_program = True
    place.save(update_fields=["is_program"])
    return place


def _first_available(table: Table) -> int:
    taken = {place.number: place for place in table.places.all()}
    free = [number for number in range(table.seats) if number not in taken]
    if table.seats_may_be_taken_over:
        free += [number for number, place in sorted(taken.items()) if place.bot]
    if not free:
        raise Refusal("no_seats_left")
    return free[0]


def _clear_seat(table: Table, number: int, person: User) -> Place | None:
    """Remove a bot from the seat that a person wants, and return it, or refuse them if the seat is not available."""
    if not 0 <= number < table.seats:
        raise Refusal("no_such_seat")
    sitter = table.places.filter(number=number).select_related("person").first()
    if sitter is None:
        return None
    if sitter.person_id == person.pk:
        raise Refusal("your_seat")
    if sitter.person:
        raise Refusal("seat_taken", name=sitter.person.name)
    if not (table.seats_may_be_taken_over or table.host_id == person.pk):
        raise Refusal("bots_stay")
    sitter.delete()
    return sitter


def stand_up(code: str, person: User) -> None:
    """Leave the seat; the person who has waited longest gets it. A running game is left on its own page."""
    with locked(code) as table:
        check_not_playing(table)
        own_place(table, person).delete()
        Visit.objects.get_or_create(table=table, person=person)
        seat_waiting(table)
        save_change(table)


def leave(code: str, person: User) -> None:
    """Leave the table. If the host leaves, another player becomes the host."""
    with locked(code) as table:
        place = place_of(table, person)
        if place:
            check_not_playing(table)
            place.delete()
        visits, _ = Visit.objects.filter(table=table, person=person).delete()
        if not (place or visits or table.host_id == person.pk):
            raise Refusal("not_at_table")
        if table.host_id == person.pk:
            table.host = longest_seated(table)
        seat_waiting(table)
        save_change(table, "host")


def longest_seated(table: Table) -> User | None:
    """Return the person who has had a seat for the longest time."""
    place = humans(table).order_by("taken_at", "pk").first()
    return place.person if place else None


def humans(table: Table) -> QuerySet[Place]:
    return Place.objects.filter(table=table, person__isnull=False).select_related("person")


def mix_teams(code: str, host: User) -> None:
    """Give all players at a table other seats, at random. They get ready again: a host who mixes seats must not know
    the deal."""
    with locked_by_host(code, host) as table:
        check_not_playing(table)
        places = list(table.places.all())
        numbers = [place.number for place in places]
        SystemRandom().shuffle(numbers)
        table.places.update(number=F("number") + MOST_SEATS)  # no two places may have the same number meanwhile
        for place, number in zip(places, numbers, strict=True):
            place.number = number
            place.save(update_fields=["number"])
        table.places.filter(bot="").update(ready=False, contribution="", contributed_to="")
        post_notice(table, "teams_mixed", host=host.name)
        save_change(table)


def set_ready(code: str, person: User, ready: bool, contribution: Contribution | None = None) -> None:
    with locked(code) as table:
        mark_ready(table, person, ready, contribution)
        start_if_full(table)


def mark_ready(table: Table, person: User, ready: bool, contribution: Contribution | None = None) -> None:
    """Mark a person in a seat of a locked table as ready or not."""
    check_not_playing(table)
    place = own_place(table, person)
    contribute(place, contribution if ready else None)
    place.ready = ready
    place.save(update_fields=["ready"])
    save_change(table)


# --- bots


def set_bot(code: str, person: User, number: int, bot: str) -> None:
    """Put a bot into a free seat, or replace the bot that is there."""
    if bot not in BOT_NAMES:
        raise Refusal("no_such_bot")
    with locked_by_host(code, person) as table:
        check_not_playing(table)
        _check_bot_fits(table, number)
        place_bot(table, number, bot)
        table.adapts_bots = False
        save_change(table, "adapts_bots")
        start_if_full(table)


def _check_bot_fits(table: Table, number: int) -> None:
    if not 0 <= number < table.seats:
        raise Refusal("no_such_seat")
    if table.places.filter(number=number, person__isnull=False).exists():
        raise Refusal("seat_has_player")


def place_bot(table: Table, number: int, bot: str) -> None:
    """Put a character of this kind into a seat of a locked table."""
    table.places.filter(number=number).delete()
    places = table.places.values_list("name", "person__face")
    taken = [name for name, _ in places]
    worn = [avatars.color(face) for _, face in places if face]
    name = personas.choose(bot, taken, key=table.code, worn=worn).name
    Place.objects.create(table=table, number=number, bot=bot, name=name, ready=True)


def fill_with_bots(table: Table) -> None:
    taken = set(table.places.values_list("number", flat=True))
    for number, kind in zip((number for number in range(table.seats) if number not in taken), cycle(FILLING)):
        place_bot(table, number, kind)


def fill_up(code: str, host: User) -> None:
    """Put bots of several kinds into all free seats."""
    with locked_by_host(code, host) as table:
        check_not_playing(table)
        fill_with_bots(table)
        table.adapts_bots = False
        save_change(table, "adapts_bots")
        start_if_full(table)


def remove_bot(code: str, person: User, number: int) -> None:
    with locked_by_host(code, person) as table:
        check_not_playing(table)
        gone, _ = table.places.filter(number=number).exclude(bot="").delete()
        if not gone:
            raise Refusal("no_bot_there")
        seat_waiting(table)
        table.adapts_bots = False
        save_change(table, "adapts_bots")


# --- watching and waiting


def watch(code: str, person: User) -> None:
    """Join the table without a seat."""
    with locked(code) as table:
        admit(table, person, Level.LOBBY if place_of(table, person) else Level.SPECTATOR)
        Visit.objects.update_or_create(table=table, person=person, defaults={"seen_at": now()})
        save_change(table)


def queue(code: str, person: User) -> None:
    """Wait for a seat in the next game."""
    with locked(code) as table:
        admit(table, person)
        if place_of(table, person):
            raise Refusal("seated")
        admission.check_reliable(table, person)
        visit, _ = Visit.objects.get_or_create(table=table, person=person)
        visit.queued_at, visit.seen_at = visit.queued_at or now(), now()
        visit.save(update_fields=["queued_at", "seen_at"])
        seat_waiting(table)
        save_change(table)


def unqueue(code: str, person: User) -> None:
    with locked(code) as table:
        admit(table, person)
        Visit.objects.filter(table=table, person=person).update(queued_at=None)
        save_change(table)


def seat_waiting(table: Table) -> int:
    """Between games, give seats to those who wait: free seats first, then those of bots. Return how many got one."""
    if is_playing(table):
        return 0
    waiting = list(Visit.objects.filter(table=table, queued_at__isnull=False).order_by("queued_at", "pk"))
    seated = 0
    for visit in waiting:
        with suppress(Refusal):  # of one, such as a person whom the host has blocked; others may still get a seat
            seat_at(table, visit.person, None)
            seated += 1
    return seated


def take_over(code: str, person: User, number: int, by_program: bool = False) -> None:
    """Take the seat of a bot in a running game."""
    with locked(code) as table:
        admit(table, person, Level.SPECTATOR)
        if by_program:
            check_programs(table, person)
        game = play.running(table)
        player = game.players.filter(place=number).first() if game else None
    if player is None:
        raise Refusal("no_such_seat")
    play.take_over(code, person, player.seat, by_program)
