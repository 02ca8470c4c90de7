"""The staff sees games, and with the right to it hands; but never the secret of a deal that is not over."""

from collections.abc import Callable
from typing import Any

import pytest

from games.engine import Rules
from games.lobby import services as lobby
from games.models import Commitment, Game, Table
from games.table.commitments import next_commitment
from tests.conftest import Player
from tests.responses import text

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture
def dealt(ann: Player, bob: Player) -> Table:
    table = lobby.open_table(ann.user, Rules.preset("House"), lobby.Settings(seats=2))
    lobby.sit(table.code, bob.user, 1)
    lobby.set_ready(table.code, bob.user, True)
    lobby.start(table.code, ann.user)
    return table


def test_no_page_of_the_dashboard_shows_the_secret(sue: Player, dealt: Table, do: Callable[..., Any]) -> None:
    game = Game.objects.get(table=dealt)
    do(sue, "look", game.pk)
    one = f"/admin/games/game/{game.pk}"
    paths = ["/admin/", "/admin/games/game/", "/admin/games/table/", f"/admin/games/table/{dealt.pk}/change/"]
    paths += [f"{one}/change/?{query}" for query in ("", "as=all", "as=0", "as=nobody&at=1")]
    pages = [text(sue.client.get(path, follow=True)) for path in paths]
    pages.append(text(sue.client.post(f"{one}/replay/", follow=True)))
    secrets = game.commitment.secret, next_commitment(dealt).secret
    assert not [page for page in pages if any(secret in page for secret in secrets)]


def test_the_dashboard_has_no_list_of_commitments(sue: Player, dealt: Table) -> None:
    number = Commitment.objects.get(game__table=dealt).pk
    for path in ("/admin/games/commitment/", f"/admin/games/commitment/{number}/change/", "/admin/games/dealt/"):
        assert sue.client.get(path).status_code == 404
    assert not any("commitment" in right for right in sue.user.get_all_permissions())


def test_a_log_is_replayed_with_the_secret_and_a_changed_deal_is_found(sue: Player, dealt: Table) -> None:
    from games.staff.services import difference

    game = Game.objects.get(table=dealt)
    assert difference(game) == ""
    commitment = game.commitment
    commitment.contributions[0]["value"] = "ab" * 16
    commitment.save()
    assert "0" in difference(game)
