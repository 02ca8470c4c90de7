"""What a browser was sent: every answer, its headers, and every frame of its sockets. Nothing of it may name a card
that its viewer cannot know of."""

import re
from collections.abc import Iterator
from typing import Any

from games.engine import Entry, State, evolve, replay, seen, view
from games.engine.cards import DECKS
from games.table.cards import FACES

VERSION = re.compile(r'data-version="(\d+)" data-game="(\d+)"')
READABLE = ("text/html", "application/json", "text/plain")


class Recording:
    """Everything that comes to a page, from before its first request."""

    def __init__(self, page: Any, has_scripts: bool = True):
        self.frames: list[str] = []
        self.bodies: list[str] = []
        self.failures: list[str] = []
        self._sockets: list[Any] = []
        self._answers: list[Any] = []
        self._page, self._has_scripts = page, has_scripts
        page.on("websocket", self._socket)
        page.on("response", self._answer)
        page.on("requestfailed", self._failure)

    def _failure(self, request: Any) -> None:
        """Where scripts are switched off, the browser refuses to load modules ahead, as if the policy forbade it."""
        if self._has_scripts or request.failure != "csp":
            self.failures.append(f"{request.url}: {request.failure}")

    def _socket(self, socket: Any) -> None:
        self._sockets.append(socket)
        socket.on("framereceived", self._frame)

    def _answer(self, answer: Any) -> None:
        self._answers.append(answer)
        if answer.status >= 400:
            self.failures.append(f"{answer.url}: {answer.status}")

    def wait_for_a_frame(self) -> None:
        """The page is live once its socket has told something."""
        if not self._sockets:
            self._page.wait_for_event("websocket")
        if not self.frames:
            self._sockets[-1].wait_for_event("framereceived")

    def _frame(self, payload: str | bytes) -> None:
        self.frames.append(payload if isinstance(payload, str) else payload.decode())

    def read(self) -> None:
        """Take over what has been answered. A browser forgets it when it goes to another page."""
        answers, self._answers = self._answers, []
        for answer in answers:
            headers = answer.all_headers()
            is_text = headers.get("content-type", "").startswith(READABLE)
            body = answer.text() if is_text and not 300 <= answer.status < 400 else ""
            self.bodies.append("\n".join([*headers.values(), body]))

    @property
    def pictures(self) -> Iterator[tuple[int, int, str]]:
        """What was sent of a game: its number, the version, and all of the text."""
        self.read()
        for text in (*self.bodies, *self.frames):
            if found := VERSION.search(text):
                yield int(found[2]), int(found[1]), text


def nothing_is_known_too_early(table: Any, seat: Any) -> None:
    """Of all that a seat's browser was sent of a game, each text is searched for what that seat could not know yet."""
    number = table.now.seat_of(table.people[seat.name])
    deck = {face for side in DECKS[table.now.state.rules.deck].printed for face in side}
    known = knowledge(table.log, number)
    pictures = list(seat.recording.pictures)
    assert len(pictures) > 5
    for game, version, text in pictures:
        assert game == table.now.game
        assert not secrets_in(text, known[version], deck), text


def secrets_in(text: str, known: set[str], deck: set[str]) -> set[str]:
    """The faces that a text names, by their notation or in words, and that its reader cannot know of."""
    return {
        face for face in deck - known if re.search(rf"(?<![\w#.-]){face}(?![\w-])|cards\.[^\"]*#{face}\"", text)
    } | {face for face in deck - known if re.search(rf'[">]{FACES[face].name}["<,]', text)}


def knowledge(entries: list[Entry], seat: int | None) -> dict[int, set[str]]:
    """The faces that a seat has had before its eyes, up to each version of a game."""
    state, known, upto = replay(entries[:1]), set(), {}
    for version, entry in enumerate(entries, 1):
        if version > 1:
            for event in entry.events:
                evolve(state, event)
        for event in entry.events:
            known |= set(_texts(seen(event, seat)))
        known |= set(_before_eyes(state, seat))
        upto[version] = set(known)
    return upto


def _before_eyes(state: State, seat: int | None) -> Iterator[str]:
    sees = view(state, seat)
    yield from sees.hand
    yield from sees.pile


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for one in value:
            yield from _texts(one)
