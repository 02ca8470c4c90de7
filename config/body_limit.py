"""Refuse request bodies over the limit while they arrive, under Daphne.

Daphne calls the application only after the whole body has arrived, and Twisted keeps a long body in a temporary file.
Nothing simpler stops it: neither Daphne nor Twisted has a setting for the size of a body, and ASGI middleware runs too
late. Other servers pass the body on in pieces, and `config.asgi_middleware.limit_body` stops reading there.
"""

import sys
from typing import Any

from daphne import http_protocol
from django.conf import settings

from config.error_pages import plain_error

REASON = b"Content Too Large"
LINGER_SECONDS = 2.0
"""After the response, the rest of the body is read and dropped for this long. Closing the connection at once would
reset it, and many clients would never see the response."""


class LimitedRequest(http_protocol.WebRequest):
    received = 0
    is_refused = False

    def __init__(self, channel: Any, *args: Any, **named: Any) -> None:
        # Django parses forms. Twisted would do it first, and answer a malformed one by itself and close the connection.
        super().__init__(channel, *args, **{**named, "parsePOSTFormSubmission": False})

    def gotLength(self, length: int | None) -> None:  # noqa: N802 - named by Twisted
        super().gotLength(min(length or 0, settings.MAX_BODY))
        if length and length > settings.MAX_BODY:
            self.refuse()

    def handleContentChunk(self, data: bytes) -> None:  # noqa: N802 - named by Twisted
        self.received += len(data)
        if self.received > settings.MAX_BODY:
            self.refuse()
        if not self.is_refused:
            super().handleContentChunk(data)

    def refuse(self) -> None:
        """Answer 413 now, and close the connection shortly after."""
        if self.is_refused:
            return
        from twisted.internet import reactor

        self.is_refused = True
        content_type, body = plain_error(413, self.channel._path.decode("latin1"))
        head = f"Content-Type: {content_type}\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
        self.channel.write(b"HTTP/1.1 413 %s\r\n%s%s" % (REASON, head.encode(), body))
        timers: Any = reactor
        timers.callLater(LINGER_SECONDS, self.loseConnection)

    def requestReceived(self, *line: bytes) -> None:  # noqa: N802 - named by Twisted
        if not self.is_refused:
            super().requestReceived(*line)


def install() -> None:
    """Make Daphne use this class for its requests."""
    http_protocol.WebRequest = LimitedRequest


def install_under_daphne() -> None:
    if "daphne.server" in sys.modules:
        install()
