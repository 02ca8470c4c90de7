"""Everything sent to a browser: each response with its headers, and each WebSocket frame. None of it may name a card
that its viewer cannot know."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from playwright.sync_api import Page, Request, Response, WebSocket

from games.engine import Entry, State, evolve, replay, seen, view
from games.engine.cards import DECKS
from games.table.cards import FACES

if TYPE_CHECKING:
    from tests.browser.seats import Seat
    from tests.browser.tables import LiveTable

VERSION = re.compile(r'data-version="(\d+)" data-game="(\d+)"')
READABLE = ("text/html", "application/json", "text/plain")


class Recording:
    """Records everything that a page receives. Create it before the first request."""

    def __init__(self, page: Page, has_scripts: bool = True) -> None:
        self.frames: list[str] = []
        self.bodies: list[str] = []
        self.failures: list[str] = []
        self._sockets: list[WebSocket] = []
        self._answers: list[Response] = []
        self._page, self._has_scripts = page, has_scripts
        page.on("websocket", self._socket)
        page.on("response", self._answer)
        page.on("requestfailed", self._failure)

    def _failure(self, request: Request) -> None:
        """Without scripts, the browser refuses to preload modules and reports the content security policy."""
        if self._has_scripts or request.failure != "csp":
            self.failures.append(f"{request.url}: {request.failure}")

    def _socket(self, socket: WebSocket) -> None:
        self._sockets.append(socket)
        socket.on("framereceived", self._frame)

    def _answer(self, answer: Response) -> None:
        self._answers.append(answer)
        if answer.status >= 400:
            self.failures.append(f"{answer.url}: {answer.status}")

    def wait_for_a_frame(self) -> None:
        """Wait until the page is live: its socket has received a frame."""
        if not self._sockets:
            self._page.wait_for_event("websocket")
        if not self.frames:
            self._sockets[-1].wait_for_event("framereceived")

    def _frame(self, payload: str | bytes) -> None:
        self.frames.append(payload if isinstance(payload, str) else payload.decode())

    def read(self) -> None:
        """Store the responses received so far. A browser discards them when it navigates to another page."""
        answers, self._answers = self._answers, []
        for answer in answers:
            headers = answer.all_headers()
            is_text = headers.get("content-type", "").startswith(READABLE)
            body = answer.text() if is_text and not 300 <= answer.status < 400 else ""
            self.bodies.append("\n".join([*headers.values(), body]))

    @property
    def snapshots(self) -> Iterator[tuple[int, int, str]]:
        """Each text sent about a game, with the number of the game and the version."""
        self.read()
        for text in (*self.bodies, *self.frames):
            if found := VERSION.search(text):
                yield int(found[2]), int(found[1]), text


def assert_nothing_is_known_too_early(table: "LiveTable", seat: "Seat") -> None:
    """Search each text sent to a seat's browser for cards that the seat could not know at that version."""
    number = table.now.seat_of(table.people[seat.name])
    deck = {face for side in DECKS[table.now.state.rules.deck].printed for face in side}
    known = knowledge(table.log, number)
    snapshots = list(seat.recording.snapshots)
    assert len(snapshots) > 5
    for game, version, text in snapshots:
        assert game == table.now.game
        assert not secrets_in(text, known[version], deck), text


def secrets_in(text: str, known: set[str], deck: set[str]) -> set[str]:
    """Return the faces that a text names, in notation or in words, and that its reader cannot know."""
    return {
        face for face in deck - known if re.search(rf"(?<![\w#.-]){face}(?![\w-])|cards\.[^\"]*#{face}\"", text)
    } | {face for face in deck - known if re.search(rf'[">]{FACES[face].name}["<,]', text)}


def knowledge(entries: list[Entry], seat: int | None) -> dict[int, set[str]]:
    """Return the faces that a seat has seen, up to each version of a game."""
    state = replay(entries[:1])
    known: set[str] = set()
    upto: dict[int, set[str]] = {}
    for version, entry in enumerate(entries, 1):
        if version > 1:
            for event in entry.events:
                evolve(state, event)
        for event in entry.events:
            known |= set(_texts(seen(event, seat)))
        known |= set(_visible_faces(state, seat))
        upto[version] = set(known)
    return upto


def _visible_faces(state: State, seat: int | None) -> Iterator[str]:
    sees = view(state, seat)
    yield from sees.hand
    yield from sees.pile
    yield from (back for backs in sees.backs for back in backs)
    yield from (text for hand in sees.open_hands for text in hand)
    yield sees.draw_back


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for one in value:
            yield from _texts(one)
