"""Refuses request bodies over the limit while they arrive, under Daphne.

Daphne hands a request on when it has read all of it, and meanwhile Twisted keeps a long body in a temporary file. Here
a request is answered 413 as soon as its Content-Length or its first excess byte shows that it is too large. The class
is used by `manage.py play` and by `daphne config.asgi:application` alike; other servers hand the body on in pieces, and
`config.doors.capped` stops reading there.
"""

import sys
from typing import Any

from daphne import http_protocol
from django.conf import settings

from config.refusals import without_a_page

REASON = b"Content Too Large"
LINGER_SECONDS = 2.0
"""For so long the rest of a refused body is read and dropped. Closing at once would reset the connection, and many
clients would never see the answer."""


class LimitedRequest(http_protocol.WebRequest):
    received = 0
    is_refused = False

    def __init__(self, channel: Any, *words: Any, **more: Any) -> None:
        # Django reads forms. Twisted reading them first took a tenth of a move's time.
        super().__init__(channel, *words, **{**more, "parsePOSTFormSubmission": False})

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
        if self.is_refused:
            return
        from twisted.internet import reactor

        self.is_refused = True
        content_type, body = without_a_page(413, self.channel._path.decode("latin1"))
        head = f"Content-Type: {content_type}\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
        self.channel.write(b"HTTP/1.1 413 %s\r\n%s%s" % (REASON, head.encode(), body))
        timers: Any = reactor
        timers.callLater(LINGER_SECONDS, self.loseConnection)

    def requestReceived(self, *line: bytes) -> None:  # noqa: N802 - named by Twisted
        if not self.is_refused:
            super().requestReceived(*line)


def install() -> None:
    """Makes Daphne build its requests from this class."""
    http_protocol.WebRequest = LimitedRequest


def install_under_daphne() -> None:
    if "daphne.server" in sys.modules:
        install()
