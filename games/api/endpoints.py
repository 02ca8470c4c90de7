"""What programs can ask for: each endpoint parses, calls one service, and answers in JSON."""

from hashlib import sha256
from secrets import token_hex
from typing import Annotated, Any

from django.http import HttpResponse, StreamingHttpResponse
from ninja import Path, Query, Router

from games.api import pov, responses, serializers
from games.api.auth import MayPlay, MayRead, ProgramRequest
from games.api.loaders import Seen, has_played, table_seen
from games.api.move_request import Moves
from games.api.requests import Bot, Join, NewTable, Ready
from games.api.stream import Stream, check_room
from games.limits import who_asks
from games.lobby import services as lobby
from games.lobby.lists import Filter, listing
from games.models import CODE_LETTERS, Scope
from games.table import services as play
from games.table.refusals import NoGame, NotPlaying, TableRefusal

router = Router()
may_read, may_play = MayRead(), MayPlay()
Code = Annotated[str, Path(pattern=f"^[{CODE_LETTERS}]+$", max_length=12, description="The code of a table.")]
NOTHING_YET = "No game is running at this table now."


def documented(answer: Any, *refusals: int, made: bool = False) -> dict[str, Any]:
    """What an endpoint may answer, for the document."""
    answers: dict[int, Any] = {201 if made else 200: answer}
    return {"response": answers | dict.fromkeys((401, 403, *refusals, 429), responses.Refusal), "by_alias": True}


def answer(words: Any, status: int = 200) -> HttpResponse:
    body = words if isinstance(words, bytes) else pov.written(words)
    return HttpResponse(body, status=status, content_type="application/json")


# --- who and what


@router.get("/me", auth=may_read, tags=["You"], summary="Who you are", **documented(responses.Me))
def me(request: ProgramRequest) -> HttpResponse:
    """The person whose token this is. `username` is what you are called at tables."""
    person = request.auth.person
    return answer({"username": person.name, "guest": person.is_guest, "scope": Scope(request.auth.scope).value})


@router.get("/rules", auth=may_read, tags=["Rules"], summary="Options and presets", **documented(responses.RuleBook))
def rules(request: ProgramRequest) -> HttpResponse:
    """Every rule that a table may set, and the sets of rules that have a name."""
    return answer(serializers.rule_book())


@router.get("/decks", auth=may_read, tags=["Rules"], summary="Decks", **documented(list[responses.Deck]))
def decks(request: ProgramRequest) -> HttpResponse:
    """Every card: its text, its color and type, what it is worth and how often it is there."""
    return answer(serializers.decks())


# --- tables


@router.get(
    "/tables", auth=may_read, tags=["Tables"], summary="The public list", **documented(list[responses.Row], 422)
)
def tables(
    request: ProgramRequest,
    deck: Annotated[str, Query(max_length=20, description="Only tables with this deck.")] = "",
    free: Annotated[bool, Query(description="Only tables where you could sit down.")] = False,
) -> HttpResponse:
    """Public tables, those with a free seat first."""
    wanted = Filter.of({"deck": deck, "free": "1" if free else ""})
    return answer([serializers.row(row) for row in listing(wanted).rows])


@router.post(
    "/tables",
    auth=may_play,
    tags=["Tables"],
    summary="Open a table",
    **documented(responses.Table, 400, 403, 409, 422, made=True),
)
def open_table(request: ProgramRequest, order: NewTable) -> HttpResponse:
    """You sit in its first seat, and are its host. Others come by the code."""
    opened = lobby.open_table(request.user, order.chosen_rules(), order.settings(), by_program=True)
    return described(request, opened.code, status=201)


@router.get(
    "/tables/{code}/seats",
    auth=may_read,
    tags=["Tables"],
    summary="A table between games",
    **documented(responses.Table, 403, 404, 422),
)
def seats(request: ProgramRequest, code: Code) -> HttpResponse:
    """Who sits where and is ready, the rules, the settings, and what is missing to start."""
    return described(request, code)


def described(request: ProgramRequest, code: str, status: int = 200) -> HttpResponse:
    return shown_table(request, table_seen(code, request.user), status)


def shown_table(request: ProgramRequest, seen: Seen, status: int = 200) -> HttpResponse:
    return answer(serializers.table(seen.table, request.build_absolute_uri("/").rstrip("/")), status)


@router.post(
    "/tables/{code}/join",
    auth=may_play,
    tags=["Tables"],
    summary="Sit down",
    **documented(responses.Table, 400, 403, 404, 409, 422),
)
def join(request: ProgramRequest, code: Code, order: Join) -> HttpResponse:
    """Take a seat, or change to another one. While a game is running: come back to your own, or take over a bot's."""
    if order.password:
        lobby.give_password(code, request.user, order.password, who_asks(request))
    seen = table_seen(code, request.user)
    if seen.game is None or seen.game.ended:
        lobby.sit(code, request.user, order.seat, by_program=True)
    elif seen.seat is not None:
        play.come_back(code, request.user, by_program=True)
    else:
        lobby.take_over(code, request.user, -1 if order.seat is None else order.seat, by_program=True)
    return described(request, code)


@router.post(
    "/tables/{code}/leave",
    auth=may_play,
    tags=["Tables"],
    summary="Get up and go",
    **documented(responses.Table, 403, 404, 409, 422),
)
def leave(request: ProgramRequest, code: Code) -> HttpResponse:
    """Leave the table. In a running game a bot plays on for you, and you may `join` again until it ends."""
    seen = table_seen(code, request.user)
    if seen.seat is not None and seen.game and not seen.game.ended:
        play.leave(code, request.user)
        return described(request, code)
    lobby.leave(code, request.user)
    # Who has left a table with a password has to enter it again, and may not look at that table any more.
    seen.table.refresh_from_db()
    return shown_table(request, seen)


@router.post(
    "/tables/{code}/ready",
    auth=may_play,
    tags=["Tables"],
    summary="Say that you are ready",
    **documented(responses.Table, 400, 403, 404, 409, 422),
)
def ready(request: ProgramRequest, code: Code, order: Ready) -> HttpResponse:
    """Everybody has to be ready anew before each game; the host is by starting it. Whoever plays already is ready."""
    seen = table_seen(code, request.user)
    if seen.seat is None or seen.game is None or seen.game.ended:
        lobby.set_ready(code, request.user, order.ready)
    return described(request, code)


@router.post(
    "/tables/{code}/start",
    auth=may_play,
    tags=["Tables"],
    summary="Start the game",
    **documented(responses.Game, 403, 404, 409, 422),
)
def start(request: ProgramRequest, code: Code) -> HttpResponse:
    """For the host. Answers with the cards dealt."""
    table_seen(code, request.user)
    lobby.start(code, request.user)
    return shown(table_seen(code, request.user))


@router.put(
    "/tables/{code}/seats/{seat}",
    auth=may_play,
    tags=["Tables"],
    summary="Put a bot into a seat",
    **documented(responses.Table, 400, 403, 404, 409, 422),
)
def put_bot(request: ProgramRequest, code: Code, seat: Annotated[int, Path(ge=0, le=9)], order: Bot) -> HttpResponse:
    """For the host, between games: one of our bots sits down in a free seat, or in another bot's place."""
    table_seen(code, request.user)
    lobby.set_bot(code, request.user, seat, order.bot)
    return described(request, code)


@router.delete(
    "/tables/{code}/seats/{seat}",
    auth=may_play,
    tags=["Tables"],
    summary="Take a bot away",
    **documented(responses.Table, 403, 404, 409, 422),
)
def remove_bot(request: ProgramRequest, code: Code, seat: Annotated[int, Path(ge=0, le=9)]) -> HttpResponse:
    """For the host, between games."""
    table_seen(code, request.user)
    lobby.remove_bot(code, request.user, seat)
    return described(request, code)


# --- play


@router.get(
    "/tables/{code}",
    auth=may_read,
    tags=["Play"],
    summary="The game as you see it",
    **documented(responses.Game, 403, 404, 422),
)
def game(request: ProgramRequest, code: Code) -> HttpResponse:
    """The game that is running, or that was played last; before the first one, who is there."""
    return shown(table_seen(code, request.user))


def shown(seen: Seen) -> HttpResponse:
    if seen.game:
        return answer(pov.drawn(seen.game, seen.seat, seen.access.hands_are_open))
    rules = lobby.read(seen.table.rules)
    return answer(pov.pending(seen.table.code, rules.deck, serializers.people(seen.table)))


@router.patch(
    "/tables/{code}",
    auth=may_play,
    tags=["Play"],
    summary="Make a move",
    **documented(responses.Game, 400, 403, 404, 409, 422),
)
def act(request: ProgramRequest, code: Code, moves: Moves) -> HttpResponse:
    """One action or several, of which all count or none. A refused one changes nothing. An older `version` is refused
    with 409 and the code `stale`, unless all you do is `declare` or `accuse`."""
    key = sha256(f"{request.user.pk} {moves.id or token_hex(16)}".encode()).hexdigest()[:40]
    try:
        outcome = play.act(code, request.user, moves.wanted, moves.version, key, by_program=True)
    except NoGame:
        return over_already(request, code, key)
    except NotPlaying:
        table_seen(code, request.user)  # who may not even look is told that there is nothing
        raise
    return answer(pov.drawn(outcome.table, outcome.table.seat_of(request.user.pk)))


def over_already(request: ProgramRequest, code: str, key: str) -> HttpResponse:
    """No game is running: perhaps because this very move has ended it, and its answer was lost."""
    seen = table_seen(code, request.user)
    if seen.game and has_played(code, request.user, key):
        return shown(seen)
    if not seen.sits:
        raise NotPlaying("not_playing", "You have no seat at this table.")
    raise TableRefusal("no_game", NOTHING_YET, "round", seen.game.version if seen.game else 0)


@router.get(
    "/tables/{code}/stream",
    auth=may_read,
    tags=["Play"],
    summary="The game as it goes on",
    **documented(responses.Told | responses.Heartbeat, 403, 404, 422),
)
def stream(
    request: ProgramRequest,
    code: Code,
    since: Annotated[
        int | None, Query(ge=0, le=1_000_000_000, description="Go on after this version of the game.")
    ] = None,
    game: Annotated[
        int | None,
        Query(ge=1, le=1_000_000_000, description="The game that `since` belongs to; without it, the newest."),
    ] = None,
) -> StreamingHttpResponse:
    """Newline-delimited JSON that does not end: a line for every version, without a gap. Without `since` it begins with
    the running game as it is now, or with the next one; `since=0` tells all of it. When the connection breaks, go on
    with the last `version` and `game` that you have got. A heartbeat comes first, and whenever nothing else has come
    for 15 seconds. The stream ends when the token is revoked, or your seat is not yours any more. A person may have 20
    streams open at once; one more is refused with 429."""
    check_room(request.user)
    seen = table_seen(code, request.user)
    lines = Stream(code, request.auth, request.META.get("REMOTE_ADDR", ""), seen.sits, game or 0, since).lines()
    headers = {"X-Accel-Buffering": "no"}  # a proxy in front is not to gather lines
    return StreamingHttpResponse(lines, content_type="application/x-ndjson", headers=headers)
