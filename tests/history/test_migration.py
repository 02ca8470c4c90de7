"""Games that were stored before replays existed get addresses, places, and what lists are filtered by."""

from importlib import import_module

import pytest
from django.apps import apps

from games.models import Game, Player
from tests.history.conftest import PlayGame

pytestmark = pytest.mark.django_db
migration = import_module("games.migrations.0017_replays")


def test_older_games_are_described(play_game: PlayGame) -> None:
    over = play_game("House", score_limit="200", hand_size=3, settings={"visibility": "public"})
    hidden = play_game("Official", names=("Cleo",), moves=3, settings={"visibility": "public", "watching": "nobody"})
    broken = play_game("Official", names=("Dan",), moves=3)
    before = {game.pk: description(game) for game in Game.objects.all()}
    ranks = list(Player.objects.filter(game=over.game).values_list("rank", flat=True))
    assert set(ranks) == {1, 2, 3}
    Game.objects.update(deck="", preset="", people=0, is_public=False)
    Game.objects.filter(pk=broken.game.pk).update(rules="{", state="{")
    Player.objects.update(rank=None)

    migration.describe_games(apps, None)
    migration.rank_players(apps, None)

    assert description(Game.objects.get(pk=over.game.pk)) == before[over.game.pk]
    assert description(Game.objects.get(pk=hidden.game.pk)) == before[hidden.game.pk]
    assert Game.objects.get(pk=over.game.pk).is_public
    assert not Game.objects.get(pk=hidden.game.pk).is_public
    assert Game.objects.get(pk=broken.game.pk).deck == ""
    assert len(set(Game.objects.values_list("public_id", flat=True))) == 3
    assert list(Player.objects.filter(game=over.game).values_list("rank", flat=True)) == ranks
    assert set(Player.objects.exclude(game=over.game).values_list("rank", flat=True)) == {None}


def description(game: Game) -> tuple[str, str, int, bool]:
    return game.deck, game.preset, game.people, game.is_public
