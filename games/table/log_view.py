"""The log of a game, and the result of a round or of the match, as one viewer reads them."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache, cached_property

from django.urls import reverse
from django.utils.safestring import SafeString

from games.engine import Event, Rules, State, View, seen
from games.engine.cards import Deck
from games.engine.rounds import next_dealer
from games.fragments import filled, render
from games.table import cards
from games.table.event_text import QUIET, Reader, doubt, read_by, sentence
from games.table.flashes import Flash, flashes, number
from games.table.moments import Moment
from games.table.scenes import Scene, scene
from games.table.snapshot import LogEntry, Snapshot
from games.wording import teams
from games.wording.moments import MOMENTS
from games.wording.results import ENDED, NEXT_ROUND, ORDINALS, OWN_PLACE, TITLES
from games.wording.templates import fill, form

LINES = 8
"""How many lines of the log are sent."""


@dataclass(frozen=True)
class LogLine:
    """A sentence, with what the page needs to move cards, play a sound, and flash words at seats."""

    name: str
    kind: str
    seat: int | None
    count: int
    scene: Scene | None
    sound: str
    flashes: tuple[Flash, ...]
    html: SafeString
    doubt: SafeString
    """What a challenge asks."""
    costs: tuple[tuple[int, int], ...] = ()
    """At the end of a round, what each hand costs: seats and points."""
    shown: tuple[str, ...] = ()
    """The cards that a challenged player shows, for the challenger only; or the one that flips the deck, which nobody
    sees from this side any more; or those that are discarded with the one on top."""

    @cached_property
    def row(self) -> SafeString:
        """The line, rendered once for all versions that show it."""
        return render("line", self)


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a round or of the match for one player."""

    name: str
    face_url: str
    is_me: bool
    won: bool
    hand: tuple[SafeString, ...]
    cost: int
    """What the cards in this hand are worth."""
    is_out: bool
    """Whether they lost their hand to mercy: then they have no cards left, but have not won."""
    points: int
    total: int
    team: int | None
    last_card: SafeString
    """The card that ended the match, if they played it."""

    @property
    def team_name(self) -> str:
        return "" if self.team is None else teams.name(self.team)


@dataclass(frozen=True, slots=True)
class End:
    """The end of a round, or of the match."""

    round: int
    over: bool
    title: str
    results: tuple[Result, ...]
    next: str
    lobby_url: str
    moments: tuple[SafeString, ...] = ()
    """What is worth remembering of the match, in sentences."""
    podium: tuple[tuple[int, Result], ...] = ()
    """The steps of the podium, after the match."""
    own_place: str = ""
    """A sentence for who has played and does not stand there."""
    rematch_url: str = ""
    """Only for players."""
    replay_url: str = ""
    is_alone: bool = False
    """Whether the viewer has played alone against bots, because of Play now."""
    longer_url: str = ""
    commitment: str = ""
    """What the deal of a rematch is committed to."""
    pause: bool = False
    """Whether the game waits, so that a player can say that they want to go on."""
    may_continue: bool = False
    tables_url: str = ""
    """Where to go from here if the table is closed."""
    has_actions: bool = True
    """Whether there is something to do now: not in a replay, where everything is over."""

    @property
    def is_lost(self) -> bool:
        """Whether the viewer has played, and others have won."""
        return any(result.is_me and not result.won for result in self.results)


SOUNDS = {
    "played": "play",
    "drew": "draw",
    "force_draw": "penalty",
    "roulette": "penalty",
    "accused": "penalty",
    "knocked_out": "penalty",
    "declared": "call",
    "round_won": "win",
    "match_won": "fanfare",
}
"""The sounds of events, by their names in the page."""
TAKING = ("drew", "force_draw", "roulette")


def log(table: Snapshot, reader: Reader) -> tuple[LogLine, ...]:
    """Return the last lines, the newest last."""
    playing = tuple(seat for seat in range(table.state.seats) if seat not in table.state.out)
    deck = table.state.deck
    lines = [line for entry in table.log[-LINES:] for line in read_by(reader, entry, _lines, playing, deck)]
    return tuple(lines[-LINES:])


def _lines(entry: LogEntry, reader: Reader, playing: tuple[int, ...], deck: Deck) -> tuple[LogLine, ...]:
    known = [seen(event, reader.seat) for event in entry.events]
    flashing = flashes(known, reader.call)
    return tuple(
        _line(f"l{entry.number}-{index}", event, scene(event, playing), flashing.get(index, ()), reader, deck)
        for index, event in enumerate(known)
        if event and event[0] not in QUIET
    )


def _line(
    name: str, event: Event, staged: Scene | None, flashing: tuple[Flash, ...], reader: Reader, deck: Deck
) -> LogLine:
    kind = event[0]
    count = number(event) if kind in TAKING else 0
    seat = event[1] if count or kind in ("played", "round_won", "timed_out") else None
    costs = _costs(event, deck) if kind == "round_won" else ()
    shown = _shown(event, reader)
    sound = SOUNDS.get(kind, "")
    text, asked = sentence(event, reader), doubt(event, reader)
    return LogLine(name, kind, seat, count, staged, sound, flashing, text, asked, costs, shown)


def _shown(event: Event, reader: Reader) -> tuple[str, ...]:
    match event:
        case ("showed", _, challenger, hand) if challenger == reader.seat:
            return tuple(hand)
        case ("discarded_all", _, discarded):
            return tuple(discarded)
        case ("played", _, text) if cards.flips(text):
            return (text,)
    return ()


def _costs(event: Event, deck: Deck) -> tuple[tuple[int, int], ...]:
    _, winner, _, hands = event
    return tuple((seat, cost_of(hand, deck)) for seat, hand in enumerate(hands) if seat != winner and hand)


def end(table: Snapshot, seen_by: View, reader: Reader) -> End | None:
    """Return the end of the last round during the pause after it, or without a pause until every player has had a turn
    in the next one; or the end of the match."""
    over = seen_by.node == "over"
    if table.ended and not over:
        rematch_url = _rematch_url(table, seen_by)
        replay_url = _replay_url(table, seen_by)
        lobby_url = _lobby_url(table)
        return End(
            seen_by.round,
            True,
            ENDED,
            (),
            "",
            lobby_url,
            rematch_url=rematch_url,
            replay_url=replay_url,
            commitment=table.next_commitment,
        )
    won, age = table.cached(_last_won_round)
    stays = not seen_by.rules.pause and age < 2 * seen_by.seats
    return _end(table, seen_by, reader, won, over) if won and (over or table.state.is_paused or stays) else None


def at_closed_table(end: End) -> End:
    """Return an end with nothing to do at its table, because that is closed."""
    return replace(end, rematch_url="", longer_url="", lobby_url="", tables_url=reverse("tables"))


def cost_of(hand: Iterable[str], deck: Deck) -> int:
    """Return what the cards of a hand cost its player, or give the winner. A Wild is worth more in some decks."""
    return sum(map(_worth(deck).__getitem__, hand))


@cache
def _worth(deck: Deck) -> dict[str, int]:
    return {text: face.points for printed in deck.printed for text, face in printed.items()}


def _last_won_round(table: Snapshot) -> tuple[Event | None, int]:
    """The event, and how many moves ago it was."""
    for age, entry in enumerate(reversed(table.standing)):
        if entry.round_won:
            return entry.round_won, age
    return None, 0


def _end(table: Snapshot, seen_by: View, reader: Reader, event: Event, over: bool) -> End:
    _, seat, points, hands = event
    winner = seen_by.winner if over and seen_by.winner is not None else seat
    rules = seen_by.rules
    results = tuple(
        Result(
            name=sitter.name,
            face_url=sitter.face_url,
            is_me=sitter.seat == reader.seat,
            won=rules.team(sitter.seat) == rules.team(winner),
            hand=tuple(cards.shown(text) for text in sorted(hands[sitter.seat], key=cards.color_rank)),
            cost=cost_of(hands[sitter.seat], table.state.deck),
            is_out=not hands[sitter.seat] and sitter.seat != seat,
            points=points[sitter.seat],
            total=seen_by.scores[sitter.seat],
            team=rules.team(sitter.seat) if rules.team_count else None,
            last_card=cards.shown(seen_by.top) if over and sitter.seat == seat and not hands[seat] else SafeString(),
        )
        for sitter in table.sitters
    )
    best_first = sorted(results, key=lambda result: (not result.won, _rank(seen_by, result), result.cost))
    return End(
        round=seen_by.round if table.state.has_round_ended else seen_by.round - 1,
        over=over,
        title=_title(rules, over, winner, reader),
        results=tuple(best_first),
        podium=_podium(rules, best_first) if over else (),
        own_place="" if rules.team_count or not over else _own_place(best_first),
        next="" if over else _next_round(table.state, reader),
        lobby_url=_lobby_url(table),
        moments=tuple(_moment(moment, reader) for moment in table.moments),
        rematch_url=_rematch_url(table, seen_by) if over else "",
        replay_url=_replay_url(table, seen_by) if over else "",
        is_alone=_is_alone(table, seen_by),
        longer_url=_longer_url(table, seen_by) if over else "",
        commitment=table.next_commitment,
        pause=table.state.is_paused,
        may_continue="continue" in seen_by.legal,
    )


def _title(rules: Rules, over: bool, winner: int, reader: Reader) -> str:
    name = _what_ended(rules, over)
    if not rules.team_count:
        return fill(TITLES[name].for_reader(reader.seat, winner), player=reader.names[winner])
    has_won = reader.seat is not None and rules.team(reader.seat) == rules.team(winner)
    template = TITLES[f"team_{name}"].for_reader(0, 0 if has_won else 1)
    return fill(template, team=teams.name(rules.team(winner)))


def _what_ended(rules: Rules, over: bool) -> str:
    if not over:
        return "round"
    return "only_round" if rules.score_limit == "one_round" else "match"


def _podium(rules: Rules, best_first: list[Result]) -> tuple[tuple[int, Result], ...]:
    """Return who stands on the podium, and on which step: the best three, or the team that has won, all at the top."""
    if rules.team_count:
        return tuple((1, result) for result in best_first if result.won)
    return tuple(enumerate(best_first[:3], 1))


def _own_place(best_first: list[Result]) -> str:
    place = next((place for place, result in enumerate(best_first, 1) if result.is_me), 0)
    return fill(OWN_PLACE, place=ORDINALS[place]) if place in ORDINALS else ""


def _moment(moment: Moment, reader: Reader) -> SafeString:
    template = MOMENTS[moment.code].for_reader(reader.seat, moment.seat)
    player = filled("<b>{name}</b>", name=reader.names[moment.seat])
    return filled(form(template, moment.number), player=player, count=moment.number, call=reader.call)


def _lobby_url(table: Snapshot) -> str:
    return reverse("table", args=[table.code])


def _rematch_url(table: Snapshot, seen_by: View) -> str:
    return "" if seen_by.seat is None else reverse("rematch", args=[table.code])


def _replay_url(table: Snapshot, seen_by: View) -> str:
    """Where to watch the game again: for its players, and for everyone if the table was public."""
    may_watch = table.is_public or seen_by.seat is not None
    return reverse("replay", args=[table.public_id]) if may_watch and table.public_id else ""


def _is_alone(table: Snapshot, seen_by: View) -> bool:
    people = [sitter.seat for sitter in table.sitters if sitter.person]
    return table.adapts_bots and people == [seen_by.seat]


def _longer_url(table: Snapshot, seen_by: View) -> str:
    is_round = seen_by.rules.score_limit == "one_round"
    return reverse("longer", args=[table.code]) if is_round and _is_alone(table, seen_by) else ""


def _rank(seen_by: View, result: Result) -> int:
    return result.total if seen_by.rules.scoring == "lowest_total" else -result.total


def _next_round(state: State, reader: Reader) -> str:
    limit = state.rules.score_limit
    if state.is_paused:
        code, number, dealer = PAUSED[limit.isdigit()], state.round + 1, next_dealer(state)
    else:
        code, number, dealer = BEGUN[limit.isdigit()], state.round, state.dealer
    template = NEXT_ROUND[code].for_reader(reader.seat, dealer)
    return fill(template, number=number, player=reader.names[dealer], limit=limit)


PAUSED, BEGUN = ("pause", "pause_and_limit"), ("match_goes_on", "match_has_limit")
"""The sentences about the next round, without and with a limit of points."""
