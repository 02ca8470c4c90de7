"""What a process keeps of a game is read again only when it is no longer what is stored."""

from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Game
from games.table import held, snapshot
from games.table.held import HeldCall
from tests.table.conftest import RunningTable


def newest_with_queries(table: RunningTable) -> tuple[snapshot.Snapshot, str]:
    """Return the newest snapshot, and the queries that it took to find it."""
    with CaptureQueriesContext(connection) as found:
        return table.now, " ".join(query["sql"] for query in found.captured_queries)


def test_what_is_kept_is_returned_after_a_look_at_its_version(db: None) -> None:
    table = RunningTable(["Ann", "Bob"])
    kept = table.now
    again, queries = newest_with_queries(table)
    assert again is kept
    assert queries.count("SELECT") == 1
    assert '"state"' not in queries


def test_a_game_that_went_on_elsewhere_is_read_again(db: None) -> None:
    table = RunningTable(["Ann", "Bob"])
    kept = table.now
    table.act(table.current_player, table.any_move())
    newest = table.now
    snapshot.forget(table.code)
    snapshot.keep(kept)  # as it is in a process that did not play the move
    found, queries = newest_with_queries(table)
    assert (found.version, found.state.hands) == (newest.version, newest.state.hands)
    assert '"state"' in queries


def test_a_game_that_has_ended_elsewhere_is_read_again(db: None) -> None:
    table = RunningTable(["Ann", "Bob"])
    assert not table.now.ended
    Game.objects.filter(pk=table.game.pk).update(ended_at=table.game.started_at)
    assert table.now.ended


def test_held_calls_are_read_although_the_version_is_known(db: None) -> None:
    table = RunningTable(["Ann", "Bob"])
    kept, call = table.now, HeldCall(1, 0, "accuse 1", 1.5, 2.0)
    Game.objects.filter(pk=table.game.pk).update(held=held.dump([call]))
    assert table.now.version == kept.version
    assert table.now.held == (call,)
