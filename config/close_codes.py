"""Lets Daphne close an open WebSocket with the codes that are meant for servers.

Autobahn, which Daphne is built on, refuses to send them: it raises an exception, and the socket stays open. So a
browser that was to come back because something had failed kept its old picture instead. 1011 (failed), 1012 (restart)
and 1013 (try again later) are the codes on which browsers of this site reconnect.
"""

import sys

from daphne import ws_protocol

FOR_SERVERS = frozenset({1001, 1011, 1012, 1013})


class ClosingProtocol(ws_protocol.WebSocketProtocol):
    def serverClose(self, code: int | None = None) -> None:  # noqa: N802 - named by Daphne
        if code in FOR_SERVERS:
            self.sendCloseFrame(code=code)
        else:
            super().serverClose(code)

    def serverSend(self, content: str | bytes, binary: bool = False) -> None:  # noqa: N802 - named by Daphne
        """Drop what is sent after the client has gone: the application learns of that a moment later."""
        if self.state == self.STATE_OPEN:
            super().serverSend(content, binary)


def install() -> None:
    """Makes Daphne build its sockets from this class."""
    ws_protocol.WebSocketFactory.protocol = ClosingProtocol


def install_under_daphne() -> None:
    if "daphne.server" in sys.modules:
        install()
