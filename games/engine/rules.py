"""The rules of a table: the values of all options.

>>> rules = Rules.preset("House")
>>> rules.draw, rules.stacking, rules.jump_in
('until_playable', 'same', False)
>>> Rules(hand_size=99)
Traceback (most recent call last):
games.engine.options.WrongRules: value (option=hand_size, given=99)
>>> Rules.from_json(rules.to_json()) == rules
True
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from .cards import DECKS, MOST_SEATS, Deck
from .options import OPTIONS, PRESETS, Value, WrongRules

TEAM_COUNTS = {"off": 0, "two": 2, "three": 3}
SEAT_COUNTS: dict[str, Iterable[int]] = {"off": range(2, MOST_SEATS + 1), "two": (4, 6, 8), "three": (6,)}


@dataclass(frozen=True, slots=True, init=False)
class Rules:
    """The rules of one table. Every option is checked; an invalid combination raises `WrongRules`."""

    deck: str
    hand_size: int
    first_card: str
    draw: str
    voluntary_draw: bool
    drawn_play: str
    after_draw: str
    stacking: str
    draw_skips_victim: bool
    final_draw_counts: bool
    wild_draw: str
    challenge_test: str
    challenge_extra: int
    finish_on: str
    deflect: bool
    several: str
    seven: str
    zero: str
    custom_card: str
    jump_in: bool
    two_player_reverse: str
    mercy_limit: int
    knockout_bonus: int
    backs_public: bool
    hints: bool
    misplay_penalty: int
    open_hand_at: int
    uno_call: str
    uno_penalty: int
    uno_grace: int
    uno_head_start: str
    false_accuse_penalty: int
    scoring: str
    score_limit: str
    teams: str
    decision_seconds: int
    turn_clock: int
    clock_bonus: int
    pause: int

    cards: Deck = field(repr=False, compare=False)
    max_seats: int = field(repr=False, compare=False)
    """How many can play: ten, six in No Mercy, and fewer if the deck has not enough cards."""
    team_count: int = field(repr=False, compare=False)
    """How many teams there are; 0 where everybody plays alone."""
    exchanges: Mapping[str, str] = field(repr=False, compare=False)
    """The numbers that exchange hands, with their effects in the turn graph."""
    restricts_plays: bool = field(repr=False, compare=False)
    """Whether some cards that fit may not be played."""
    has_calls: bool = field(repr=False, compare=False)
    """Whether players call themselves, and can be caught."""
    has_more_calls: bool = field(repr=False, compare=False)
    """Whether false accusations are possible, or calls before several cards are discarded in one move."""
    has_more_landings: bool = field(repr=False, compare=False)
    """Whether a card that lands may do something else than its effect: deflect a penalty, or take others along."""
    text: str = field(repr=False, compare=False)

    def __init__(self, **options: Any) -> None:
        for name in options:
            if name not in OPTIONS:
                raise WrongRules("unknown_option", name=name[:40], options=tuple(OPTIONS))
        for name, option in OPTIONS.items():
            object.__setattr__(self, name, option.read(options.get(name, option.official)))
        self._check()
        changed = {name: value for name, value in self.as_dict().items() if value != OPTIONS[name].official}
        object.__setattr__(self, "text", json.dumps(changed))
        object.__setattr__(self, "cards", DECKS[self.deck])
        exchanges = {"7": "seven"} if self.seven == "swap" else {}
        object.__setattr__(self, "exchanges", exchanges | ({"0": "zero"} if self.zero == "pass" else {}))
        restricts_plays = self.wild_draw == "enforced" or self.finish_on != "any"
        object.__setattr__(self, "restricts_plays", restricts_plays)
        object.__setattr__(self, "has_more_landings", self.deflect or self.several != "off")
        object.__setattr__(self, "has_calls", self.uno_call in ("manual", "strict"))
        object.__setattr__(self, "has_more_calls", self._has_more_calls())
        object.__setattr__(self, "max_seats", min(self.cards.most_seats, (len(self.cards.cards) - 1) // self.hand_size))
        object.__setattr__(self, "team_count", TEAM_COUNTS[self.teams])

    def _has_more_calls(self) -> bool:
        return bool(self.false_accuse_penalty or self.cards.discards or self.several != "off")

    def _check(self) -> None:
        if self.drawn_play == "forbidden" and self.after_draw == "hand":
            raise WrongRules("drawn_cards")
        if self.mercy_limit and self.hand_size >= self.mercy_limit:
            raise WrongRules("mercy", hand_size=self.hand_size, mercy_limit=self.mercy_limit)
        if self.teams != "off" and self.score_limit == "elimination":
            raise WrongRules("team_elimination")
        if self.deck == "all_wild" and self.finish_on != "any":
            raise WrongRules("last_card")

    @classmethod
    def preset(cls, name: str, **changes: Value) -> "Rules":
        """Return the rules of a preset, with optional changes.

        >>> Rules.preset("Official", seven="swap").seven
        'swap'
        """
        found = next((known for known in PRESETS if known.lower() == str(name).lower()), None)
        if found is None:
            raise WrongRules("unknown_preset", name=str(name)[:40], presets=tuple(PRESETS))
        return cls.of(PRESETS[found] | changes)

    @classmethod
    def of(cls, options: Mapping[str, Any]) -> "Rules":
        """Return rules from an untrusted mapping. An unknown name raises `WrongRules`."""
        if not isinstance(options, Mapping):
            raise WrongRules("not_options")
        return cls(**_renewed({str(name): value for name, value in options.items()}))

    def but(self, **changes: Value) -> "Rules":
        """Return these rules with some options changed."""
        return self.of(self.as_dict() | changes)

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        """Pickle only the text, without the deck."""
        return _from_text, (self.to_json(),)

    def as_dict(self) -> dict[str, Value]:
        """Return all options with their values."""
        return {name: getattr(self, name) for name in OPTIONS}

    @property
    def lets_answer(self) -> bool:
        """Whether a draw card may be answered with a card."""
        return self.stacking != "off" or self.deflect

    @property
    def punishes_misplays(self) -> bool:
        """Whether a card that does not fit costs cards, instead of being refused."""
        return self.misplay_penalty > 0 and not self.hints

    def team(self, seat: int) -> int:
        """Return the number of a seat's team; everyone who plays alone is a team of their own. Partners never sit next
        to each other.

        >>> [Rules(teams="three").team(seat) for seat in range(6)]
        [0, 1, 2, 0, 1, 2]
        """
        return seat % self.team_count if self.team_count else seat

    def are_partners(self, seat: int, other: int) -> bool:
        return seat != other and self.team(seat) == self.team(other)

    @property
    def seat_counts(self) -> tuple[int, ...]:
        """How many can play: in teams, two or more of each team."""
        return tuple(seats for seats in SEAT_COUNTS[self.teams] if seats <= self.max_seats)

    def seats_near(self, wanted: int) -> int:
        """Return how many can play that are nearest to this number."""
        return min(self.seat_counts, key=lambda seats: abs(seats - wanted))

    def check_seats(self, seats: int) -> None:
        if type(seats) is not int or not 2 <= seats <= self.max_seats:
            raise WrongRules("seats", most=self.max_seats, seats=seats)
        if seats not in self.seat_counts:
            raise WrongRules("team_seats", numbers=tuple(map(str, self.seat_counts)), seats=seats)

    @property
    def preset_name(self) -> str | None:
        """Return the name of the preset with these rules, if there is one."""
        return next((name for name in PRESETS if Rules.preset(name) == self), None)

    def to_json(self) -> str:
        """Return the differences from Official, so that stored rules stay valid when options are added."""
        return self.text

    def canonical(self) -> str:
        """Return all options in one form only: sorted, as JSON without spaces. It is what the players agree to.

        >>> Rules().canonical()[:44]
        '{"after_draw":"drawn","backs_public":true,"c'
        """
        return json.dumps(self.as_dict(), sort_keys=True, separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> "Rules":
        if not isinstance(text, str):
            raise WrongRules("rules_not_text")
        return _read(text)


def _renewed(options: dict[str, Any]) -> dict[str, Any]:
    """Return options as they are called today: rules stored by earlier versions have one switch for 7 and 0, and
    another name for the backs of a two-sided deck."""
    if "dark_faces_public" in options:
        options = {"backs_public": options.pop("dark_faces_public")} | options
    if "seven_zero" not in options:
        return options
    is_on = options.pop("seven_zero") in (True, "True", "on")
    return ({"seven": "swap", "zero": "pass"} if is_on else {}) | options


@lru_cache(maxsize=256)
def _read(text: str) -> Rules:
    try:
        options = json.loads(text)
    except (ValueError, TypeError, RecursionError) as error:
        raise WrongRules("rules_not_json") from error
    if not isinstance(options, dict):
        raise WrongRules("rules_not_object")
    return Rules.of(options)


def _from_text(text: str) -> Rules:
    """Parse rules for `pickle`. A function, because Twisted breaks the pickling of class methods when it is loaded."""
    return Rules.from_json(text)
