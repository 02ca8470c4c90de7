"""Staff actions during a game: each has a reason, an audit record and a notice at the table, and leaves the game in a
state that the engine can reach.
"""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse
from pytest_django import DjangoCaptureOnCommitCallbacks

from games.engine import legal, problems
from games.live import hints
from games.lobby import services as lobby
from games.models import Audit, Entry, Game, Line, Place, Table, Visibility
from games.models import Player as Row
from games.staff.services import difference, perform
from games.table import snapshot
from games.table.pov import Preferences, pieces, pov
from games.table.refusals import NoGame, TableRefusal
from games.wording.lobby import MESSAGE_REMOVED
from games.wording.results import ENDED
from games.wording.staff import ACTIONS, note, refusal, result
from games.wording.table import INSPECTED, REFUSALS
from games.wording.templates import fill
from tests.conftest import Player
from tests.responses import text
from tests.table.conftest import RunningTable

pytestmark = pytest.mark.django_db
REASON = "A test of it"
"""What the fixture `do` gives as the reason of every action."""


def notice(action: str, by: str = "Olga", **facts: object) -> str:
    """Return the notice about an action at the table."""
    return note("with_reason", result=result(action, by=by, **facts), reason=REASON)


def notices(table: RunningTable) -> list[str]:
    return [line.text for line in Line.objects.filter(table=table.table, is_staff=True).order_by("pk")]


def is_sound(table: RunningTable) -> bool:
    """Return whether the log leads to the stored state, and the state has no problems."""
    table.game.refresh_from_db()
    snapshot.forget(table.code)
    return difference(table.game) == "" and problems(snapshot.read(table.game).state) == []


def logged(table: RunningTable, name: str | None) -> list[str]:
    """Return the kinds of the events that this viewer reads in the log."""
    seat = table.seat(name) if name else None
    return [line.kind for line in pov(table.now, seat, Preferences()).log]


def rendered(table: RunningTable, name: str | None) -> str:
    seat = table.seat(name) if name else None
    return "".join(pieces(table.now, seat, Preferences()).values())


def play(table: RunningTable, moves: int = 1) -> None:
    """Play this many moves of the players asked, bots included."""
    from games.table import services
    from games.table.schedule import DueAction

    for _ in range(moves):
        now = table.now
        services.tick(table.code, now.version, DueAction(0.0, now.state.turn, str(legal(now.state, now.state.turn)[0])))


def test_an_action_needs_a_reason_and_a_confirmation(olga: Player, table: RunningTable, do: Callable[..., Any]) -> None:
    path = f"/admin/do/end-game/{table.game.pk}/"
    page = olga.client.get(path).content.decode()
    assert ACTIONS["end-game"].effect in page
    answer = olga.client.post(path, {"reason": "   "})
    assert answer.status_code == 422
    assert (table.now.ended, Audit.objects.count(), notices(table)) == (False, 0, [])


def test_after_a_game_is_ended_all_players_are_back_in_the_lobby(
    olga: Player, table: RunningTable, do: Callable[..., Any]
) -> None:
    play(table, 3)
    assert result("end-game", by="Olga") in do(olga, "end-game", table.game.pk).content.decode()
    game = Game.objects.get()
    assert (bool(game.ended_at), game.abandoned, game.winner, game.due_at) == (True, True, None, None)
    assert is_sound(table)
    assert notices(table) == [notice("end-game")]
    page = rendered(table, "Ann")
    assert ENDED in page
    assert 'value="draw" aria-keyshortcuts="d" aria-disabled="true"' in page
    with pytest.raises(NoGame):
        table.act("Ann", "draw")
    lobby.set_ready(table.code, table.people["Bob"], True)
    lobby.start(table.code, table.people["Ann"])
    assert Game.objects.filter(ended_at=None).count() == 1


def test_a_game_that_is_over_cannot_be_ended(olga: Player, table: RunningTable, do: Callable[..., Any]) -> None:
    do(olga, "end-game", table.game.pk)
    assert refusal("game_over") in do(olga, "end-game", table.game.pk).content.decode()
    assert Audit.objects.count() == 1


def test_the_default_decision_is_made_for_the_player_asked(
    olga: Player, table: RunningTable, do: Callable[..., Any]
) -> None:
    seat, name = table.now.state.turn, table.current_player
    do(olga, "decide", table.game.pk, seat=seat)
    entry = Entry.objects.latest("number")
    assert (entry.move, entry.seat) == ("decide", seat)
    assert Row.objects.get(game=table.game, seat=seat).missed == 0
    assert notices(table) == [notice("decide", name=name)]
    assert is_sound(table)


def test_a_default_decision_is_refused_if_the_game_has_moved_on(
    olga: Player, table: RunningTable, do: Callable[..., Any]
) -> None:
    seat = table.now.state.turn
    while table.now.state.turn == seat:
        play(table)
    with pytest.raises(TableRefusal) as caught:
        perform(olga.user, "decide", table.game, "Too slow", {"seat": str(seat)})
    assert caught.value.code == "moved_on"
    assert notices(table) == []


def test_a_seat_is_given_to_a_bot_and_back(olga: Player, table: RunningTable, do: Callable[..., Any]) -> None:
    seat = table.seat("Bob")
    do(olga, "to-bot", table.game.pk, seat=seat)
    assert table.now.sitters[seat].played_by == "Medium"
    assert is_sound(table)
    do(olga, "give-back", table.game.pk, seat=seat)
    assert table.now.sitters[seat].played_by == ""
    assert notices(table) == [notice("to-bot", name="Bob"), notice("give-back", name="Bob")]
    bots = do(olga, "to-bot", table.game.pk, seat=table.game.players.get(bot="Easy").seat)
    assert bots.status_code == 422


def test_only_a_seat_that_was_given_away_can_be_given_back(
    olga: Player, table: RunningTable, do: Callable[..., Any]
) -> None:
    page = f"/admin/games/game/{table.game.pk}/change/"
    assert ACTIONS["give-back"].label not in olga.client.get(page).content.decode()
    do(olga, "to-bot", table.game.pk, seat=table.seat("Bob"))
    assert ACTIONS["give-back"].label in olga.client.get(page).content.decode()


def test_the_player_asked_gets_more_time_and_the_log_can_be_replayed(
    olga: Player, start_game: Callable[..., RunningTable], do: Callable[..., Any]
) -> None:
    table = start_game(["Ann", "Bob"])
    before = table.now.state.deadline
    assert before is not None
    do(olga, "give-time", table.game.pk, seconds="120")
    assert table.now.state.deadline == before + 120
    table.game.refresh_from_db()
    assert table.game.due_at
    assert (table.game.due_at - table.game.started_at).total_seconds() == pytest.approx(before + 120)
    assert is_sound(table)
    play(table, 2)
    assert is_sound(table)
    assert "extended" in logged(table, None)


def test_a_game_without_deadlines_cannot_be_given_time(
    olga: Player, start_game: Callable[..., RunningTable], do: Callable[..., Any]
) -> None:
    from games.engine import Rules

    table = start_game(["Ann", "Bob"], rules=Rules(decision_seconds=0))
    assert REFUSALS["no_clock"] in do(olga, "give-time", table.game.pk, seconds="30").content.decode()
    assert is_sound(table)


def test_the_last_move_is_taken_back_and_stays_in_the_log(
    olga: Player, table: RunningTable, do: Callable[..., Any]
) -> None:
    play(table, 2)
    before, name, seat = table.now.state.copy(), table.current_player, table.now.state.turn
    play(table)
    entries = Entry.objects.count()
    do(olga, "undo", table.game.pk)
    after = table.now.state
    assert (after.hands, after.discard, after.draw, after.turn) == (before.hands, before.discard, before.draw, seat)
    assert Entry.objects.count() == entries + 1
    assert notices(table) == [notice("undo", name=name)]
    assert is_sound(table)
    play(table, 4)
    assert is_sound(table)


def test_several_moves_can_be_taken_back_up_to_the_deal(
    olga: Player, table: RunningTable, do: Callable[..., Any]
) -> None:
    dealt = table.now.state.copy()
    play(table, 3)
    for _ in range(3):
        do(olga, "undo", table.game.pk)
    assert (table.now.state.hands, table.now.state.turn) == (dealt.hands, dealt.turn)
    assert REFUSALS["no_moves"] in do(olga, "undo", table.game.pk).content.decode()
    assert is_sound(table)


def test_taking_back_a_move_reveals_nothing_hidden(olga: Player, table: RunningTable, do: Callable[..., Any]) -> None:
    while table.current_player != "Ann":
        play(table)
    table.act("Ann", "draw")
    taken = table.now.log[-1].events[0][2]
    do(olga, "undo", table.game.pk)
    event = table.now.log[-1].events[0]
    assert event[0] == "taken_back"
    from games.engine import seen

    for seat in (None, table.seat("Ann"), table.seat("Bob")):
        assert seen(event, seat) == ("taken_back", table.seat("Ann"))
    for name in (None, "Bob"):
        assert logged(table, name)[-1] == "taken_back"
        hidden = json.dumps(table.now.state.hands[table.seat("Ann")])
        assert hidden not in rendered(table, name)
    assert taken


def test_a_taken_back_end_of_a_round_is_not_shown_as_won(
    olga: Player, start_game: Callable[..., RunningTable], do: Callable[..., Any]
) -> None:
    table = start_game(["Ann", "Bob"])
    from tests.staff.endings import play_to_the_end_of_a_round

    play_to_the_end_of_a_round(table)
    assert 'id="end-title"' in rendered(table, None)
    do(olga, "undo", table.game.pk)
    assert 'id="end-title"' not in rendered(table, None)
    assert is_sound(table)


def test_moves_at_public_tables_are_not_taken_back(olga: Player, table: RunningTable, do: Callable[..., Any]) -> None:
    play(table)
    Table.objects.update(visibility=Visibility.PUBLIC)
    assert REFUSALS["not_casual"] in do(olga, "undo", table.game.pk).content.decode()
    assert Audit.objects.count() == 0


def test_taking_back_is_offered_where_it_works(olga: Player, table: RunningTable) -> None:
    link = reverse("admin:action", args=["undo", table.game.pk])
    page = reverse("admin:games_game_change", args=[table.game.pk])
    assert link in text(olga.client.get(page))
    Table.objects.update(visibility=Visibility.PUBLIC)
    assert link not in text(olga.client.get(page))


def test_closing_a_table_ends_its_game(olga: Player, table: RunningTable, do: Callable[..., Any]) -> None:
    do(olga, "close-table", table.table.pk)
    table.table.refresh_from_db()
    assert table.table.closed_at
    assert Place.objects.count() == 0
    assert is_sound(table)
    assert notices(table) == [notice("close-table")]
    assert Audit.objects.get().game == table.game


def test_an_announcement_is_shown_at_every_open_table(
    olga: Player, table: RunningTable, start_game: Callable[..., RunningTable], do: Callable[..., Any]
) -> None:
    other = Table.objects.create()
    closed = Table.objects.create(closed_at=other.opened_at)
    do(olga, "announce", text="The server rests at nine.")
    assert notices(table) == [note("announcement", text="The server rests at nine.")]
    assert Line.objects.filter(table=other, is_staff=True).exists()
    assert not Line.objects.filter(table=closed).exists()


def test_a_removed_message_is_hidden_from_players_and_kept_for_the_staff(
    mo: Player, table: RunningTable, do: Callable[..., Any]
) -> None:
    line = Line.objects.get(text="You are all fools.")
    do(mo, "remove-line", line.pk)
    page = table_page(table, "Ann")
    assert "fools" not in page
    assert MESSAGE_REMOVED in page
    assert "fools" in mo.client.get("/admin/games/line/").content.decode()
    assert notices(table) == [notice("remove-line", by="Mo", name="Bob")]


def table_page(table: RunningTable, name: str) -> str:
    from games.chat import fragments

    return fragments.chat(table.code, table.people[name])


def test_hands_are_hidden_until_they_are_opened_with_an_audit_record(
    olga: Player, table: RunningTable, do: Callable[..., Any]
) -> None:
    path = f"/admin/games/game/{table.game.pk}/change/"
    for query in ("", "?as=all", "?as=0", "?as=0&at=1", "?as=all&at=1&seat=0"):
        page = olga.client.get(path + query).content.decode()
        assert 'class="card"' not in page, query
    do(olga, "look", table.game.pk)
    assert olga.client.get(f"{path}?as=all").content.decode().count('class="card"') == 21
    look = Audit.objects.get(action="look")
    assert (look.by, look.game) == (olga.user, table.game)
    assert notices(table) == []
    do(olga, "end-game", table.game.pk)
    assert fill(INSPECTED, name="Olga", at=look.at, reason=REASON) in notices(table)


def test_opened_hands_are_shown_for_five_minutes(olga: Player, table: RunningTable, do: Callable[..., Any]) -> None:
    from datetime import timedelta

    do(olga, "look", table.game.pk)
    Audit.objects.update(at=Audit.objects.get().at - timedelta(minutes=6))
    page = olga.client.get(f"/admin/games/game/{table.game.pk}/change/?as=all").content.decode()
    assert 'class="card"' not in page


def test_hands_opened_by_one_operator_stay_hidden_from_others(
    olga: Player, sue: Player, table: RunningTable, do: Callable[..., Any]
) -> None:
    do(olga, "look", table.game.pk)
    assert 'class="card"' not in sue.client.get(f"/admin/games/game/{table.game.pk}/change/?as=all").content.decode()


def test_staff_cannot_open_hands_in_a_game_that_they_play(
    olga: Player, table: RunningTable, do: Callable[..., Any]
) -> None:
    Row.objects.filter(game=table.game, bot="Easy").update(person=olga.user, bot="")
    assert refusal("own_game") in do(olga, "look", table.game.pk).content.decode()
    assert Audit.objects.count() == 0


def test_an_action_sends_a_hint_after_its_transaction(
    olga: Player,
    table: RunningTable,
    do: Callable[..., Any],
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    sent = []
    monkeypatch.setattr(hints, "send", lambda group, message: sent.append(message.get("what")))
    with django_capture_on_commit_callbacks(execute=True):
        do(olga, "to-bot", table.game.pk, seat=table.seat("Bob"))
        assert sent == []
    assert {hints.GAME, hints.NOTICE, hints.CHAT} <= set(sent)
