"""Play a game: deal, play a move, and decide for a player whose time is over.

>>> state = deal(Rules.preset("Robots"), 3, Random(5))
>>> state.turn, state.faces(0), state.top.name
(0, ('B9', 'Y3', 'G5', 'GS', 'G8', 'W', 'B4'), 'yellow 8')
>>> legal(state, 0)
('play Y3', 'play G8', 'play W')
>>> play(state, 0, "play G8")
[('played', 0, 'G8'), ('turn', 1)]
"""

from collections.abc import Iterable, Iterator
from random import Random

from .cards import MOST_SEATS
from .events import clocked
from .moves import ANSWER_VERBS, Move, read_moves
from .offers import ACCEPT, DECLARE, DONE, DRAW, KEEP, PASS, cards_to_draw, legal, may_draw_several
from .options import WrongRules
from .refusals import Refused, refusal, refuse_a_further_move, refuse_hindsight, refuse_untimely_call, uncovered
from .rules import Rules
from .shuffling import Source
from .state import Event, State, checked_time, hands_too_empty, hands_too_full, names_a_color
from .stored import as_event
from .turn import ANSWERS, LINKED, NO_MOVE, walk


def deal(rules: Rules, seats: int, rng: Random, dealer: int | None = None) -> State:
    """Return a new match with dealt cards. The random source chooses the seed of all shuffles and a missing dealer.

    >>> state = deal(Rules(), 4, Random(1))
    >>> state.round, [len(hand) for hand in state.hands], state.node
    (1, [7, 7, 7, 7], 'turn')
    """
    rules.check_seats(seats)
    if dealer is not None and (type(dealer) is not int or dealer not in range(seats)):
        raise WrongRules("dealer", dealer=dealer)
    drawn, seed = rng.randrange(seats), rng.getrandbits(128)
    return begin(rules, seats, seed, drawn if dealer is None else dealer)


def deal_from(source: Source, commitment: str, rules: Rules, seats: int) -> State:
    """Return a new match whose first dealer and shuffles all come from this source.

    >>> from games.engine.shuffling import committed
    >>> state = deal_from(committed(bytes(32), "an example"), "0" * 64, Rules(), 4)
    >>> state.dealer, state.faces(0)
    (0, ('G0', 'RR', 'GR', 'B8', 'YR', 'W', 'YD'))
    """
    rules.check_seats(seats)
    return _begin(State(rules, seats, commitment, source))


def begin(rules: Rules, seats: int, seed: int | str, dealer: int) -> State:
    """Return a new match. The seed determines all its shuffles."""
    state = State(rules, seats, seed)
    state.dealer = dealer
    return _begin(state)


def _begin(state: State) -> State:
    state.news = [("game_start", state.rules.to_json(), state.seats, state.seed)]
    walk(state, LINKED["deal"], state.dealer, NO_MOVE, 0.0)
    return state


def setup(
    rules: Rules,
    hands: Iterable[Iterable[str]],
    draw: Iterable[str] = (),
    discard: Iterable[str] = (),
    turn: int = 0,
    direction: int = 1,
    color: str | None = None,
    side: int = 0,
    seed: int = 0,
) -> State:
    """Return a position that waits for a turn. The top of a pile is last; the default color is that of the top card.

    >>> state = setup(Rules(), [["R7", "W"], ["B2"]], draw=["G1", "G2"], discard=["R1"])
    >>> legal(state, 0)
    ('play R7', 'play W', 'draw', 'declare')
    """
    state = lay_out(rules, hands, draw, discard, turn, direction, color or None, side, seed)
    if hands_too_empty(state):
        raise WrongRules("empty_hand")
    for seat in hands_too_full(state):
        raise WrongRules("too_full_hand", number=seat, cards=len(state.hands[seat]))
    state.news = [as_event(state)]
    return state


def lay_out(
    rules: Rules,
    hands: Iterable[Iterable[str]],
    draw: Iterable[str],
    discard: Iterable[str],
    turn: int,
    direction: int,
    color: str | None,
    side: int,
    seed: int = 0,
) -> State:
    """Return a state with these cards, to which the caller can add the rest."""
    given = [list(hand) for hand in hands]
    state = State(rules, len(given), seed)
    state.hands, state.draw, state.discard = given, list(draw), list(discard)
    state.turn, state.direction, state.side, state.round = turn, direction, side, 1
    for wrong in _wrong_in_position(state, color):
        raise wrong
    state.turn_up()
    state.color = color or state.top.color
    return state


def _wrong_in_position(state: State, color: str | None) -> Iterator[WrongRules]:
    cards = [*state.draw, *state.discard, *(card for hand in state.hands for card in hand)]
    unknown = sorted({str(card) for card in cards if not isinstance(card, str) or card not in state.deck.faces[0]})
    if unknown:
        yield WrongRules("unknown_cards", deck=state.deck.name, cards=tuple(unknown))
    if not state.discard:
        yield WrongRules("no_discard")
    if not 2 <= state.seats <= MOST_SEATS:
        yield WrongRules("hands")
    if state.turn not in range(state.seats):
        yield WrongRules("no_seat", number=state.turn)
    if state.direction not in (1, -1):
        yield WrongRules("direction")
    if state.side not in range(len(state.deck.faces)):
        yield WrongRules("no_side", deck=state.deck.name, side=state.side)
    elif color and color not in state.deck.colors[state.side]:
        yield WrongRules("no_color", color=color)
    elif color is None and state.deck.faces[state.side][state.discard[-1]].color is None:
        yield WrongRules("color_needed")


def play(
    state: State, seat: int, move: str | Iterable[str], now: float = 0.0, without_hindsight: bool = False
) -> list[Event]:
    """Play one move of a seat, or several, and return the events.

    If a move is not allowed, `Refused` is raised and none of them is played. Without hindsight, so is a list in which a
    move follows what uncovers cards: what people send is played so, and logs from before are replayed as they are.

    >>> state = setup(Rules(), [["R7", "W", "B1"], ["B2"]], draw=["G1", "G2"], discard=["R1"])
    >>> play(state, 0, ["play W", "color blue"], now=5.0)
    [('played', 0, 'W'), ('asked', 'wild_color'), ('acted', 0, False, 5.0), ('wild', 0, 'blue'), ('turn', 1)]
    >>> play(state, 0, "play R7")
    Traceback (most recent call last):
    games.engine.refusals.Refused: not_your_turn (seat=1, decision=turn)
    """
    if type(move) is not Move:
        moves = read_moves(move)
        if len(moves) != 1:
            return _play_all(state, seat, _in_order(state.rules, moves), now, without_hindsight)
        move = moves[0]
    offer = state.offer
    if offer[0] is not seat or move not in offer[1]:  # `False` is no seat, although it equals 0
        try:
            move = _legal_form(state, seat, move)
        except Refused as refused:
            if not _is_misplay(state, move, refused):
                raise
            return _misplay(state, seat, move, now)
    if move.is_call:
        refuse_untimely_call(state, seat, move, now)
    state.news = []
    if state.clocks:
        stop_clock(state, seat, move, now)
    walk(state, ANSWERS[state.node][move.verb], seat, move, now)
    return state.news


def stop_clock(state: State, seat: int, move: Move, now: float) -> None:
    """Take the time of a decision off the clock of the player who was asked. The player who decides gets the bonus."""
    if move.is_call or state.is_paused:
        return
    asked = state.turn
    used = max(checked_time(now), state.now) - state.since
    left = max(0.0, state.clocks[asked] - used)
    clocked(state, asked, round(left + state.rules.clock_bonus * (seat == asked), 3))


def _is_misplay(state: State, move: Move, refused: Refused) -> bool:
    return state.rules.punishes_misplays and move.verb in ("play", "stack", "add") and refused.stage == "legality"


def _misplay(state: State, seat: int, move: Move, now: float) -> list[Event]:
    state.news = []
    walk(state, LINKED["misplay"], seat, move, now)
    return state.news


def _legal_form(state: State, seat: int, move: Move) -> Move:
    """Return the legal move with the same meaning, if there is one; otherwise raise the refusal."""
    if type(seat) is not int:
        raise Refused("taking part", "not_taking_part")
    offered, move = legal(state, seat), _as_asked(state, move)
    if move in offered:
        return move
    if move == PASS and KEEP in offered:
        return KEEP
    several = 1 < move.amount <= cards_to_draw(state) and may_draw_several(state.rules)
    if DRAW in offered and (move.amount == 1 or several):
        return move
    raise refusal(state, seat, move)


def _as_asked(state: State, move: Move) -> Move:
    """Return the answer that is meant by a player who was named together with the card."""
    is_target = move.verb == "swap" and state.node == "choose_target"
    return Move(f"target {move.seat}") if is_target else move


def _in_order(rules: Rules, moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """Where calls are strict, a call in one list with the card comes before it."""
    cards = [place for place, move in enumerate(moves) if move.card]
    if rules.uno_call != "strict" or DECLARE not in moves or not cards:
        return moves
    rest = tuple(move for move in moves if move != DECLARE)
    place = min(cards[-1], moves.index(DECLARE))
    return (*rest[:place], DECLARE, *rest[place:])


def _play_all(state: State, seat: int, moves: Iterable[Move], now: float, without_hindsight: bool) -> list[Event]:
    """Play all moves or none. They are played on a copy first."""
    trial = state.copy()
    events: list[Event] = []
    before, is_done, kinds = None, False, set[str]()
    for move in moves:
        if without_hindsight:
            refuse_hindsight(kinds, move)
        over = trial.has_round_ended or trial.round != state.round
        if move == DONE and before and before.verb == "add" and (over or trial.node != "add_more") and not is_done:
            is_done = True
            continue  # There was nothing more to add.
        is_done, move = False, _as_asked(trial, move)
        is_answer, before = bool(before and before.card and move.verb in ANSWER_VERBS), move
        if over and is_answer:
            continue  # The round ended with the card, so its color is no longer needed.
        if events:
            refuse_a_further_move(trial, state, move)
        events += [("acted", seat, move.is_call, now)] * bool(events)
        happened = play(trial, seat, move, now)
        events += happened
        kinds |= uncovered(trial, seat, happened)
        if any(event[0] == "misplayed" for event in happened):
            break  # The card was taken back, so nothing is left of the rest.
    state.become(trial)
    state.news = events
    return events


def expire(state: State, now: float) -> list[Event]:
    """Decide for the player asked if their time is over; otherwise do nothing.

    >>> state = setup(Rules(), [["R7", "W"], ["B2"]], draw=["G1", "G2"], discard=["R1"])
    >>> expire(state, 24.9), [event[0] for event in expire(state, 25.0)]
    ([], ['timed_out', 'drew', 'asked', 'acted', 'kept', 'turn'])
    """
    due = state.deadline is not None and now >= state.deadline
    return decide(state, now) if due else []


def decide(state: State, now: float) -> list[Event]:
    """Play the default move now, even before the deadline; between two rounds, deal; do nothing if the match is over.

    >>> state = setup(Rules(), [["W", "G7", "G1"], ["B2"]], draw=["G1", "G2"], discard=["R1"])
    >>> events = play(state, 0, "play W")
    >>> decide(state, now=3.0)
    [('timed_out', 0), ('wild', 0, 'green'), ('turn', 1)]
    """
    if state.is_over:
        return []
    if state.is_paused:
        return _go_on(state, now)
    seat, move = state.turn, default(state)
    events: list[Event] = [("timed_out", seat), *play(state, seat, move, now)]
    if state.node == "keep_or_play" and move == DRAW:
        events += [("acted", seat, False, now), *play(state, seat, KEEP, now)]
    state.news = events
    return events


def _go_on(state: State, now: float) -> list[Event]:
    state.news = []
    walk(state, LINKED["deal"], state.turn, NO_MOVE, now)
    return state.news


def default(state: State) -> Move:
    """Return the move that is played for a player who does not decide."""
    seat, offered = state.turn, legal(state, state.turn)
    if state.node in ("choose_player", "choose_target"):
        others = [move for move in offered if move.seat >= 0 and not move.is_call]
        return min(others, key=lambda move: (state.rules.are_partners(seat, move.seat), len(state.hands[move.seat])))
    if names_a_color(state.node):
        held = [face.color for face in map(state.deck.faces[state.side].get, state.hands[seat]) if face]
        return max(offered[: len(state.deck.colors[0])], key=lambda move: held.count(move.color))
    return next((move for move in (KEEP, ACCEPT, DRAW, PASS, DONE) if move in offered), offered[0])
