"""From a lobby to a game."""

from django.db.models import F

from games.engine import Rules, WrongRules
from games.locking import is_playing, locked_by_host, save_change
from games.models import Game, Place, Table, User
from games.refusals import Refusal
from games.table import services as play
from games.wording.refusals import sentence


def start(code: str, person: User) -> None:
    """The host starts, and is ready by that; everybody else has to be."""
    with locked_by_host(code, person) as table:
        if is_playing(table):
            raise Refusal("The game has already started.")
        Place.objects.filter(table=table, person=person).update(ready=True)
        missing = what_is_missing(table, list(table.places.select_related("person")))
        if missing:
            raise Refusal(missing)
        begin(table)


def what_is_missing(table: Table, places: list[Place]) -> str:
    """Why this table cannot start, in a sentence; nothing when it can."""
    if len(places) < 2:
        return "A game needs two players at least. Invite somebody, or add a bot."
    if not any(place.person_id for place in places):
        return "Only bots sit here. Somebody has to play with them."
    waiting = [place.person.name for place in places if place.person and not place.ready]
    if waiting:
        return not_ready(waiting)
    try:
        Rules.from_json(table.rules).check_seats(len(places))
    except WrongRules as wrong:
        return sentence(wrong)
    return ""


def not_ready(names: list[str]) -> str:
    return f"Not everybody is ready: {', '.join(names)}."


def begin(table: Table) -> Game:
    """Deal. The marks of what was new in the rules have done their work."""
    table.rules_before, table.bots_fill_at = "", None
    for place in table.places.filter(person__isnull=False).exclude(name=F("person__name")).select_related("person"):
        place.name = place.person.name if place.person else place.name  # somebody was renamed since sitting down
        place.save(update_fields=["name"])
    game = play.start(table)
    save_change(table, "rules_before", "bots_fill_at")
    return game


def start_if_full(table: Table) -> None:
    """A table that is set so starts when all its seats are taken and everybody is ready."""
    if not table.starts_by_itself or is_playing(table):
        return
    places = list(table.places.select_related("person"))
    if len(places) == table.seats and not what_is_missing(table, places):
        begin(table)
