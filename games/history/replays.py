"""A game that is over, as one person may see it, and its positions as tables are rendered from them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from games import access
from games.access import Access, Level, Reason, ReplayRights
from games.history.refusals import HandsHidden, LinkRevoked, NoReplay, NotOpen
from games.history.rounds import Part, Round, parts, read_round
from games.models import SECRET_LENGTH, Audit, Game, Player, User
from games.table import commitments, snapshot
from games.table.commitments import Shuffles
from games.table.moments import Moment
from games.table.services import STAND_IN
from games.table.snapshot import Sitter, Snapshot
from games.wording import history as wording

ALL, TABLE = "all", "table"
"""The viewpoints that are no seat: all hands, and the table without any hand."""


@dataclass(frozen=True)
class Replay:
    """A game and what a person may see of it. `key` is that of the link through which they came."""

    game: Game
    access: Access
    key: str
    sitters: tuple[Sitter, ...]
    ranks: tuple[int | None, ...]

    @property
    def rules_name(self) -> str:
        return self.game.preset or wording.HOUSE_RULES

    @cached_property
    def parts(self) -> Sequence[Part]:
        return parts(self.game)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(sitter.name for sitter in self.sitters)

    @property
    def shows_hands(self) -> bool:
        """Whether this person may see all hands, and with them the log."""
        return self.access.level >= Level.OPEN_HANDS

    @property
    def is_continued(self) -> bool:
        """Whether the game began with a position of another one, which may have been deleted since."""
        return self.game.from_round > 0

    @cached_property
    def shuffles(self) -> Shuffles | None:
        """What all shuffles follow from, with the secret for those who may see all hands; None for a match from before
        there were commitments."""
        if self.access.level < Level.OPEN_HANDS:
            return commitments.shuffles_of(self.game.pk)
        return commitments.revealed(self.game)

    def check_all_hands(self) -> None:
        if not self.shows_hands:
            raise HandsHidden("hands_hidden")

    @property
    def viewpoints(self) -> tuple[str, ...]:
        """From where this person may see the game."""
        if not self.shows_hands:
            return (TABLE,)
        return ALL, *(str(sitter.seat) for sitter in self.sitters)

    @property
    def own_viewpoint(self) -> str:
        """From where they see it first: from their own seat, if they have played."""
        return str(self.access.seat) if self.access.seat is not None else self.viewpoints[0]

    @property
    def is_won(self) -> bool:
        return not self.game.abandoned and 1 in self.ranks

    @property
    def winners(self) -> tuple[str, ...]:
        return tuple(name for name, rank in zip(self.names, self.ranks, strict=True) if rank == 1)

    @cached_property
    def title(self) -> str:
        """Who has won against whom."""
        others = [name for name, rank in zip(self.names, self.ranks, strict=True) if rank != 1]
        return wording.title(self.winners, others, self.is_won)

    @cached_property
    def ended_early(self) -> str:
        """How it ended before anyone had won; empty if somebody has."""
        if not self.game.abandoned:
            return ""
        by_staff = Audit.objects.filter(game=self.game, action__in=("end-game", "close-table")).exists()
        return wording.ENDED_BY_STAFF if by_staff else wording.ABANDONED

    def part(self, number: int) -> Part:
        if not 1 <= number <= len(self.parts):
            raise NoReplay("no_round", count=len(self.parts))
        return self.parts[number - 1]

    def round(self, number: int) -> Round:
        return read_round(self.game, self.part(number))

    def is_last(self, shown: Round, n: int) -> bool:
        return shown.part == self.parts[-1] and n == shown.last

    def snapshot(self, shown: Round, n: int) -> Snapshot:
        """Return a position as tables are rendered from it."""
        if not 0 <= n <= shown.last:
            raise NoReplay("no_entry", count=shown.last)
        is_last = self.is_last(shown, n)
        return Snapshot(
            code=self.game.table.code,
            game=self.game.pk,
            version=shown.entries[n].number,
            state=shown.state_at(n),
            sitters=self._sitters_at(shown, n),
            log=shown.log_at(n),
            watching=self.game.watching,
            pace=self.game.table.pace,
            started=self.game.started_at.timestamp(),
            ended=is_last,
            seats_open=False,
            moments=tuple(Moment(*moment) for moment in self.game.moments) if is_last else (),
        )

    def _sitters_at(self, shown: Round, n: int) -> tuple[Sitter, ...]:
        """Who had the seats, and for whom a bot stood in at a position."""
        absent = shown.absent_at(n)
        return tuple(replace(sitter, stand_in=STAND_IN) if sitter.seat in absent else sitter for sitter in self.sitters)


def replay_for(public_id: str, person: User | Any, key: str = "") -> Replay:
    """Return the replay of a game for this person, or refuse with the reason why they may not see it."""
    game = None
    if len(public_id) == SECRET_LENGTH and "\0" not in public_id:
        game = Game.objects.select_related("table").filter(public_id=public_id).first()
    if game is None:
        raise NoReplay("no_game")
    return open_replay(game, person, key[:SECRET_LENGTH].replace("\0", ""))


def open_replay(game: Game, person: User | Any, key: str = "") -> Replay:
    players = list(game.players.select_related("person"))
    found = access.decide_replay(_rights(game, players), person, key)
    if found.level < Level.SPECTATOR:
        raise (LinkRevoked if found.reason is Reason.LINK_REVOKED else NotOpen)(found)
    ranks = tuple(player.rank for player in players)
    return Replay(game, found, key, tuple(map(_sitter, players)), ranks)


def _rights(game: Game, players: Sequence[Player]) -> ReplayRights:
    links = [] if game.is_public else list(game.replay_links.values_list("key", "revoked_at"))
    return ReplayRights(
        has_ended=game.ended_at is not None,
        is_public=game.is_public,
        seats={player.person_id: player.seat for player in players if player.person_id},
        key=next((key for key, revoked_at in links if revoked_at is None), ""),
        revoked=frozenset(key for key, revoked_at in links if revoked_at is not None),
    )


def _sitter(player: Player) -> Sitter:
    """Who had this seat. Names and avatars follow the account. Whether a bot stood in at the end says nothing about the
    positions before."""
    sitter = replace(snapshot.sitter_of(player), stand_in="", has_left=False)
    return replace(sitter, name=player.person.name, face=player.person.face) if player.person else sitter
