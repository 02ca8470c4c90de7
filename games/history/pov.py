"""A replay as plain values for its page: the table at one position, how to get to the others, and what happened."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from django.conf import settings
from django.urls import reverse
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString

from games.engine import Event, seen
from games.fragments import places, render
from games.history.chart import Chart, chart
from games.history.refusals import NoReplay
from games.history.replays import ALL, TABLE, Replay
from games.history.rounds import Round, deals
from games.table.event_text import QUIET, Reader, sentence
from games.table.pov import Pov, Preferences, pov
from games.table.rules_summary import RulesSummary, summary
from games.table.snapshot import LogEntry
from games.wording import history as wording
from games.wording import teams
from games.wording.templates import fill

LONGEST_PAUSE, SHORTEST_PAUSE = 2.0, 0.35
"""Seconds that playback stays at a position, whatever the time was in the game."""
NEAR = 2
"""How many rounds before and after the shown one have links."""


@dataclass(frozen=True)
class Address:
    """The addresses of the positions of a game from one viewpoint, for those who came through the same link."""

    game: str
    viewpoint: str
    key: str = ""

    @cached_property
    def start(self) -> str:
        return reverse("replay", args=[self.game])

    @cached_property
    def query(self) -> str:
        return f"?seat={self.viewpoint}" + (f"&key={self.key}" if self.key else "")

    @property
    def url(self) -> str:
        """The page of the whole game."""
        return self._of("replay")

    @property
    def picture(self) -> str:
        return self._of("replay_picture")

    @property
    def download(self) -> str:
        return self._of("download_game")

    def _of(self, name: str) -> str:
        return reverse(name, args=[self.game]) + (f"?key={self.key}" if self.key else "")

    def at(self, number: int, n: int) -> str:
        return f"{self.start}{number}/{n}{self.query}"

    def around(self, number: int) -> tuple[SafeString, SafeString]:
        """Return what stands before and after the number of a position in its address, for HTML."""
        return conditional_escape(f"{self.start}{number}/"), conditional_escape(self.query)

    def seen_from(self, viewpoint: str) -> "Address":
        return Address(self.game, viewpoint, self.key)


@dataclass(frozen=True)
class Step:
    """A control: where it leads, or nowhere, and the key that presses it."""

    id: str
    url: str

    @property
    def words(self) -> str:
        return wording.STEPS[self.id]

    @property
    def key(self) -> str:
        return KEYS[self.id]


KEYS = {
    "to-before": "ArrowUp",
    "to-first": "Home",
    "to-back": "ArrowLeft",
    "to-forward": "ArrowRight",
    "to-last": "End",
    "to-next": "ArrowDown",
}
"""The key of each control."""
OF_ONE_HAND = ("drew", "force_draw", "showed")
"""Kinds of events that tell of cards in a hand; its owner comes first."""
BETWEEN_ROUNDS = ("to-before", "to-next")
"""Controls that a game of one round has no use for."""


@dataclass(frozen=True)
class Steps:
    """Where a position is in its round, and where its controls lead."""

    round: int
    n: int
    last_n: int
    before_play: tuple[Step, ...]
    after_play: tuple[Step, ...]
    pause: float
    """Seconds until playback goes on to the next position."""
    words: str
    url: str
    play_on_url: str


@dataclass(frozen=True)
class Panel:
    """What stands beside a position and is the same for the whole round."""

    round: int
    moves: tuple[SafeString, ...]
    """What happened in each entry of the round."""
    chart: Chart
    address: Address
    rounds: tuple[tuple[int, str], ...]
    """The numbers and addresses of some rounds: the first, the last, and those around this one. A number without an
    address stands for those that are left out."""
    viewpoints: tuple[tuple[str, str, bool], ...]
    """The address, the name, and whether it is this one."""


@dataclass(frozen=True)
class Position:
    """A position of a replay from one viewpoint."""

    replay: Replay
    shown: Round
    n: int
    address: Address

    @property
    def seat(self) -> int | None:
        return None if self.address.viewpoint in (ALL, TABLE) else int(self.address.viewpoint)

    @property
    def shows_all(self) -> bool:
        """Whether all hands are open."""
        return self.address.viewpoint == ALL

    @cached_property
    def steps(self) -> Steps:
        number, n, last = self.shown.part.round, self.n, self.shown.last
        at, rounds = self.address.at, len(self.replay.parts)
        following = at(number + 1, 0) if number < rounds else ""
        urls = {
            "to-before": at(number - 1, 0) if number > 1 else "",
            "to-first": at(number, 0) if n else "",
            "to-back": at(number, n - 1) if n else self._end_of(number - 1),
            "to-forward": at(number, n + 1) if n < last else following,
            "to-last": at(number, last) if n < last else "",
            "to-next": following,
        }
        steps = tuple(Step(name, url) for name, url in urls.items() if rounds > 1 or name not in BETWEEN_ROUNDS)
        middle = len(steps) // 2
        template = wording.POSITION if n else wording.DEAL
        return Steps(
            round=number,
            n=n,
            last_n=last,
            before_play=steps[:middle],
            after_play=steps[middle:],
            pause=min(LONGEST_PAUSE, max(SHORTEST_PAUSE, self.shown.pauses[n])),
            words=fill(template, number=number, n=n, count=last),
            url=at(number, n),
            play_on_url=self._play_on_url(),
        )

    def _end_of(self, number: int) -> str:
        return self.address.at(number, self.replay.part(number).entries - 1) if number else ""

    @property
    def is_last(self) -> bool:
        """Whether this is how the game ended."""
        return self.replay.is_last(self.shown, self.n)

    @property
    def can_be_continued(self) -> bool:
        """Whether this person can play on from here: before the end of the match, if they may see all hands."""
        is_over = self.is_last and not self.replay.game.abandoned
        return self.replay.shows_hands and not is_over

    def _play_on_url(self) -> str:
        if not self.can_be_continued:
            return ""
        args = [self.address.game, self.shown.part.round, self.n]
        return reverse("play_on", args=args) + (f"?key={self.address.key}" if self.address.key else "")

    @cached_property
    def rules(self) -> RulesSummary:
        return summary(self.shown.start.rules)

    def table(self, preferences: Preferences) -> Pov:
        """Return the table as this viewpoint saw it, without what only a running game offers."""
        table = self.replay.snapshot(self.shown, self.n)
        seen_by = pov(table, self.seat, preferences, open_hands=self.shows_all, is_past=True)
        end = seen_by.end and replace(seen_by.end, has_actions=False)
        return replace(seen_by, end=end)

    @cached_property
    def panel(self) -> Panel:
        number, names = self.shown.part.round, self.replay.names
        reader = Reader(names, self.seat, settings.CALL_WORD, teams.names(self.shown.start.rules))
        return Panel(
            round=number,
            moves=tuple(self._moves(reader)),
            chart=chart(self.shown, names),
            address=self.address,
            rounds=tuple(self._rounds()),
            viewpoints=tuple(self._viewpoints()),
        )

    def _moves(self, reader: Reader) -> Iterator[SafeString]:
        beginning = wording.DEALT if deals(self.shown.entries[0].entry.events) else wording.BEGUN
        for n, entry in enumerate(self.shown.own_log):
            yield _told(entry, reader, self.shows_all) or SafeString(wording.NOTHING_SAID if n else beginning)

    def _rounds(self) -> Iterator[tuple[int, str]]:
        here, last, before = self.shown.part.round, len(self.replay.parts), 0
        for number in sorted({1, last, *range(max(1, here - NEAR), min(last, here + NEAR) + 1)}):
            if number > before + 1:
                yield before + 1, ""
            yield number, self.address.at(number, 0)
            before = number

    def _viewpoints(self) -> "list[tuple[str, str, bool]]":
        return [
            (
                self.address.seen_from(one).at(self.shown.part.round, self.n),
                self._name(one),
                one == self.address.viewpoint,
            )
            for one in self.replay.viewpoints
        ]

    def _name(self, viewpoint: str) -> str:
        others = {ALL: wording.ALL_HANDS, TABLE: wording.NO_HANDS}
        return others.get(viewpoint) or self.replay.names[int(viewpoint)]


def position(replay: Replay, number: int, n: int, viewpoint: str) -> Position:
    """Return a position of a replay, or refuse if there is none, or no such viewpoint."""
    viewpoint = viewpoint or replay.own_viewpoint
    if viewpoint not in replay.viewpoints:
        raise NoReplay("no_viewpoint")
    shown = replay.round(number)
    if n > shown.last:
        raise NoReplay("no_entry", count=shown.last)
    return Position(replay, shown, n, Address(replay.game.public_id, viewpoint, replay.key))


def _told(entry: LogEntry, reader: Reader, shows_all: bool) -> SafeString:
    """What happened in an entry, in sentences. Where all hands are open, no card is hidden in them."""
    told = [_sentence(event, reader, shows_all) for event in entry.events if event[0] not in QUIET]
    return SafeString(" ".join(filter(None, told)))


@lru_cache(maxsize=8192)
def _sentence(event: Event, reader: Reader, shows_all: bool) -> SafeString:
    """The sentence about an event for its reader; kept, because the same things happen again and again."""
    known = seen(event, event[1] if shows_all and event[0] in OF_ONE_HAND else reader.seat)
    return sentence(known, reader) if known else SafeString()


def render_panel(panel: Panel, at: int) -> dict[str, SafeString]:
    """Render what is the same for a whole round, but for the marks on the slider."""
    moves = {"all": SafeString("".join(_links(panel, at)))}
    rounds = render("rounds", panel)
    return {"rounds": rounds, "moves": render("moves", panel, moves), "chart": render("chart", (panel, at))}


def _links(panel: Panel, at: int) -> Iterator[str]:
    """Yield an item of the list for each move. A template would take six times as long: 4 ms for 600 moves."""
    before, after = panel.address.around(panel.round)
    for n, move in enumerate(panel.moves):
        mark = ' aria-current="step"' if n == at else ""
        yield f'<li><a href="{before}{n}{after}" id="m{n}"{mark}>{move}</a></li>'


def render_marks(panel: Panel) -> SafeString:
    """Render the marks on the slider."""
    return render("marks", panel.chart)


SAME_MARKS = places(["marks"], "div")["marks"]
"""Keeps the marks on the slider."""
