"""The picture of a game that is over, which messengers show with its link."""

from hashlib import sha256
from typing import cast

from django.conf import settings
from django.core.cache import caches

from games.history.replays import Replay
from games.people import avatars
from games.pictures import result
from games.pictures.canvas import can_write
from games.table.cards import FACES
from games.wording import history as wording

KEPT_SECONDS = 3600


def picture_of(replay: Replay) -> bytes:
    """Return the picture as PNG. It is drawn again when the name or the avatar of a player has changed."""
    drawn = result_of(replay)
    key = f"result:{sha256(repr(drawn).encode()).hexdigest()[:32]}"
    return cast(bytes, caches["pictures"].get_or_set(key, lambda: result.render(drawn), KEPT_SECONDS))


def result_of(replay: Replay) -> result.Result:
    seats = tuple(
        result.Seat(sitter.name, avatars.render(sitter.face), rank == 1)
        for sitter, rank in zip(replay.sitters, replay.ranks, strict=True)
    )
    title = replay.title if can_write(replay.title) else wording.TITLE_WITHOUT_NAMES
    rules = wording.summary(replay.rules_name, len(replay.parts), replay.game.started_at.date(), "")
    return result.Result(settings.SITE_NAME, title, rules, seats, _last_card(replay))


def _last_card(replay: Replay) -> result.Card:
    last = replay.round(len(replay.parts))
    state = last.state_at(last.last)
    face = FACES[state.top.text]
    return result.Card(face.title, face.color or "")
