"""Links with which players show a replay to others."""

from django.db import transaction
from django.utils import timezone

from games.history.refusals import NoReplay, NotAPlayer
from games.history.replays import Replay
from games.models import Game, ReplayLink, User


def link_of(replay: Replay) -> ReplayLink | None:
    """Return the link that is in force, for players only."""
    if replay.access.seat is None:
        return None
    return replay.game.replay_links.filter(revoked_at=None).first()


@transaction.atomic
def share(replay: Replay, person: User) -> ReplayLink:
    """Create a link, or return the one that is in force."""
    game = _locked(replay)
    link, _ = ReplayLink.objects.get_or_create(game=game, revoked_at=None, defaults={"by": person})
    return link


@transaction.atomic
def revoke(replay: Replay) -> None:
    """Revoke the link, whichever player created it."""
    game = _locked(replay)
    game.replay_links.filter(revoked_at=None).update(revoked_at=timezone.now())


def _locked(replay: Replay) -> Game:
    if replay.access.seat is None:
        raise NotAPlayer("players_only")
    game = Game.objects.select_for_update().filter(pk=replay.game.pk).first()
    if game is None:
        raise NoReplay("no_game")
    return game
