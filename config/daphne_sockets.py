"""What Daphne's WebSockets lack: the close codes for servers, and waiting for slow readers.

Autobahn, on which Daphne is built, raises an exception for these codes and leaves the socket open, so the browser would
keep showing an outdated page. Browsers of this site reconnect on 1011 (internal error), 1012 (service restart) and
1013 (try again later).

And Daphne accepts whatever an application sends, at once, even if the client reads nothing. Here, `send` waits while
more than 64 KB are on their way: only this viewer's task waits, and afterwards it sends what is newest.
"""

import asyncio
import sys
from typing import Any

from daphne import ws_protocol

SERVER_CODES = frozenset({1001, 1011, 1012, 1013})


class SiteWebSocket(ws_protocol.WebSocketProtocol):
    reader_is_ready: asyncio.Event | None = None
    """Cleared while the client reads too slowly; there is none before the first time."""

    def makeConnection(self, transport: Any) -> None:  # noqa: N802 - named by Twisted
        """Let the transport tell this object, and not the one for HTTP any more, when its buffer is full."""
        transport.unregisterProducer()
        transport.registerProducer(self, True)
        super().makeConnection(transport)

    def pauseProducing(self) -> None:  # noqa: N802 - named by Twisted
        self.reader_is_ready = self.reader_is_ready or asyncio.Event()
        self.reader_is_ready.clear()

    def resumeProducing(self) -> None:  # noqa: N802 - named by Twisted
        if self.reader_is_ready:
            self.reader_is_ready.set()

    stopProducing = resumeProducing  # noqa: N815 - named by Twisted

    async def wait_for_reader(self) -> None:
        if self.reader_is_ready:
            await self.reader_is_ready.wait()

    def serverAccept(self, subprotocol: str | None = None) -> None:  # noqa: N802 - named by Daphne
        """Forget the request's headers, of which three copies would be kept as long as the socket is open."""
        super().serverAccept(subprotocol)
        self.clean_headers.clear()
        self.http_headers.clear()
        self.http_request_data = b""

    def serverClose(self, code: int | None = None) -> None:  # noqa: N802 - named by Daphne
        if code in SERVER_CODES:
            self.sendCloseFrame(code=code)
        else:
            super().serverClose(code)

    def serverSend(self, content: str | bytes, binary: bool = False) -> None:  # noqa: N802 - named by Daphne
        """Drop what is sent after the client has gone: the application learns of that a moment later."""
        if self.state == self.STATE_OPEN:
            super().serverSend(content, binary)


def install() -> None:
    """Make Daphne use this class for its WebSockets."""
    ws_protocol.WebSocketFactory.protocol = SiteWebSocket


def install_under_daphne() -> None:
    if "daphne.server" in sys.modules:
        install()
