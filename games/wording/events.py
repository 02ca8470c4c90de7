"""What happened in a game: sentences for the log and notes beside the seats, by the kind of event.

A code is a kind of event, or ``kind.variant`` where one fact decides between several sentences.

Placeholders: ``{player}`` acts, or is the player whom the event is about; ``{other}`` is the player it is done to;
``{card}``, ``{cards}``, ``{color}``, ``{number}`` (of a round) and ``{count}`` are facts of the event, ``{call}`` is
the word that a player with one card left says.
"""

from collections.abc import Mapping
from inspect import signature

from games.engine import Event
from games.engine.cards import UNTIL_COLOR
from games.engine.events import HIDDEN, KINDS, hide_from_all
from games.wording.templates import ByReader, Plural, Template

Wording = Template | ByReader

SENTENCES: dict[str, Wording] = {
    "game_start": "The match begins.",
    "dealt": ByReader(
        "Round {number}: you deal, and the first card is {card}.",
        "Round {number}: {player} deals, and the first card is {card}.",
    ),
    "dealt.by_lot": ByReader(
        "Round {number}: you deal. The first card is {card}, and {color} is drawn by lot.",
        "Round {number}: {player} deals. The first card is {card}, and {color} is drawn by lot.",
    ),
    "round_won": ByReader(
        Plural("You win the round and get {count} point.", "You win the round and get {count} points."),
        Plural("{player} wins the round and gets {count} point.", "{player} wins the round and gets {count} points."),
    ),
    "round_won.no_points": ByReader("You win the round.", "{player} wins the round."),
    "eliminated": ByReader("You are out of the match.", "{player} is out of the match."),
    "agreed": ByReader("You want to go on.", "{player} wants to go on."),
    "match_won": ByReader("You win the match.", "{player} wins the match."),
    "reshuffled": "The discards are shuffled into a new draw pile.",
    "turn": ByReader("It is your turn.", "It is {player}’s turn."),
    "asked": "The game waits for a decision.",
    "clocked": ByReader("Your clock stops.", "{player}’s clock stops."),
    "passed": ByReader("You pass.", "{player} passes."),
    "kept": ByReader("You keep what you drew.", "{player} keeps what they drew."),
    "added": ByReader("You add a card.", "{player} adds a card."),
    "stopped": ByReader("You add no more cards.", "{player} adds no more cards."),
    "timed_out": ByReader("You run out of time.", "{player} runs out of time."),
    "skipped": ByReader("You are skipped.", "{player} is skipped."),
    "everyone_skipped": ByReader("You skip everyone.", "{player} skips everyone."),
    "reversed.clockwise": "Play goes clockwise now.",
    "reversed.counterclockwise": "Play goes counterclockwise now.",
    "played": ByReader("You play {card}.", "{player} plays {card}."),
    "misplayed": ByReader("You play {card}, but it does not fit.", "{player} plays {card}, but it does not fit."),
    "jumped_in": ByReader("You jump in.", "{player} jumps in."),
    "drew": ByReader("You draw {cards}.", "{player} draws {cards}."),
    "drew.hidden": ByReader(
        Plural("You draw {count} card.", "You draw {count} cards."),
        Plural("{player} draws a card.", "{player} draws {count} cards."),
    ),
    "drew.no_cards": ByReader("You draw no cards.", "{player} draws no cards."),
    "force_draw": ByReader("You draw {cards}.", "{player} draws {cards}."),
    "force_draw.hidden": ByReader(
        Plural("You draw a card.", "You draw {count} cards."),
        Plural("{player} draws a card.", "{player} draws {count} cards."),
    ),
    "force_draw.no_cards": ByReader(
        "You would have to draw, but there are no cards left.",
        "{player} would have to draw, but there are no cards left.",
    ),
    "force_draw_play": ByReader("You have to play {card}.", "{player} has to play {card}."),
    "wild": ByReader("You choose {color}.", "{player} chooses {color}."),
    "attacked": ByReader(
        Plural("You have to draw a card.", "You have to draw {count} cards."),
        Plural("{player} has to draw a card.", "{player} has to draw {count} cards."),
    ),
    "attacked.until_color": ByReader(
        "You have to draw until a card of the color comes.",
        "{player} has to draw until a card of the color comes.",
    ),
    "wild_draw": ByReader(
        Plural("You have to draw a card.", "You have to draw {count} cards."),
        Plural("{player} has to draw a card.", "{player} has to draw {count} cards."),
    ),
    "wild_draw.until_color": ByReader(
        "You have to draw until a card of the color comes.",
        "{player} has to draw until a card of the color comes.",
    ),
    "deflected": ByReader(
        "You send the penalty on to {other}.",
        "{player} sends the penalty on to {other}.",
        "{player} sends the penalty on to you.",
    ),
    "challenge_won": ByReader(
        "You challenge {other} and are right: the card was not allowed.",
        "{player} challenges {other} and is right: the card was not allowed.",
        "{player} challenges you and is right: your card was not allowed.",
    ),
    "challenge_won.color": ByReader(
        "You challenge {other} and are right: they held {color}.",
        "{player} challenges {other} and is right: they held {color}.",
        "{player} challenges you and is right: you held {color}.",
    ),
    "challenge_lost.color": ByReader(
        "You challenge {other} and are wrong: they held no {color}.",
        "{player} challenges {other} and is wrong: they held no {color}.",
        "{player} challenges you and is wrong: you held no {color}.",
    ),
    "challenge_lost": ByReader(
        "You challenge {other} and are wrong: the card was allowed.",
        "{player} challenges {other} and is wrong: the card was allowed.",
        "{player} challenges you and is wrong: your card was allowed.",
    ),
    "showed": ByReader(
        "You show {other} your hand: {cards}.",
        "{player} shows {other} their hand: {cards}.",
        "{player} shows you their hand: {cards}.",
    ),
    "showed.hidden": ByReader(
        Plural("You show {other} your only card.", "You show {other} your {count} cards."),
        Plural("{player} shows {other} their only card.", "{player} shows {other} their {count} cards."),
        Plural("{player} shows you their only card.", "{player} shows you their {count} cards."),
    ),
    "showed.no_cards": ByReader(
        "You show {other} that your hand is empty.",
        "{player} shows {other} that their hand is empty.",
        "{player} shows you that their hand is empty.",
    ),
    "discarded_all": ByReader(
        Plural("You discard {count} more card.", "You discard {count} more cards."),
        Plural("{player} discards {count} more card.", "{player} discards {count} more cards."),
    ),
    "flipped": "All cards are turned over. The top card is now {card}.",
    "roulette": ByReader(
        Plural("You take a card from the roulette.", "You take {count} cards from the roulette."),
        Plural("{player} takes a card from the roulette.", "{player} takes {count} cards from the roulette."),
    ),
    "swapped": ByReader(
        "You swap hands with {other}.", "{player} swaps hands with {other}.", "{player} swaps hands with you."
    ),
    "passed_hands.clockwise": "All hands are passed on clockwise.",
    "passed_hands.counterclockwise": "All hands are passed on counterclockwise.",
    "shuffled_hands": "All hands are shuffled and dealt again.",
    "knocked_out": ByReader("You are out of the round.", "{player} is out of the round."),
    "declared": ByReader("You say “{call}”.", "{player} says “{call}”."),
    "accused": ByReader(
        "You catch {other} for not saying “{call}”.",
        "{player} catches {other} for not saying “{call}”.",
        "{player} catches you for not saying “{call}”.",
    ),
    "false_accusation": ByReader(
        "You accuse {other}, but wrongly.",
        "{player} accuses {other}, but wrongly.",
        "{player} accuses you, but wrongly.",
    ),
    "judged.call": ByReader(
        "You called {count} ms before {other}’s catch.",
        "{player} called {count} ms before {other}’s catch.",
        "{player} called {count} ms before your catch.",
    ),
    "judged.tie": ByReader(
        "You called in the same millisecond as {other}’s catch, so the call counts.",
        "{player} called in the same millisecond as {other}’s catch, so the call counts.",
        "{player} called in the same millisecond as your catch, so the call counts.",
    ),
    "judged.catch": ByReader(
        "Your catch came {count} ms before {other}’s call.",
        "{player}’s catch came {count} ms before {other}’s call.",
        "{player}’s catch came {count} ms before your call.",
    ),
    "judged.catches": ByReader(
        "Your catch came {count} ms before {other}’s.",
        "{player}’s catch came {count} ms before {other}’s.",
        "{player}’s catch came {count} ms before yours.",
    ),
    "extended": ByReader(
        Plural("Staff give you {count} more second to decide.", "Staff give you {count} more seconds to decide."),
        Plural(
            "Staff give {player} {count} more second to decide.",
            "Staff give {player} {count} more seconds to decide.",
        ),
    ),
    "taken_back": ByReader(
        "Staff take back your last move. The same cards will be drawn in the same order again.",
        "Staff take back {player}’s last move. The same cards will be drawn in the same order again.",
    ),
}
"""A sentence for each kind of event, as it stands in the log."""

IN_TEAMS: dict[str, Wording] = {
    "round_won": ByReader(
        Plural(
            "You win the round, and team {team} gets {count} point.",
            "You win the round, and team {team} gets {count} points.",
        ),
        Plural(
            "{player} wins the round, and team {team} gets {count} point.",
            "{player} wins the round, and team {team} gets {count} points.",
        ),
    ),
    "round_won.no_points": SENTENCES["round_won.no_points"],
    "match_won": "Team {team} wins the match.",
}
"""The sentences that differ where partners win together."""

DID_THEY_HOLD = ByReader("Did {other} hold {color}?", "Did {other} hold {color}?", "Did you hold {color}?")
WAS_IT_ALLOWED = "Was that allowed?"
DOUBTS: dict[str, Wording] = {
    "challenge_won": WAS_IT_ALLOWED,
    "challenge_won.color": DID_THEY_HOLD,
    "challenge_lost": WAS_IT_ALLOWED,
    "challenge_lost.color": DID_THEY_HOLD,
}
"""What a challenge asks, as the table shows it before the outcome."""

NOTES: dict[str, Wording] = {
    "match_won": "wins the match",
    "eliminated": "is out of the match",
    "passed": "passes",
    "kept": "keeps it",
    "timed_out": "runs out of time",
    "skipped": "is skipped",
    "everyone_skipped": "skips everyone",
    "played": "plays {card}",
    "misplayed": "tries {card}",
    "jumped_in": "jumps in",
    "drew": "draws {cards}",
    "drew.hidden": "draws {count}",
    "drew.no_cards": "draws no cards",
    "force_draw": "draws {cards}",
    "force_draw.hidden": "draws {count}",
    "force_draw.no_cards": "cannot draw any cards",
    "wild": "chooses {color}",
    "deflected": ByReader("sends the penalty to {other}", "sends the penalty to {other}", "sends the penalty to you"),
    "challenge_won": ByReader("challenges {other} ✓", "challenges {other} ✓", "challenges you ✓"),
    "challenge_lost": ByReader("challenges {other} ✗", "challenges {other} ✗", "challenges you ✗"),
    "showed": ByReader("shows {other} {cards}", "shows {other} {cards}", "shows you {cards}"),
    "showed.hidden": ByReader("shows {other} their hand", "shows {other} their hand", "shows you their hand"),
    "showed.no_cards": ByReader(
        "shows {other} an empty hand", "shows {other} an empty hand", "shows you an empty hand"
    ),
    "discarded_all": "discards {count} more",
    "roulette": "takes {count}",
    "swapped": ByReader("swaps hands with {other}", "swaps hands with {other}", "swaps hands with you"),
    "knocked_out": "is out of the round",
    "declared": "says “{call}”",
    "accused": ByReader("catches {other}", "catches {other}", "catches you"),
    "false_accusation": ByReader("wrongly accuses {other}", "wrongly accuses {other}", "wrongly accuses you"),
    "extended": Plural("gets {count} more second", "gets {count} more seconds"),
}
"""What stands beside the seat of the player, whose name is right above it."""

UNSEEN = {kind for kind, hide in HIDDEN.items() if hide is hide_from_all}
"""Kinds of events that nobody may know of, and so have no sentence."""

FIELDS = {kind: tuple(signature(happen).parameters)[1:] for kind, happen in KINDS.items()}
"""The fields of each kind of event; the first parameter of its function is the state."""
SEATS = {"seat", "dealer", "victim", "challenger", "bluffer", "accused", "accuser", "other"}
CARDS = {"played": "text", "misplayed": "text", "force_draw_play": "card", "flipped": "top", "dealt": "first"}


def facts(event: Event) -> dict[str, object]:
    """Return the facts of an event by their placeholders: seats, cards and colors as the engine writes them.

    >>> facts(("accused", 2, 0)), facts(("drew", 1, 3))
    ({'player': 2, 'other': 0}, {'player': 1, 'count': 3})
    """
    kind, fields = event[0], _fields(event)
    seats = [value for field, value in fields.items() if field in SEATS]
    found: dict[str, object] = dict(zip(("player", "other"), seats, strict=False))
    if kind in CARDS:
        found["card"] = fields[CARDS[kind]]
    return found | {name: fields[name] for name in ("number", "color") if name in fields} | _amounts(fields)


def _fields(event: Event) -> dict[str, object]:
    """The fields by their names; what others see of an event may have fewer of them."""
    return dict(zip(FIELDS[event[0]], event[1:], strict=False))


def _amounts(fields: Mapping[str, object]) -> dict[str, object]:
    match fields:
        case {"cards": tuple(cards)}:
            return {"cards": cards, "count": len(cards)}
        case {"cards": count} | {"amount": count}:
            return {"count": count}
        case {"milliseconds": int(milliseconds)}:
            return {"count": milliseconds}
        case {"seconds": int(seconds) | float(seconds)}:
            return {"count": int(seconds)}
        case {"points": tuple(points), "seat": int(seat)}:
            return {"count": points[seat]}
    return {}


def wording(texts: Mapping[str, Wording], event: Event) -> Wording | None:
    """Return the wording of an event in one of the tables above; None if it has none there.

    >>> wording(SENTENCES, ("reversed", -1))
    'Play goes counterclockwise now.'
    """
    return texts.get(f"{event[0]}.{_variant(event)}") or texts.get(event[0])


def _variant(event: Event) -> str:
    match _fields(event):
        case {"seat": seat, "other": other, "owner": owner, "milliseconds": milliseconds}:
            return _verdict(seat == owner, other == owner, milliseconds == 0)
        case {"deck": deck, "first": str(first), "color": str()}:
            return "by_lot" if first.startswith("W") and deck != "all_wild" else ""
        case {"challenger": _, "color": str()}:
            return "color"
        case {"direction": direction}:
            return "clockwise" if direction == 1 else "counterclockwise"
        case {"amount": amount}:
            return "until_color" if amount == UNTIL_COLOR else ""
        case {"points": points, "seat": seat}:
            return "" if points[seat] else "no_points"  # type: ignore[index]
        case {"cards": cards}:
            return "no_cards" if not cards else "hidden" if isinstance(cards, int) else ""
    return ""


def _verdict(is_call: bool, beats_call: bool, is_tie: bool) -> str:
    if is_call:
        return "tie" if is_tie else "call"
    return "catch" if beats_call else "catches"
