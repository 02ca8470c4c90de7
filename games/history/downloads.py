"""Games from the database as files."""

from typing import Any

from games.engine import Entry, Rules
from games.engine.notation import read_events
from games.history import files
from games.history.replays import Replay
from games.models import Game


def download_of(replay: Replay) -> str:
    """Return a game with everything in it: rules, seats, deals and every entry."""
    replay.check_all_hands()
    game = replay.game
    scores = tuple(game.players.values_list("score", flat=True))
    header = files.Header(
        id=game.public_id,
        title=replay.title,
        rules=Rules.from_json(game.rules).as_dict(),
        seats=tuple(files.Seat(sitter.name, sitter.bot) for sitter in replay.sitters),
        started=game.started_at.isoformat(),
        ended=game.ended_at.isoformat() if game.ended_at else "",
        ranks=replay.ranks,
        scores=scores,
        shuffles=shuffles_in_file(replay),
    )
    return files.write(header, read_entries(replay.game))


def shuffles_in_file(replay: Replay) -> dict[str, Any] | None:
    """Return what the shuffles follow from, with the cards of the deck."""
    if replay.shuffles is None:
        return None
    return {**replay.shuffles.as_dict(), "deck": Rules.from_json(replay.game.rules).cards.cards}


def read_entries(game: Game) -> list[Entry]:
    rows = game.entries.order_by("number").values_list("seat", "move", "now", "events")
    return [Entry(seat, move, now, read_events(events)) for seat, move, now, events in rows]
