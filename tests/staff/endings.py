"""Games played to the end of a round by legal moves."""

from random import Random

from games.engine import legal
from games.table import services
from games.table.schedule import DueAction
from tests.table.conftest import RunningTable


def play_to_the_end_of_a_round(table: RunningTable) -> None:
    """Play legal moves, cards before other moves, until a round has been won."""
    rng = Random("the end of a round")
    while not any(event[0] == "round_won" for event in table.now.log[-1].events):
        now = table.now
        moves = [move for move in legal(now.state, now.state.turn) if not move.is_call]
        cards = [move for move in moves if move.card]
        services.tick(table.code, now.version, DueAction(0.0, now.state.turn, str(rng.choice(cards or moves))))
