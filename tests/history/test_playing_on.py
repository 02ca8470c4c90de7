"""Games that go on from a position of a replay."""

import pytest
from django.test import Client

from games.engine import Rules, State
from games.engine.stored import load_state
from games.models import Game, Table
from games.table import snapshot
from games.wording import history as wording
from tests.conftest import Player as Person
from tests.history.conftest import Played, PlayGame, play_on
from tests.responses import text

pytestmark = [pytest.mark.django_db, pytest.mark.once]
BOTS = {"seat": "1", "bot-0": "Easy", "bot-1": "Easy", "bot-2": "Hard"}


@pytest.fixture
def played(ann: Person, bob: Person, play_game: PlayGame) -> Played:
    return play_game(score_limit="200", hand_size=4)


def state_of(game: Game) -> State:
    state = State(Rules(), 2)
    load_state(state, game.state)
    return state


def test_the_new_game_has_the_same_hands_piles_and_turn(played: Played, ann: Person) -> None:
    page = text(ann.client.get(f"{played.address}1/5/play/"))
    assert all(name in page for name in played.replay().names)
    answer = ann.client.post(f"{played.address}1/5/play/", BOTS)
    game = Game.objects.latest("pk")
    assert answer["Location"] == f"/t/{game.table.code}/game/"
    before, after = played.replay().round(1).state_at(5), state_of(game)
    for part in ("hands", "draw", "discard", "turn", "direction", "color", "scores", "node", "rules"):
        assert getattr(after, part) == getattr(before, part), part
    assert after.seed != before.seed
    assert after.now == 0.0
    assert [player.bot for player in game.players.all()] == ["Easy", "", "Hard"]
    assert game.players.get(seat=1).person == ann.user
    assert (game.from_game, game.from_round, game.from_n) == (played.game, 1, 5)


def test_hidden_cards_stay_hidden(played: Played, ann: Person) -> None:
    ann.client.post(f"{played.address}1/5/play/", BOTS)
    table = snapshot.latest(Game.objects.latest("pk").table.code)
    assert table
    page = text(ann.client.get(f"/t/{table.code}/game/"))
    assert page.count('id="h-') == len(table.state.hands[1])
    assert 'class="open"' not in page
    assert f'href="{played.address}1/5"' in page


def test_it_can_be_played_to_its_end_and_its_replay_leads_back(played: Played, ann: Person) -> None:
    from random import Random

    ann.client.post(f"{played.address}1/5/play/", BOTS)
    again = Played(Game.objects.latest("pk"), {"Ann": ann.user})
    play_on(again, Random(2), 3000, watched=False)
    again.game.refresh_from_db()
    assert again.game.ended_at
    page = text(ann.client.get(again.address))
    assert f'href="{played.address}1/5"' in page
    assert wording.BEGUN in page
    assert "from a replay" in text(ann.client.get("/me/games/"))
    assert again.replay().round(1).start.hands == played.replay().round(1).state_at(5).hands


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"seat": "7"}, "no_such_seat"),
        ({"seat": ""}, "no_such_seat"),
        ({"seat": "x" * 500}, "no_such_seat"),
        ({"bot-0": "Nobody"}, "no_such_bot"),
        ({"bot-2": ""}, "no_such_bot"),
    ],
)
def test_wrong_choices_open_no_table(played: Played, ann: Person, changes: dict[str, str], sentence: str) -> None:
    tables = Table.objects.count()
    answer = ann.client.post(f"{played.address}1/5/play/", BOTS | changes)
    assert answer.status_code == 422
    assert wording.refusal(sentence) in text(answer)
    assert Table.objects.count() == tables


def test_the_end_of_a_match_cannot_be_continued(played: Played, ann: Person) -> None:
    last = played.replay().parts[-1]
    for send in (ann.client.get, ann.client.post):
        answer = send(f"{played.address}{last.round}/{last.entries - 1}/play/", BOTS)
        assert answer.status_code == 409
        assert wording.refusal("match_over") in text(answer)


def test_a_pause_can_be_continued(played: Played, ann: Person) -> None:
    first = played.replay().parts[0]
    assert ann.client.post(f"{played.address}1/{first.entries - 1}/play/", BOTS).status_code == 302
    assert state_of(Game.objects.latest("pk")).is_paused


def test_a_game_that_ended_early_can_be_continued_from_its_last_position(ann: Person, play_game: PlayGame) -> None:
    played = play_game(moves=5)
    last = played.replay().parts[-1]
    assert ann.client.post(f"{played.address}1/{last.entries - 1}/play/", BOTS).status_code == 302


def test_a_player_who_is_out_of_the_match_cannot_be_chosen(ann: Person, bob: Person, play_game: PlayGame) -> None:
    played = play_game(score_limit="elimination", hand_size=2)
    last = played.replay().parts[-1]
    gone = played.replay().round(last.round).start.gone
    assert gone
    seats = {str(seat) for seat in range(3)} - {str(gone[0])}
    page = text(ann.client.get(f"{played.address}{last.round}/0/play/"))
    assert "Out of the match" in page
    answer = ann.client.post(f"{played.address}{last.round}/0/play/", BOTS | {"seat": str(gone[0])})
    assert answer.status_code == 422
    assert ann.client.post(f"{played.address}{last.round}/0/play/", BOTS | {"seat": min(seats)}).status_code == 302


def test_strangers_have_to_log_in(played: Played) -> None:
    assert Client().post(f"{played.address}1/5/play/", BOTS).status_code == 302
    assert Game.objects.count() == 1
