"""What operators do to games and tables."""

from collections.abc import Callable

from django.db import transaction

from games.live import hints
from games.lobby import services as lobby
from games.models import Audit, Game, Line, Table, User
from games.staff.refusals import StaffRefusal
from games.staff.services.audit import Fields, record, record_and_announce, with_reason
from games.table.services import operating
from games.text import whole_number
from games.wording import staff as wording

Handler = Callable[[User, Game, str, Fields], str]


def lock(game: Game) -> str:
    """Return the code of a game's table, and keep the game running until the transaction ends."""
    if not Game.objects.select_for_update().filter(pk=game.pk, ended_at=None).exists():
        raise StaffRefusal("game_over")
    return game.table.code


def _for_a_player(action: str, operate: Callable[[str, Fields], str]) -> Handler:
    """Return the handler of an action that concerns one player of a running game; `operate` returns their name."""

    @transaction.atomic
    def handle(by: User, game: Game, reason: str, fields: Fields) -> str:
        name = operate(lock(game), fields)
        return record_and_announce(by, action, reason, game, name=name, count=int(fields.get("seconds", 0)))

    return handle


decide = _for_a_player("decide", lambda table, fields: operating.decide_for(table, _seat(fields)))
give_to_bot = _for_a_player("to-bot", lambda table, fields: operating.give_to_bot(table, _seat(fields)))
give_back = _for_a_player("give-back", lambda table, fields: operating.give_back(table, _seat(fields)))
give_time = _for_a_player("give-time", lambda table, fields: operating.give_time(table, int(fields["seconds"])))
undo = _for_a_player("undo", lambda table, fields: operating.undo(table))


def can_undo(game: Game) -> bool:
    return operating.is_casual(game.pk)


@transaction.atomic
def end_game(by: User, game: Game, reason: str, fields: Fields) -> str:
    operating.end_game(lock(game))
    return record_and_announce(by, "end-game", reason, game)


@transaction.atomic
def inspect_hands(by: User, game: Game, reason: str, fields: Fields) -> str:
    """Open all hands to this staff member for a while. The players are told when the game ends."""
    lock(game)
    if game.players.filter(person=by).exists():
        raise StaffRefusal("own_game")
    record(by, Audit.LOOK, wording.result(Audit.LOOK, by=by.name), reason, game.table, game)
    return wording.note("hands_open")


@transaction.atomic
def close_table(by: User, table: Table, reason: str, fields: Fields) -> str:
    if table.closed_at:
        raise StaffRefusal("table_closed")
    running = Game.objects.select_for_update().filter(table=table, ended_at=None).first()
    if running:
        operating.end_game(table.code)
    what = wording.result("close-table", by=by.name)
    record(by, "close-table", what, reason, table, running)
    lobby.post_staff_notice(table, with_reason(what, reason))
    lobby.close_by_staff(table.code)
    return what


@transaction.atomic
def announce(by: User, site: None, reason: str, fields: Fields) -> str:
    """Post the same notice at every open table."""
    text = wording.note("announcement", text=fields["text"])
    tables = list(Table.objects.filter(closed_at=None).only("pk", "code"))
    lines = Line.objects.bulk_create([Line(table=table, text=text, is_notice=True, is_staff=True) for table in tables])
    for table, line in zip(tables, lines, strict=True):
        hints.announce(table.code, hints.NOTICE, line.pk)
        hints.announce(table.code, hints.CHAT, line.pk)
    record(by, "announce", wording.result("announce", by=by.name, text=fields["text"]), reason)
    return wording.note("announced", count=len(tables))


def _seat(fields: Fields) -> int:
    seat = whole_number(str(fields.get("seat", "")), most_digits=2)
    if seat is None:
        raise StaffRefusal("seat_missing")
    return seat
