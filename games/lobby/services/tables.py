"""Opening a table, and what its host may set."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from django.contrib.auth.hashers import check_password, make_password
from django.db import transaction

from games.access import Level
from games.bans import people as bans
from games.chat.services import post_notice
from games.engine import Rules, WrongRules
from games.limits import Bucket
from games.live import hints
from games.lobby.services.choosing import name_of, read
from games.lobby.services.seats import seat_at, welcome_queue
from games.locking import admit, announce_change, check_not_playing, locked, locked_by_host, now, save_change
from games.models import Pace, Table, User, Visibility, Visit, Watching
from games.refusals import NotAllowed, Unfit, WrongPassword
from games.wording.refusals import sentence

FEWEST, MOST = 2, 10
GUESSES_OF_PERSON = Bucket("guess a password", 6, per=60)
GUESSES_OF_ADDRESS = Bucket("guess a password from an address", 18, per=60)
GUESSES_AT_TABLE = Bucket("guess the password of a table", 60, per=60)


@dataclass(frozen=True)
class Settings:
    """All that a host sets about a table besides the rules. An empty password leaves the old one as it is."""

    seats: int = 4
    visibility: str = Visibility.LINK
    password: str = ""
    watching: str = Watching.HIDDEN
    pace: str = Pace.NATURAL
    starts_by_itself: bool = False
    seats_may_be_taken_over: bool = True
    programs_may_join: bool | None = None

    def check(self, rules: Rules) -> None:
        try:
            rules.check_seats(self.seats)
        except WrongRules as wrong:
            raise Unfit(sentence(wrong)) from wrong

    def hashed_password(self) -> str:
        """Empty where no password is set. It takes long, so no table may be locked meanwhile."""
        return make_password(self.password) if self.visibility == Visibility.PASSWORD and self.password else ""

    def stored(self) -> dict[str, object]:
        """As it is written into the table: the password apart, for that is kept as a hash only."""
        return {name: value for name, value in asdict(self).items() if name != "password"}


def open_table(person: User, rules: Rules, settings: Settings, by_program: bool = False) -> Table:
    """A new table; whoever opens it is its host and has its first seat."""
    if sentence := bans.ban_sentence(person):
        raise NotAllowed(sentence)
    settings.check(rules)
    if settings.visibility == Visibility.PASSWORD and not settings.password:
        raise Unfit("Choose a password, or let people in by the link alone.")
    table = Table(host=person, rules=rules.to_json(), password=settings.hashed_password(), **settings.stored())
    with transaction.atomic():
        table.save(force_insert=True)
        seat_at(table, person, 0, by_program=by_program)
        announce_change(table)
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
            table.password = password
            Visit.objects.filter(table=table).delete()
        post_notice(table, f"{person.name} has changed the settings of the table.")
        welcome_queue(table)
        save_change(table, "password", *settings.stored())
        if was_public:
            hints.announce_list()


def _new_password(table: Table, settings: Settings, hashed: str) -> str:
    if settings.visibility != Visibility.PASSWORD:
        return ""
    if hashed:
        return hashed
    if not table.password:
        raise Unfit("Choose a password, or let people in by the link alone.")
    return table.password


def _fit_seats(table: Table, seats: int) -> None:
    """With fewer seats, who sat beyond the last one moves up."""
    places = list(table.places.all())
    if len(places) > seats:
        raise Unfit(f"{len(places)} sit here already. Take seats from bots or people first.")
    free = [number for number in range(seats) if number not in {place.number for place in places}]
    for place in places:
        if place.number >= seats:
            place.number = free.pop(0)
            place.save(update_fields=["number"])


def change_rules(code: str, person: User, rules: Rules) -> None:
    """Everybody sees what is new, and has to be ready for it anew."""
    with locked_by_host(code, person) as table:
        check_not_playing(table)
        before = read(table.rules)
        if rules == before:
            return
        settings_of(table).check(rules)
        # Marks stay until everybody has agreed by starting; what is changed back is no longer marked.
        table.rules_before = table.rules_before or table.rules
        table.rules = rules.to_json()
        table.places.filter(bot="").update(ready=False)
        post_notice(table, f"{person.name} has changed the rules: {name_of(rules)}. Please look, and be ready again.")
        save_change(table, "rules", "rules_before")


def give_password(code: str, person: User, password: str, asked_by: Sequence[str]) -> None:
    """Let in a person who knows the password; they need not enter it again.

    The password is checked before the table is locked, because that takes long: on SQLite, the whole site would wait.
    `asked_by` names the person and the address whose guesses are counted.
    """
    _count_guess(code, asked_by)
    stored = Table.objects.filter(code=code, closed_at=None).values_list("password", flat=True).first()
    knows = not stored or check_password(password, stored)
    with locked(code) as table:
        admit(table, person, Level.ENTRY)
        if table.visibility == Visibility.PASSWORD and not (knows and table.password == stored):
            raise WrongPassword("That is not the password of this table.")
        Visit.objects.get_or_create(table=table, person=person)
        save_change(table)


def _count_guess(code: str, asked_by: Sequence[str]) -> None:
    for who in asked_by:
        (GUESSES_OF_ADDRESS if who.startswith("address") else GUESSES_OF_PERSON).spend(who)
    GUESSES_AT_TABLE.spend(code)


def close(code: str, person: User) -> None:
    with locked_by_host(code, person) as table:
        check_not_playing(table)
        shut(table)


def close_by_staff(code: str) -> Table:
    """Close a table whose game, if there was one, has been ended."""
    with locked(code) as table:
        shut(table)
        return table


def shut(table: Table) -> None:
    table.closed_at = now()
    table.places.all().delete()
    save_change(table, "closed_at")
