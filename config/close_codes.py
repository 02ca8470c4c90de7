"""Let Daphne close a WebSocket with the close codes reserved for servers.

Autobahn, on which Daphne is built, raises an exception for these codes and leaves the socket open, so the browser would
keep showing an outdated page. Browsers of this site reconnect on 1011 (internal error), 1012 (service restart) and
1013 (try again later).
"""

import sys

from daphne import ws_protocol

SERVER_CODES = frozenset({1001, 1011, 1012, 1013})


class ServerCloseProtocol(ws_protocol.WebSocketProtocol):
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
    ws_protocol.WebSocketFactory.protocol = ServerCloseProtocol


def install_under_daphne() -> None:
    if "daphne.server" in sys.modules:
        install()
