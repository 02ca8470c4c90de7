"""The endpoints for programs. Each parses the request, calls one service, and responds with JSON."""

from secrets import token_hex
from typing import Annotated

from django.http import HttpResponse, StreamingHttpResponse
from ninja import Path, Query

from games.api import pov, responses, serializers
from games.api.auth import ProgramRequest
from games.api.loaders import LoadedTable, load_table
from games.api.lobby_stream import LobbyStream
from games.api.move_request import Moves
from games.api.program_stream import ProgramStream, check_stream_limit
from games.api.requests import Bot, Contributing, Join, NewTable, React, Ready, Say, Start
from games.api.routing import Code, DocumentedRouter, respond
from games.api.stream import Stream
from games.chat import pov as chat
from games.chat import reactions
from games.chat.services import OFTEN
from games.limits import Bucket, clients_of
from games.lobby import services as lobby
from games.lobby.lists import Filter, listing
from games.models import Scope, Table
from games.refusals import Refusal
from games.table import services as play
from games.table.commitments import PROGRAM, Contribution, contribution, next_digest
from games.table.refusals import NoGame, NotPlaying, TableRefusal
from games.wording import api as wording

PASSWORDS = Bucket("set a password", 10, per=60)
router = DocumentedRouter()
Words = Annotated[
    pov.Vocabulary,
    Query(description="With `classic`, the game has no word but those of the vocabulary of transfers."),
]


def contribution_of(table: Table, body: Contributing) -> Contribution | None:
    """Return what a program adds to the next deal. The commitment that it has seen counts without that, too."""
    newest = next_digest(table.pk)
    if body.commitment not in ("", newest):
        raise Refusal("other_commitment")
    return contribution(body.contribution, newest, PROGRAM)


# --- you and the rules


@router.endpoint("GET", "/me", "You", "Who you are", responses.Me)
def me(request: ProgramRequest) -> HttpResponse:
    """The person whose token this is. `username` is your name at tables."""
    person = request.auth.person
    return respond({"username": person.name, "guest": person.is_guest, "scope": Scope(request.auth.scope).value})


@router.endpoint("GET", "/rules", "Rules", "Options and presets", responses.RuleBook)
def rules(request: ProgramRequest) -> HttpResponse:
    """All options of the rules, and the presets."""
    return respond(serializers.rule_book())


@router.endpoint("GET", "/decks", "Rules", "Decks", list[responses.Deck])
def decks(request: ProgramRequest) -> HttpResponse:
    """Every card of every deck: its text, color, type and points, and how many of it there are."""
    return respond(serializers.decks())


# --- tables


@router.endpoint("GET", "/tables", "Tables", "The public list", list[responses.ListedTable], 422)
def tables(
    request: ProgramRequest,
    deck: Annotated[str, Query(max_length=20, description="Only tables with this deck.")] = "",
    free: Annotated[bool, Query(description="Only tables with a free seat, or a bot to replace.")] = False,
) -> HttpResponse:
    """Public tables, those with a free seat first."""
    chosen = Filter.of({"deck": deck, "free": "1" if free else ""})
    return respond([serializers.serialize_row(row) for row in listing(chosen).rows])


@router.endpoint("POST", "/tables", "Tables", "Open a table", responses.Table, 400, 409, 422, statuses=(201,))
def open_table(request: ProgramRequest, body: NewTable) -> HttpResponse:
    """Open a table. You are its host and take its first seat. Others join with its code. At most ten tables with a
    password in a minute."""
    if body.password:
        PASSWORDS.spend(f"person {request.user.pk}")
    opened = lobby.open_table(request.user, body.chosen_rules(), body.settings(), by_program=True)
    return respond_table(request, opened.code, status=201)


@router.endpoint("GET", "/tables/{code}/seats", "Tables", "A table between games", responses.Table)
def seats(request: ProgramRequest, code: Code) -> HttpResponse:
    """The seats and who is ready, the rules, the settings, and why the game cannot start yet."""
    return respond_table(request, code)


def respond_table(request: ProgramRequest, code: str, status: int = 200) -> HttpResponse:
    return respond_loaded_table(request, load_table(code, request.user), status)


def respond_loaded_table(request: ProgramRequest, loaded: LoadedTable, status: int = 200) -> HttpResponse:
    return respond(serializers.serialize_table(loaded.table, request.build_absolute_uri("/").rstrip("/")), status)


@router.endpoint("POST", "/tables/{code}/join", "Tables", "Sit down", responses.Table, 400, 409)
def join(request: ProgramRequest, code: Code, body: Join) -> HttpResponse:
    """Take a seat, or change to another one. During a game: come back to your seat, or take over a bot's seat."""
    if body.invitation_code:
        lobby.give_invitation_code(code, request.user, body.invitation_code, clients_of(request))
    elif body.password:
        lobby.give_password(code, request.user, body.password, clients_of(request))
    loaded = load_table(code, request.user)
    if loaded.game is None or loaded.game.ended:
        lobby.sit(code, request.user, body.seat, by_program=True)
    elif loaded.seat is None:
        if body.seat is None:
            raise TableRefusal("seat_needed", wording.refusal("seat_needed"), version=loaded.game.version)
        lobby.take_over(code, request.user, body.seat, by_program=True)
    elif body.seat in (None, loaded.game.sitters[loaded.seat].place):
        play.come_back(code, request.user, by_program=True)
    else:
        raise TableRefusal("seated_already")
    return respond_table(request, code)


@router.endpoint("POST", "/tables/{code}/leave", "Tables", "Leave", responses.Table, 409)
def leave(request: ProgramRequest, code: Code) -> HttpResponse:
    """Leave the table. In a running game a bot plays on for you, and you may `join` again until it ends."""
    loaded = load_table(code, request.user)
    if loaded.seat is not None and loaded.game and not loaded.game.ended:
        play.leave(code, request.user)
        return respond_table(request, code)
    lobby.leave(code, request.user)
    # After leaving a table with a password, one may no longer see it: respond with the access from before.
    return respond_loaded_table(request, loaded)


@router.endpoint("POST", "/tables/{code}/ready", "Tables", "Set whether you are ready", responses.Table, 400, 409)
def ready(request: ProgramRequest, code: Code, body: Ready) -> HttpResponse:
    """Before each game, all players must be ready; the host becomes ready by starting it. No effect during a game."""
    loaded = load_table(code, request.user)
    if loaded.seat is None or loaded.game is None or loaded.game.ended:
        lobby.set_ready(code, request.user, body.ready, contribution_of(loaded.table, body))
    return respond_table(request, code)


@router.endpoint("POST", "/tables/{code}/start", "Tables", "Start the game", responses.Game, 400, 409)
def start(request: ProgramRequest, code: Code, body: Start | None = None) -> HttpResponse:
    """For the host. The response is the game with the cards dealt."""
    loaded = load_table(code, request.user)
    lobby.start(code, request.user, contribution_of(loaded.table, body) if body else None)
    return respond_game(load_table(code, request.user))


@router.endpoint("PUT", "/tables/{code}/seats/{seat}", "Tables", "Put a bot in a seat", responses.Table, 400, 409)
def put_bot(request: ProgramRequest, code: Code, seat: Annotated[int, Path(ge=0, le=9)], body: Bot) -> HttpResponse:
    """For the host, between games: put a bot in a free seat, or replace another bot."""
    load_table(code, request.user)
    lobby.set_bot(code, request.user, seat, body.bot)
    return respond_table(request, code)


@router.endpoint("DELETE", "/tables/{code}/seats/{seat}", "Tables", "Remove a bot", responses.Table, 409)
def remove_bot(request: ProgramRequest, code: Code, seat: Annotated[int, Path(ge=0, le=9)]) -> HttpResponse:
    """For the host, between games: free the seat of a bot."""
    load_table(code, request.user)
    lobby.remove_bot(code, request.user, seat)
    return respond_table(request, code)


@router.endpoint(
    "POST", "/tables/{code}/invitation-code", "Tables", "Create an invitation code", responses.InvitationCode, 409
)
def new_invitation_code(request: ProgramRequest, code: Code) -> HttpResponse:
    """For the host of a table with a password: a code that lets others in without it. It holds until the password is
    changed, or the host asks for another one."""
    load_table(code, request.user)
    return respond({"invitationCode": lobby.new_invitation_code(code, request.user)})


@router.endpoint("GET", "/tables/{code}/chat", "Tables", "The chat", list[responses.ChatMessage])
def messages(request: ProgramRequest, code: Code) -> HttpResponse:
    """The last messages, without those of people whom you have muted."""
    load_table(code, request.user)
    return respond(list(map(serializers.serialize_message, chat.chat_of(code, request.user).lines)))


@router.endpoint(
    "POST", "/tables/{code}/chat", "Tables", "Say something", responses.ChatMessage, 400, 409, statuses=(201,)
)
def say(request: ProgramRequest, code: Code, body: Say) -> HttpResponse:
    """Write into the chat. At most eight messages in 16 seconds."""
    load_table(code, request.user)
    OFTEN.spend(f"person {request.user.pk}")
    line = lobby.say(code, request.user, body.text)
    return respond(serializers.serialize_message(chat.message_of(line, request.user)), status=201)


@router.endpoint(
    "GET",
    "/tables/{code}/lobby/stream",
    "Tables",
    "Follow the table",
    responses.TableLine | responses.ChatLine | responses.Heartbeat,
)
def lobby_stream(request: ProgramRequest, code: Code) -> StreamingHttpResponse:
    """Newline-delimited JSON without an end: the table as it is now, then after every change, and every new message of
    the chat. A heartbeat comes first, and after every 15 seconds without another line. It counts as one of your 20
    streams."""
    check_stream_limit(request.user)
    load_table(code, request.user)
    host = request.build_absolute_uri("/").rstrip("/")
    return respond_stream(LobbyStream(code, request.auth, request.META.get("REMOTE_ADDR", ""), host))


# --- play


@router.endpoint("GET", "/tables/{code}", "Play", "The game as you see it", responses.Game)
def game(request: ProgramRequest, code: Code, vocabulary: Words = pov.Vocabulary.BOTH) -> HttpResponse:
    """The running game, or the last one. Before the first game, and if you may not watch, only the participants."""
    return respond_game(load_table(code, request.user), vocabulary)


def respond_game(loaded: LoadedTable, vocabulary: pov.Vocabulary = pov.Vocabulary.BOTH) -> HttpResponse:
    if loaded.game:
        return respond(pov.render_game(loaded.game, loaded.seat, loaded.access.hands_are_open, vocabulary))
    table = loaded.table
    deck, people = lobby.read(table.rules).deck, serializers.serialize_people(table)
    return respond(pov.serialize_unseen(table.code, deck, serializers.status_of(table), people))


@router.endpoint("PATCH", "/tables/{code}", "Play", "Make a move", responses.Game, 400, 409, 425, statuses=(200, 202))
def act(request: ProgramRequest, code: Code, moves: Moves, vocabulary: Words = pov.Vocabulary.BOTH) -> HttpResponse:
    """Make a move of one action or several: if one is refused, none takes effect. An older `version` is refused with
    409 and the code `stale`, unless all actions are `declare` or `accuse`. A bare action, or an array of them, is a
    move in the game as it is now.

    The status 202 means that an accusation or a late call is held for up to 0.4 seconds, because another one that was
    pressed earlier may be under way. It counts from when it arrives. Until the verdict, a move that would end the race
    is refused with 425 and the code `judging`; send it again after the next version."""
    key = moves.id or token_hex(16)
    try:
        outcome = play.act(code, request.user, moves.request, _version(request, code, moves), key, by_program=True)
    except NoGame:
        return _respond_without_game(request, code, key, vocabulary)
    except NotPlaying:
        load_table(code, request.user)  # responds with 404 if they may not even see the table
        raise
    table, seat = outcome.table, outcome.table.seat_of(request.user.pk)
    return respond(pov.render_game(table, seat, vocabulary=vocabulary), status=202 if outcome.is_held else 200)


def _version(request: ProgramRequest, code: str, moves: Moves) -> int:
    """Return the version that a move is for: the newest one, if it was sent as a bare action."""
    if not moves.is_bare:
        return moves.version
    game = load_table(code, request.user).game
    return game.version if game else 0


def _respond_without_game(request: ProgramRequest, code: str, key: str, vocabulary: pov.Vocabulary) -> HttpResponse:
    """Respond to a move when no game is running. It may be a retry of the very move that ended the game."""
    loaded = load_table(code, request.user)
    if loaded.game and play.has_played(code, request.user, key):
        return respond_game(loaded, vocabulary)
    if not loaded.sits:
        raise NotPlaying("not_playing", wording.refusal("not_playing"))
    raise TableRefusal("no_game", wording.refusal("no_game"), "round", loaded.game.version if loaded.game else 0)


@router.endpoint("POST", "/tables/{code}/reactions", "Play", "React", responses.Reaction, 400)
def react(request: ProgramRequest, code: Code, body: React) -> HttpResponse:
    """Show a reaction at your seat, or among the spectators, for two seconds. At most ten in 15 seconds."""
    load_table(code, request.user)
    reactions.react(code, request.user, body.reaction)
    return respond({"reaction": body.reaction})


@router.endpoint("GET", "/tables/{code}/stream", "Play", "Follow the game", responses.StreamLine | responses.Heartbeat)
def stream(
    request: ProgramRequest,
    code: Code,
    since: Annotated[
        int | None, Query(ge=0, le=1_000_000_000, description="Continue after this version of the game.")
    ] = None,
    game: Annotated[
        int | None,
        Query(ge=1, le=1_000_000_000, description="The game that `since` belongs to; by default the newest."),
    ] = None,
    vocabulary: Words = pov.Vocabulary.BOTH,
) -> StreamingHttpResponse:
    """Newline-delimited JSON without an end: one line for each version, with no gaps. Without `since` it starts with
    the running game as it is now, or with the next one; `since=0` starts with the deal. After a broken connection,
    continue with the last `version` and `game` that you received. A heartbeat comes first, and after every 15 seconds
    without another line. The stream ends when the token is revoked, or when you lose your seat. A person may have 20
    streams open at once; another one is refused with 429."""
    check_stream_limit(request.user)
    loaded = load_table(code, request.user)
    address = request.META.get("REMOTE_ADDR", "")
    return respond_stream(Stream(code, request.auth, address, loaded.sits, game or 0, since, vocabulary))


def respond_stream(stream: ProgramStream) -> StreamingHttpResponse:
    lines = stream.lines()
    headers = {"X-Accel-Buffering": "no"}  # tells a proxy not to buffer lines
    return StreamingHttpResponse(lines, content_type="application/x-ndjson", headers=headers)
