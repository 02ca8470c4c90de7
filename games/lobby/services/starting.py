"""Starts games, and says what keeps a table from starting one."""

from contextlib import suppress

from django.db.models import F

from games.engine import Rules, WrongRules
from games.lobby.services.choosing import unfit
from games.locking import is_playing, locked_by_host, own_place, save_change
from games.models import Game, Place, Table, User
from games.refusals import Refusal
from games.table import services as play
from games.table.commitments import Contribution, attach, contribute


def start(code: str, person: User, contribution: Contribution | None = None) -> None:
    """Start the game for the host, who counts as ready. All other players must be ready."""
    with locked_by_host(code, person) as table:
        if is_playing(table):
            raise Refusal("started")
        for place in Place.objects.filter(table=table, person=person):
            contribute(place, contribution)
        Place.objects.filter(table=table, person=person).update(ready=True)
        if obstacle := start_obstacle(table, list(table.places.select_related("person"))):
            raise obstacle
        begin(table)


def contribute_ahead(table: Table, person: User, contribution: Contribution | None) -> None:
    """Let a person contribute at a table that no other person has contributed at, to a commitment made before it."""
    attach(table, contribution)
    with suppress(Refusal):  # that one was too old, or used already: the server makes the contribution
        contribute(own_place(table, person), contribution)


def start_obstacle(table: Table, places: list[Place]) -> Refusal | None:
    """Return why this table cannot start a game; `None` if it can."""
    if len(places) < 2:
        return Refusal("too_few_players")
    if not any(place.person_id for place in places):
        return Refusal("only_bots")
    waiting = [place.person.name for place in places if place.person and not place.ready]
    if waiting:
        return not_ready(waiting)
    return rules_obstacle(table, places)


def rules_obstacle(table: Table, places: list[Place]) -> Refusal | None:
    """Return why the rules allow no game with these players; `None` if they do."""
    try:
        rules = Rules.from_json(table.rules)
        rules.check_seats(len(places))
    except WrongRules as wrong:
        return unfit(wrong)
    return Refusal("team_seats_free") if rules.team_count and len(places) < table.seats else None


def not_ready(names: list[str]) -> Refusal:
    return Refusal("not_ready", names=", ".join(names))


def begin(table: Table, origin: play.Origin | None = None) -> Game:
    """Deal, or begin with a position. From now on, nothing in the rules is marked as new."""
    table.rules_before, table.bots_fill_at = "", None
    for place in table.places.filter(person__isnull=False).exclude(name=F("person__name")).select_related("person"):
        place.name = place.person.name if place.person else place.name  # renamed since they sat down
        place.save(update_fields=["name"])
    game = play.start(table, origin=origin)
    save_change(table, "rules_before", "bots_fill_at")
    return game


def start_if_agreed(table: Table) -> None:
    """Start the next game once all people in the seats are ready for it. Refuse if it could not start then either."""
    places = list(table.places.select_related("person"))
    obstacle = start_obstacle(table, places)
    waits = obstacle is not None and obstacle.code == "not_ready"
    if waits:
        obstacle = rules_obstacle(table, places)
    if obstacle:
        raise obstacle
    if not waits:
        begin(table)


def start_if_full(table: Table) -> None:
    """Start the game at a table that starts by itself, once all seats are taken and all players are ready."""
    if not table.starts_by_itself or is_playing(table):
        return
    places = list(table.places.select_related("person"))
    if len(places) == table.seats and not start_obstacle(table, places):
        begin(table)
