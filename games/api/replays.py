"""The endpoints for games that are over. Each loads what the program's person may see, and responds with JSON."""

from collections.abc import Iterator
from typing import Annotated

from django.http import HttpResponse
from django.urls import reverse
from ninja import Path, Query

from games.api import classic, pov, responses
from games.api.auth import ProgramRequest
from games.api.loaders import load_table
from games.api.names import usernames
from games.api.routing import Code, DocumentedRouter, respond
from games.api.stream_lines import actions, cards_forced
from games.engine import BY_ITSELF, Rules, follow
from games.history.downloads import download_of
from games.history.replays import Replay, replay_for
from games.models import CODE_LETTERS, SECRET_LENGTH, Game
from games.table.snapshot import LogEntry

router = DocumentedRouter()
NDJSON = "application/x-ndjson"
Id = Annotated[str, Path(pattern=f"^[{CODE_LETTERS}]+$", max_length=SECRET_LENGTH, description="The id of a game.")]
Key = Annotated[str, Query(max_length=SECRET_LENGTH, description="The key of a link that a player has shared.")]


@router.endpoint("GET", "/games/{id}", "Replays", "A game that is over", responses.Replay, 410)
def replay(request: ProgramRequest, id: Id, key: Key = "") -> HttpResponse:
    """Who played, by which rules, and how it ended. Its id is in the address of the replay; the key of a link that a
    player has shared follows `?key=` there."""
    return respond_replay(request, id, key)


def respond_replay(request: ProgramRequest, id: str, key: str = "") -> HttpResponse:
    found = replay_for(id, request.user, key)
    return respond(serialize_replay(found, request.build_absolute_uri(reverse("replay", args=[id]))))


@router.endpoint(
    "GET", "/tables/{code}/replay", "Replays", "The last game at a table that is over", responses.Replay, 410
)
def last_replay(request: ProgramRequest, code: Code) -> HttpResponse:
    """The same of the newest game at this table that has ended, and so its id."""
    table = load_table(code, request.user).table
    ended = Game.objects.filter(table=table, ended_at__isnull=False).order_by("-pk").first()
    return respond_replay(request, ended.public_id if ended else "")


@router.endpoint("GET", "/games/{id}/log", "Replays", "The log of a game that is over", responses.LogLine, 410)
def log(request: ProgramRequest, id: Id, key: Key = "") -> HttpResponse:
    """Newline-delimited JSON: a line for each entry of the log with all cards, in both vocabularies. The first one is
    the deal."""
    lines = b"".join(pov.to_json(line) + b"\n" for line in log_lines(replay_for(id, request.user, key)))
    return HttpResponse(lines, content_type=NDJSON)


def serialize_replay(found: Replay, url: str) -> pov.Plain:
    game, names = found.game, usernames(found.sitters)
    rules = Rules.from_json(game.rules)
    scores = game.players.values_list("score", flat=True)
    players = [
        {
            "username": names[sitter.seat],
            "seat": sitter.seat,
            **pov.kind(sitter),
            **pov.team_fields(rules, sitter.seat),
            "points": score,
            "place": rank,
        }
        for sitter, score, rank in zip(found.sitters, scores, found.ranks, strict=True)
    ]
    return {
        "id": game.public_id,
        "type": rules.deck,
        "status": "abandoned" if game.abandoned else "ended",
        "players": players,
        "winners": [names[seat] for seat, rank in enumerate(found.ranks) if rank == 1],
        "rules": rules.as_dict(),
        "rulesName": found.rules_name,
        "rounds": len(found.parts),
        "started": pov.iso_time(game.started_at.timestamp()),
        "ended": pov.iso_time(game.ended_at.timestamp()) if game.ended_at else None,
        "shuffles": found.shuffles and found.shuffles.as_dict(),
        "url": url,
    }


def log_lines(found: Replay) -> Iterator[pov.Plain]:
    found.check_all_hands()
    names = usernames(found.sitters)
    for part in found.parts:
        shown = found.round(part.round)
        table = found.snapshot(shown, 0)
        for n, (numbered, entry) in enumerate(zip(shown.entries, shown.own_log, strict=True)):
            if n:
                follow(table.state, numbered.entry)
            made = list(actions(entry, names))
            yield {
                "round": part.round,
                "n": n,
                "at": numbered.entry.now,
                "username": None if entry.seat is None else names[entry.seat],
                "type": _type(found, entry),
                "move": entry.move,
                "actions": made,
                "transfers": list(classic.transfers(table, made, cards_forced(entry))),
                "events": entry.events,
            }


@router.endpoint("GET", "/games/{id}/file", "Replays", "A game that is over, as a file", responses.GameFile, 410)
def file(request: ProgramRequest, id: Id, key: Key = "") -> HttpResponse:
    """The same document that the page of the replay offers as a download, for `check_deal.py` of the page `/fair/`."""
    return respond(download_of(replay_for(id, request.user, key)).encode())


def _type(found: Replay, entry: LogEntry) -> str:
    if entry.seat is None:
        return "table"
    if entry.move == BY_ITSELF:
        return "timeout"
    return "bot" if found.sitters[entry.seat].bot else "userActions"
