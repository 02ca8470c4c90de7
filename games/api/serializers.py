"""Rules, decks and tables as JSON values for programs."""

from collections import Counter
from collections.abc import Iterator
from functools import cache

from django.urls import reverse

from games.api.cards import face_fields
from games.api.names import unique
from games.api.pov import ENDED, IN_PROGRESS, PENDING, SIDES, Plain, iso_time, team_fields
from games.chat.pov import Message
from games.engine import DECKS, OPTIONS, PRESETS, Rules
from games.engine.cards import UNTIL_COLOR, Deck
from games.engine.options import Option
from games.lobby import services as lobby
from games.lobby.lists import Row
from games.models import Place, Table
from games.table.commitments import next_digest
from games.wording.options import PRESET_LINES, WORDS

# --- rules and decks


@cache
def rule_book() -> Plain:
    return {
        "options": [_option(option) for option in OPTIONS.values()],
        "presets": [
            {"name": name, "line": PRESET_LINES[name], "rules": Rules.preset(name).as_dict()} for name in PRESETS
        ],
    }


def _option(option: Option) -> Plain:
    words = WORDS[option.name]
    fields: Plain = {"name": option.name, "group": words.group, "label": words.label, "help": words.help}
    fields |= {"official": option.official, "choices": list(option.choices), "labels": list(words.choices.values())}
    return fields | ({"minimum": option.low, "maximum": option.high} if option.takes_numbers else {})


@cache
def decks() -> list[Plain]:
    return [{"name": deck.name, "cards": len(deck.cards), "sides": list(_sides(deck))} for deck in DECKS.values()]


def _sides(deck: Deck) -> Iterator[Plain]:
    for side, printed in enumerate(deck.printed):
        counts = Counter(deck.show(deck.cards, side))
        faces = [
            {"card": text, **face_fields(face), "name": face.name, "points": face.points, "count": counts[text]}
            | ({"amount": face.amount} if 0 < face.amount < UNTIL_COLOR else {})
            for text, face in printed.items()
            if counts[text]
        ]
        yield {"name": SIDES[side], "colors": list(deck.colors[side]), "faces": faces}


# --- tables


def serialize_table(found: Table, host: str) -> Plain:
    places, rules = list(found.places.select_related("person")), lobby.read(found.rules)
    return {
        "code": found.code,
        "host": found.host.name if found.host else None,
        "status": status_of(found),
        "seats": serialize_seats(found.seats, places, rules),
        "rules": rules.as_dict(),
        "rulesName": lobby.name_of(rules),
        "settings": _settings(found),
        "missing": str(lobby.start_obstacle(found, places) or ""),
        "commitment": next_digest(found.pk) or None,
        "url": host + reverse("table", args=[found.code]),
    }


def status_of(found: Table) -> str:
    last = found.games.order_by("-pk").first()
    return PENDING if last is None else ENDED if last.ended_at else IN_PROGRESS


def serialize_seats(count: int, places: list[Place], rules: Rules) -> list[Plain]:
    named = dict(zip([place.number for place in places], unique([name_of(place) for place in places]), strict=True))
    taken = {place.number: place for place in places}
    return [
        {"seat": number, **team_fields(rules, number)}
        | ({"username": named[number], **kind(taken[number]), "ready": taken[number].ready} if number in taken else {})
        for number in range(count)
    ]


def name_of(place: Place) -> str:
    return place.person.name if place.person else place.name


def kind(place: Place) -> Plain:
    """Return what sits there, and for a bot its name in the list of bots."""
    if place.bot:
        return {"kind": "bot", "bot": place.bot}
    return {"kind": "program" if place.is_program else "person"}


def serialize_people(found: Table) -> list[Plain]:
    """Return the participants of a table before its first game."""
    places = list(found.places.select_related("person"))
    names = unique([name_of(place) for place in places])
    return [
        {"username": name, "seat": place.number, **kind(place), "away": False}
        for name, place in zip(names, places, strict=True)
    ]


def _settings(found: Table) -> Plain:
    return {
        "visibility": found.visibility,
        "watching": found.watching,
        "pace": found.pace,
        "phrasesOnly": found.phrases_only,
        "reliableOnly": found.reliable_only,
        "startsByItself": found.starts_by_itself,
        "seatsMayBeTakenOver": found.seats_may_be_taken_over,
        "programsMayJoin": found.lets_programs_in,
    }


def serialize_message(found: Message) -> Plain:
    """Return a message of the chat; a notice has nobody who has written it."""
    return {
        "number": found.number,
        "username": found.name or None,
        "text": found.text,
        "at": iso_time(found.at.timestamp()),
        "notice": found.is_notice,
    }


def serialize_row(found: Row) -> Plain:
    """Return a table of the public list."""
    return {
        "code": found.code,
        "host": found.host,
        "deck": found.deck,
        "rulesName": found.rules,
        "people": found.people,
        "bots": found.bots,
        "seats": found.seats,
        "playing": found.playing,
        "programsMayJoin": found.programs_may_join,
    }
