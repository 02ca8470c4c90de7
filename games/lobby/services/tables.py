"""Opens and closes tables, and changes their settings, rules and passwords."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from secrets import compare_digest, token_urlsafe

from django.contrib.auth.hashers import check_password, make_password
from django.db import transaction

from games.access import Level
from games.bans import people as bans
from games.chat.services import post_notice
from games.engine import Rules, WrongRules
from games.limits import Bucket
from games.live import hints
from games.lobby.services.choosing import name_of, read, unfit
from games.lobby.services.seats import place_bot, seat_at, seat_waiting
from games.lobby.services.starting import begin, contribute_ahead
from games.locking import admit, announce_change, check_not_playing, locked, locked_by_host, now, save_change
from games.models import Pace, Table, User, Visibility, Visit, Watching
from games.refusals import NotAllowed, Refusal, Unfit, WrongInvitationCode, WrongPassword
from games.table import commitments
from games.table.commitments import Contribution
from games.table.services import Origin

FEWEST, MOST = 2, 10
INVITATION_BYTES = 12
GUESSES_OF_PERSON = Bucket("guess a password", 6, per=60)
GUESSES_OF_ADDRESS = Bucket("guess a password from an address", 18, per=60)
GUESSES_AT_TABLE = Bucket("guess the password of a table", 60, per=60)


@dataclass(frozen=True)
class Settings:
    """Everything that a host sets about a table, except the rules. An empty password keeps the old one."""

    seats: int = 4
    visibility: str = Visibility.LINK
    password: str = ""
    watching: str = Watching.HIDDEN
    pace: str = Pace.NATURAL
    phrases_only: bool = False
    reliable_only: bool = False
    starts_by_itself: bool = False
    seats_may_be_taken_over: bool = True
    programs_may_join: bool | None = None

    def check(self, rules: Rules) -> None:
        try:
            rules.check_seats(self.seats)
        except WrongRules as wrong:
            raise unfit(wrong) from wrong

    def hashed_password(self) -> str:
        """Return the hash of the password; empty without one. Hashing is slow, so call it before locking a table."""
        return make_password(self.password) if self.visibility == Visibility.PASSWORD and self.password else ""

    def stored(self) -> dict[str, object]:
        """Return the table's fields and values, without the password, of which only a hash is stored."""
        return {name: value for name, value in asdict(self).items() if name != "password"}


def open_table(
    person: User, rules: Rules, settings: Settings, by_program: bool = False, adapts_bots: bool = False
) -> Table:
    """Open a table. The person becomes its host and gets the first seat."""
    if ban := bans.ban_of(person):
        raise NotAllowed("banned", **ban._asdict())
    settings.check(rules)
    if settings.visibility == Visibility.PASSWORD and not settings.password:
        raise Unfit("password_missing")
    password = settings.hashed_password()
    table = Table(host=person, rules=rules.to_json(), password=password, adapts_bots=adapts_bots, **settings.stored())
    with transaction.atomic():
        table.save(force_insert=True)
        commitments.next_commitment(table)
        seat_at(table, person, 0, by_program=by_program)
        announce_change(table)
    return table


@transaction.atomic
def open_from(
    person: User, seat: int, bots: Mapping[int, str], origin: Origin, contribution: Contribution | None = None
) -> Table:
    """Open a table where a game begins with a position of another one: the person in this seat, bots in the others."""
    rules = origin.state.rules
    table = open_table(person, rules, Settings(seats=origin.state.seats))
    if seat:
        seat_at(table, person, seat)
    for number, bot in sorted(bots.items()):
        place_bot(table, number, bot)
    contribute_ahead(table, person, contribution)
    begin(table, origin)
    return table


def settings_of(table: Table) -> Settings:
    fields = Settings(password="").stored()
    return Settings(**{name: getattr(table, name) for name in fields})


def change_settings(code: str, person: User, settings: Settings) -> None:
    hashed = settings.hashed_password()
    with locked_by_host(code, person) as table:
        check_not_playing(table)
        settings.check(read(table.rules))
        _fit_seats(table, settings.seats)
        was_public = table.visibility == Visibility.PUBLIC
        password = _new_password(table, settings, hashed)
        for name, value in settings.stored().items():
            setattr(table, name, value)
        if password != table.password:
            table.password, table.invitation_code = password, ""
            Visit.objects.filter(table=table).delete()
        post_notice(table, "settings_changed", host=person.name)
        seat_waiting(table)
        save_change(table, "password", "invitation_code", *settings.stored())
        if was_public:
            hints.announce_list()


def _new_password(table: Table, settings: Settings, hashed: str) -> str:
    if settings.visibility != Visibility.PASSWORD:
        return ""
    if hashed:
        return hashed
    if not table.password:
        raise Unfit("password_missing")
    return table.password


def _fit_seats(table: Table, seats: int) -> None:
    """Move players from seats that no longer exist to free ones."""
    places = list(table.places.all())
    if len(places) > seats:
        raise Unfit("too_many_seated", count=len(places))
    free = [number for number in range(seats) if number not in {place.number for place in places}]
    for place in places:
        if place.number >= seats:
            place.number = free.pop(0)
            place.save(update_fields=["number"])


def change_rules(code: str, person: User, rules: Rules) -> None:
    """Change the rules. Players see what is new, and have to get ready again."""
    with locked_by_host(code, person) as table:
        check_not_playing(table)
        before = read(table.rules)
        if rules == before:
            return
        settings_of(table).check(rules)
        # Changes stay marked until a game starts; what is changed back is no longer marked.
        table.rules_before = table.rules_before or table.rules
        table.rules = rules.to_json()
        table.adapts_bots = False
        table.places.filter(bot="").update(ready=False)
        post_notice(table, "rules_changed", host=person.name, rules=name_of(rules))
        save_change(table, "rules", "rules_before", "adapts_bots")


def give_password(code: str, person: User, password: str, asked_by: Sequence[str]) -> None:
    """Let in a person who knows the password; they do not have to enter it again.

    The password is checked before the table is locked, because the check is slow, and on SQLite the whole site would
    wait. `asked_by` names the person and the address whose guesses are counted.
    """
    _count_guess(code, asked_by)
    stored = Table.objects.filter(code=code, closed_at=None).values_list("password", flat=True).first()
    knows = not stored or check_password(password, stored)
    with locked(code) as table:
        admit(table, person, Level.ENTRY)
        if table.visibility == Visibility.PASSWORD and not (knows and table.password == stored):
            raise WrongPassword
        Visit.objects.get_or_create(table=table, person=person)
        save_change(table)
    _was_right(code, asked_by)


def new_invitation_code(code: str, person: User) -> str:
    """Create a code with which people enter a table without its password. An earlier one does not hold any more."""
    with locked_by_host(code, person) as table:
        if table.visibility != Visibility.PASSWORD:
            raise Refusal("no_password")
        table.invitation_code = token_urlsafe(INVITATION_BYTES)
        table.save(update_fields=["invitation_code"])
        return table.invitation_code


def give_invitation_code(code: str, person: User, given: str, asked_by: Sequence[str]) -> None:
    """Let in a person who knows the invitation code. Guesses count like those of passwords."""
    _count_guess(code, asked_by)
    with locked(code) as table:
        admit(table, person, Level.ENTRY)
        is_right = bool(table.invitation_code) and compare_digest(table.invitation_code.encode(), given.encode())
        if table.visibility == Visibility.PASSWORD and not is_right:
            raise WrongInvitationCode
        Visit.objects.get_or_create(table=table, person=person)
        save_change(table)
    _was_right(code, asked_by)


def _count_guess(code: str, asked_by: Sequence[str]) -> None:
    for asker in asked_by:
        (GUESSES_OF_ADDRESS if asker.startswith("address") else GUESSES_OF_PERSON).spend(asker)
    GUESSES_AT_TABLE.spend(code)


def _was_right(code: str, asked_by: Sequence[str]) -> None:
    """Take back what was counted of others: a whole class behind one address may know the password."""
    for asker in asked_by:
        if asker.startswith("address"):
            GUESSES_OF_ADDRESS.give_back(asker)
    GUESSES_AT_TABLE.give_back(code)


def close(code: str, person: User) -> None:
    with locked_by_host(code, person) as table:
        check_not_playing(table)
        close_locked(table)


def close_by_staff(code: str) -> Table:
    """Close a table without a running game for the staff."""
    with locked(code) as table:
        close_locked(table)
        return table


def close_locked(table: Table) -> None:
    """Close a table that the caller has locked."""
    table.closed_at = now()
    table.places.all().delete()
    for person in table.invitations.values_list("person_id", flat=True):
        hints.announce_invitations(person)
    save_change(table, "closed_at")
