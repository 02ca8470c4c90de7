"""Another game at the same table, of the same length or longer."""

from games.engine import Rules
from games.lobby.services import opponents
from games.lobby.services.seats import humans, mark_ready
from games.lobby.services.starting import start_if_agreed
from games.locking import check_not_playing, locked, locked_by_host, save_change
from games.models import Table, User
from games.refusals import Refusal
from games.table.commitments import Contribution

ROUND = Rules.preset("House")
"""What Play now plays."""
MATCH = ROUND.but(score_limit="200")
"""What “Longer” plays."""


def rematch(code: str, person: User, contribution: Contribution | None = None) -> None:
    """Be ready for another game. It starts as soon as all people in the seats are, even if other seats are free."""
    with locked(code) as table:
        if not table.games.exists():
            raise Refusal("no_game_yet")
        mark_ready(table, person, True, contribution)
        if is_alone(table):
            opponents.invite(table, person)
        start_if_agreed(table)


def longer(code: str, person: User, contribution: Contribution | None = None) -> None:
    """Play a match with the same bots, at a table that Play now has opened."""
    with locked_by_host(code, person) as table:
        if not is_alone(table):
            raise Refusal("not_alone")
        check_not_playing(table)
        table.rules = MATCH.to_json()
        save_change(table, "rules")
        mark_ready(table, person, True, contribution)
        start_if_agreed(table)


def is_alone(table: Table) -> bool:
    """Whether Play now has opened this table, and no other person has joined since."""
    return table.adapts_bots and humans(table).count() == 1
