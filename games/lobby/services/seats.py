"""Who sits where: people and bots, ready or not."""

from django.db.models import QuerySet

from games.access import Level
from games.bots import BOTS
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
from games.refusals import NotAllowed, Refusal
from games.table import services as play
from games.wording.table import REFUSALS

NO_SEAT = "There is no such seat at this table."
NO_BOT = "There is no such bot. Choose one from the list."


def sit(code: str, person: User, number: int | None = None, ready: bool = False, by_program: bool = False) -> None:
    """Take a seat, or change to another one. Without a number: the first free one, else one that a bot holds."""
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
    """A seat that is a program's already stays one, whatever the host has set since."""
    if not (table.lets_programs_in or table.places.filter(person=person, is_program=True).exists()):
        raise NotAllowed(REFUSALS["only_people"])


def seat_at(table: Table, person: User, number: int | None, ready: bool = False, by_program: bool = False) -> Place:
    place = place_of(table, person)
    if number is None and place:
        return _mark(place) if by_program else place
    number = _first_choice(table) if number is None else number
    _make_room(table, number, person)
    if place is None:
        place = Place(table=table, person=person, name=person.name, ready=ready)
    place.number, place.is_program = number, place.is_program or by_program
    place.save()
    Visit.objects.filter(table=table, person=person).update(queued_at=None)
    return place


def _mark(place: Place) -> Place:
    place.is_program = True
    place.save(update_fields=["is_program"])
    return place


def _first_choice(table: Table) -> int:
    taken = {place.number: place for place in table.places.all()}
    free = [number for number in range(table.seats) if number not in taken]
    if table.seats_may_be_taken_over:
        free += [number for number, place in sorted(taken.items()) if place.bot]
    if not free:
        raise Refusal("All seats are taken. You can wait for one, or watch.")
    return free[0]


def _make_room(table: Table, number: int, person: User) -> None:
    """The seat is free, or a bot gets up from it."""
    if not 0 <= number < table.seats:
        raise Refusal(NO_SEAT)
    sitter = table.places.filter(number=number).select_related("person").first()
    if sitter is None:
        return
    if sitter.person_id == person.pk:
        raise Refusal("You sit there already.")
    if sitter.person:
        raise Refusal(f"{sitter.person.name} was quicker: that seat is taken.")
    if not (table.seats_may_be_taken_over or table.host_id == person.pk):
        raise Refusal("At this table bots keep their seats.")
    sitter.delete()


def stand_up(code: str, person: User) -> None:
    """Leave one's seat; whoever waits longest gets it. A game that runs is left on its own page."""
    with locked(code) as table:
        check_not_playing(table)
        own_place(table, person).delete()
        Visit.objects.get_or_create(table=table, person=person)
        welcome_queue(table)
        save_change(table)


def go(code: str, person: User) -> None:
    """Leave the table altogether. Its host's role passes on when somebody else is there."""
    with locked(code) as table:
        place = place_of(table, person)
        if place:
            check_not_playing(table)
            place.delete()
        visits, _ = Visit.objects.filter(table=table, person=person).delete()
        if not (place or visits or table.host_id == person.pk):
            raise Refusal("You are not at this table.")
        if table.host_id == person.pk:
            table.host = longest_present(table)
        welcome_queue(table)
        save_change(table, "host")


def longest_present(table: Table) -> User | None:
    """The human who has been here longest, of those who sit; never a bot."""
    place = humans(table).order_by("taken_at", "pk").first()
    return place.person if place else None


def humans(table: Table) -> QuerySet[Place]:
    return Place.objects.filter(table=table, person__isnull=False).select_related("person")


def set_ready(code: str, person: User, ready: bool) -> None:
    with locked(code) as table:
        check_not_playing(table)
        place = own_place(table, person)
        place.ready = ready
        place.save(update_fields=["ready"])
        save_change(table)
        start_if_full(table)


# --- bots


def set_bot(code: str, person: User, number: int, bot: str) -> None:
    """Put a bot into a free seat, or another one where a bot sits already."""
    if bot not in BOTS:
        raise Refusal(NO_BOT)
    with locked_by_host(code, person) as table:
        check_not_playing(table)
        _check_for_a_bot(table, number)
        place_bot(table, number, bot)
        save_change(table)
        start_if_full(table)


def _check_for_a_bot(table: Table, number: int) -> None:
    if not 0 <= number < table.seats:
        raise Refusal(NO_SEAT)
    if table.places.filter(number=number, person__isnull=False).exists():
        raise Refusal("Somebody sits there. Only a free seat takes a bot.")


def place_bot(table: Table, number: int, bot: str) -> None:
    table.places.filter(number=number).delete()
    names = set(table.places.filter(bot=bot).values_list("name", flat=True))
    name = next(name for name in [bot, *(f"{bot} {n}" for n in range(2, 12))] if name not in names)
    Place.objects.create(table=table, number=number, bot=bot, name=name, ready=True)


def fill_with_bots(table: Table, kinds: tuple[str, ...]) -> None:
    taken = set(table.places.values_list("number", flat=True))
    for turn, number in enumerate(number for number in range(table.seats) if number not in taken):
        place_bot(table, number, kinds[turn % len(kinds)])


def remove_bot(code: str, person: User, number: int) -> None:
    with locked_by_host(code, person) as table:
        check_not_playing(table)
        gone, _ = table.places.filter(number=number).exclude(bot="").delete()
        if not gone:
            raise Refusal("No bot sits there any more.")
        welcome_queue(table)
        save_change(table)


# --- watching and waiting


def watch(code: str, person: User) -> None:
    """Be at the table without a seat."""
    with locked(code) as table:
        admit(table, person, Level.LOBBY if place_of(table, person) else Level.SPECTATOR)
        Visit.objects.update_or_create(table=table, person=person, defaults={"seen_at": now()})
        save_change(table)


def queue(code: str, person: User) -> None:
    """Wait for a seat in the next game."""
    with locked(code) as table:
        admit(table, person)
        if place_of(table, person):
            raise Refusal("You have a seat at this table already.")
        visit, _ = Visit.objects.get_or_create(table=table, person=person)
        visit.queued_at, visit.seen_at = visit.queued_at or now(), now()
        visit.save(update_fields=["queued_at", "seen_at"])
        welcome_queue(table)
        save_change(table)


def unqueue(code: str, person: User) -> None:
    with locked(code) as table:
        admit(table, person)
        Visit.objects.filter(table=table, person=person).update(queued_at=None)
        save_change(table)


def welcome_queue(table: Table) -> int:
    """Between games, whoever waits gets a seat: a free one, else one that a bot holds. How many got one."""
    if is_playing(table):
        return 0
    waiting = list(Visit.objects.filter(table=table, queued_at__isnull=False).order_by("queued_at", "pk"))
    seated = 0
    for visit in waiting:
        try:
            seat_at(table, visit.person, None)
        except Refusal:
            break
        seated += 1
    return seated


def take_over(code: str, person: User, number: int, by_program: bool = False) -> None:
    """Sit down in a running game where a bot plays."""
    with locked(code) as table:
        admit(table, person, Level.SPECTATOR)
        if by_program:
            check_programs(table, person)
        game = play.running(table)
        player = game.players.filter(place=number).first() if game else None
    if player is None:
        raise Refusal(NO_SEAT)
    play.take_over(code, person, player.seat, by_program)


__all__ = [
    "fill_with_bots",
    "go",
    "humans",
    "longest_present",
    "place_bot",
    "queue",
    "remove_bot",
    "seat_at",
    "set_bot",
    "set_ready",
    "sit",
    "stand_up",
    "take_over",
    "unqueue",
    "watch",
    "welcome_queue",
]
