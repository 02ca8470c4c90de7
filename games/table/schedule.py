"""The due actions of a table: what will happen without a player's move, and when.

The schedule follows from the version: the random numbers of each seat come from the key of the site, the game, its
version and the seat. So any process can compute it again at any time, and only the time of the next action is stored.
They have nothing to do with the shuffles, and thinking times depend on nothing that a player could not know.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random

from django.utils.crypto import salted_hmac

from games.bots import BOTS
from games.engine import Event, Move, View, legal, seen, view
from games.engine.moves import OUT_OF_TURN_VERBS
from games.engine.windows import possible_from
from games.table.snapshot import Sitter, Snapshot
from games.table.thinking import remembers, seated

AFTER_THE_DEAL = 2.0
"""For how many seconds bots let people see the cards that are dealt."""
TO_SEE = {"challenge_won": 2.4, "challenge_lost": 2.4, "flipped": 0.8, "knocked_out": 0.8}
"""For how many seconds bots let people see what has happened: who was right, all cards turn, or a hand leave."""
SHARE_OF_A_PAUSE = 0.4
"""How much of their pauses bots take while all people are out of the round and wait for the next one."""


@dataclass(frozen=True)
class DueAction:
    """A due action: a bot's call or jump-in (`move`), a bot's decision on its turn (`decides`), the verdict of a race
    (`judges`), or the end of a player's time."""

    due: float
    seat: int
    move: str = ""
    decides: bool = False
    judges: bool = False


def due(table: Snapshot) -> float | None:
    """Return when the next action is due, in seconds of the game's clock; None in an ended game."""
    return next((action.due for action in due_actions(table)), None)


def due_actions(table: Snapshot) -> list[DueAction]:
    """Return all due actions, the earliest first."""
    return [] if table.state.is_over or table.ended else sorted(_actions(table), key=lambda action: action.due)


def _actions(table: Snapshot) -> Iterable[DueAction]:
    state = table.state
    for call in table.held:
        yield DueAction(call.due, call.owner, judges=True)
    for sitter in table.sitters:
        if sitter.played_by:
            yield from _unasked(table, sitter)
    asked = table.sitters[state.turn]
    if state.is_paused:
        yield DueAction(state.now if _all_agree(table) else state.deadline or state.now, state.turn)
    elif asked.played_by:
        pause = BOTS[asked.played_by].pace.draw(_random(table, asked.seat, "pause"), state.node, table.pace)
        share = SHARE_OF_A_PAUSE if _all_people_are_out(table) else 1.0
        yield DueAction(state.since + _look(table) + share * pause, asked.seat, decides=True)
    elif state.deadline is not None:
        yield DueAction(state.deadline, asked.seat)


def _people(table: Snapshot) -> set[int]:
    """The seats of the players who play themselves."""
    return {sitter.seat for sitter in table.sitters if not sitter.played_by}


def _all_people_are_out(table: Snapshot) -> bool:
    people = _people(table)
    return bool(people) and people <= set(table.state.out)


def _look(table: Snapshot) -> float:
    """How long people look at what has just happened, before a bot goes on."""
    if not table.state.actions:
        return AFTER_THE_DEAL
    events = table.log[-1].events if table.log else ()
    return max((TO_SEE.get(event[0], 0.0) for event in events), default=0.0)


def _all_agree(table: Snapshot) -> bool:
    """Whether every player who is there wants to go on, so that the rest of the pause serves nobody."""
    there = _people(table) - set(table.state.gone)
    return bool(there) and there <= table.state.agreed


def _unasked(table: Snapshot, sitter: Sitter) -> Iterable[DueAction]:
    state = table.state
    options = tuple(move for move in legal(state, sitter.seat) if move.verb in OUT_OF_TURN_VERBS)
    is_their_turn = sitter.seat == state.turn and len(state.hands[sitter.seat]) > 1
    if is_their_turn:  # a call before playing is part of the decision
        options = tuple(move for move in options if move.verb != "declare")
    if options:
        bot = seated(sitter.played_by, sitter.seat, _known(table, sitter), _random(table, sitter.seat, "sit"))
        impulse = bot.impulse(view(state, sitter.seat), options, _random(table, sitter.seat, "impulse"))
        if impulse:
            after, move = impulse
            yield DueAction(possible_from(state, move) + after, sitter.seat, move)


def question(table: Snapshot, action: DueAction) -> tuple[str, View, tuple[Move, ...], list[Event], tuple[str, str]]:
    """Return what the bot has to know to decide, as plain values: see `thinking.think`."""
    sitter, state = table.sitters[action.seat], table.state
    known = _known(table, sitter)
    seeds = _seed(table, action.seat, "sit"), _seed(table, action.seat, "move")
    return sitter.played_by, view(state, action.seat), legal(state, action.seat), known, seeds


def _known(table: Snapshot, sitter: Sitter) -> list[Event]:
    """The last events as the seat could see them; none if its bot has no memory."""
    if not remembers(sitter.played_by):
        return []
    events = (seen(event, sitter.seat) for line in table.standing for event in line.events)
    return [event for event in events if event is not None]


def _seed(table: Snapshot, seat: int, what: str) -> str:
    version = "" if what == "sit" else table.version  # the character of a bot stays the same throughout a game
    told = f"{table.game}/{version}/{seat}/{what}"
    if not table.commitment:  # begun before there were commitments, with a secret seed
        return f"{table.state.seed}/{told}"
    return salted_hmac("bots", told, algorithm="sha256").hexdigest()


def _random(table: Snapshot, seat: int, what: str) -> Random:
    return Random(_seed(table, seat, what))  # noqa: S311  # seeded with a secret
