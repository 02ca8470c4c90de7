"""What operators do to games and tables."""

from collections.abc import Mapping

from django.db import transaction

from games.live import hints
from games.lobby import services as lobby
from games.models import Audit, Game, Line, Table, User
from games.staff.refusals import StaffRefusal
from games.staff.services.recording import done, record, with_reason
from games.table.services import operating
from games.text import whole_number

Words = Mapping[str, str]
OVER = "That game is over already."


def held(game: Game) -> str:
    """The code of a game's table, with the game kept running until the transaction ends."""
    if not Game.objects.select_for_update().filter(pk=game.pk, ended_at=None).exists():
        raise StaffRefusal(OVER)
    return game.table.code


@transaction.atomic
def end_game(by: User, game: Game, reason: str, words: Words) -> str:
    operating.end_game(held(game))
    return done(by, "end-game", f"{by.name} of the staff has ended the game.", reason, game)


@transaction.atomic
def decide(by: User, game: Game, reason: str, words: Words) -> str:
    name = operating.decide_for(held(game), _seat(words))
    return done(by, "decide", f"{by.name} of the staff has let the table decide for {name}.", reason, game)


@transaction.atomic
def give_to_bot(by: User, game: Game, reason: str, words: Words) -> str:
    name = operating.give_to_bot(held(game), _seat(words))
    return done(by, "to-bot", f"{by.name} of the staff lets a bot play for {name}.", reason, game)


@transaction.atomic
def give_back(by: User, game: Game, reason: str, words: Words) -> str:
    name = operating.give_back(held(game), _seat(words))
    return done(by, "give-back", f"{by.name} of the staff has given {name} the own seat back.", reason, game)


@transaction.atomic
def give_time(by: User, game: Game, reason: str, words: Words) -> str:
    more = int(words["seconds"])
    name = operating.give_time(held(game), more)
    return done(by, "give-time", f"{by.name} of the staff has given {name} {more} seconds more.", reason, game)


@transaction.atomic
def undo(by: User, game: Game, reason: str, words: Words) -> str:
    name = operating.undo(held(game))
    what = f"{by.name} of the staff has taken back the last move of {name}. Cards come in the same order again."
    return done(by, "undo", what, reason, game)


@transaction.atomic
def look(by: User, game: Game, reason: str, words: Words) -> str:
    """Hands are seen on the record; the players are told when the game has ended."""
    held(game)
    if game.players.filter(person=by).exists():
        raise StaffRefusal("You play in this game yourself. Somebody else has to look.")
    what = f"{by.name} has looked at the hands of a running game."
    record(by, Audit.LOOK, what, reason, game.table, game)
    return "All hands are open to you for five minutes. The players read of it when the game has ended."


@transaction.atomic
def close_table(by: User, table: Table, reason: str, words: Words) -> str:
    if table.closed_at:
        raise StaffRefusal("That table is closed already.")
    running = Game.objects.select_for_update().filter(table=table, ended_at=None).first()
    if running:
        operating.end_game(table.code)
    what = f"{by.name} of the staff has closed this table."
    record(by, "close-table", what, reason, table, running)
    lobby.post_staff_notice(table, with_reason(what, reason))
    lobby.close_by_staff(table.code)
    return what


@transaction.atomic
def announce(by: User, site: None, reason: str, words: Words) -> str:
    """The same notice at every open table."""
    text = f"From the staff: {words['text']}"
    tables = list(Table.objects.filter(closed_at=None).only("pk", "code"))
    lines = Line.objects.bulk_create([Line(table=table, text=text, is_notice=True, is_staff=True) for table in tables])
    for table, line in zip(tables, lines, strict=True):
        hints.announce(table.code, hints.NOTICE, line.pk)
        hints.announce(table.code, hints.CHAT, line.pk)
    record(by, "announce", f"{by.name} has announced: {words['text']}", reason)
    return f"Announced at {len(tables)} table{'' if len(tables) == 1 else 's'}."


def _seat(words: Words) -> int:
    seat = whole_number(words.get("seat", ""), most_digits=2)
    if seat is None:
        raise StaffRefusal("Choose a seat.")
    return seat
