"""Run the site in one process: Daphne, and the background tasks in its event loop."""

import asyncio
import errno
import socket
import sys
from collections.abc import Callable, Coroutine
from typing import Any

# Daphne must be imported first: it selects Twisted's event loop before another import installs a different one.
from daphne.endpoints import build_endpoint_description_strings
from daphne.server import Server, twisted_loop
from django.conf import settings
from twisted.internet import defer, reactor

from config import gc_tuning
from config.bootstrap import Problem
from config.daphne_sockets import SiteWebSocket
from config.hosts import own_address

ALL_INTERFACES = ("0.0.0.0", "::")  # noqa: S104 - compared with, not bound to
PORT_TAKEN = (
    "Port {port} on {host} is already in use, perhaps by another start of this site. Choose another one with --port."
)
NOT_LOCAL = "{host} is not an address of this machine. Use --host 127.0.0.1, or --host 0.0.0.0 for all its addresses."
NOT_ALLOWED = "This user may not listen on port {port}. Choose a port above 1023 with --port."
NO_PORT = "{port} is not a port number. Choose one from 1 to 65535 with --port."
CANNOT_LISTEN = "The site cannot listen on {host}:{port}: {reason}."
MAX_PORT = 65535
# No client needs to send a larger frame. The limit for messages holds in both directions, and the messages that the
# server sends, such as a whole table, may be larger.
MAX_SOCKET_FRAME = 8 * 1024
MAX_SOCKET_MESSAGE = 256 * 1024
ACCEPT_SECONDS = 20
"""A busy server may take this long to accept a socket. Then it is refused; a connection that is dropped without an
answer, as by default after five seconds, only leads to the next attempt."""

SWITCH_SECONDS = 0.0005
"""How long a thread may keep the event loop waiting while it computes. With Python's five milliseconds, the slowest
hundredth of 100 moves a second reaches the last viewer after 30 ms instead of 17."""


class SiteServer(Server):
    error = ""

    async def handle_reply(self, protocol: Any, message: Any) -> None:
        await super().handle_reply(protocol, message)
        if isinstance(protocol, SiteWebSocket):
            await protocol.wait_for_reader()

    def listen_error(self, failure: Any) -> None:
        self.error = failure.getErrorMessage()
        self.stop()


def check_address(host: str, port: int) -> None:
    """Raise a Problem if the server could not listen on this address, before anything else is prepared."""
    if not 0 <= port <= MAX_PORT:
        raise Problem(NO_PORT.format(port=port))
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind(address)
            trial.listen()
    except OSError as error:
        sentences = {
            errno.EADDRINUSE: PORT_TAKEN,
            errno.EADDRNOTAVAIL: NOT_LOCAL,
            socket.EAI_NONAME: NOT_LOCAL,
            errno.EACCES: NOT_ALLOWED,
        }
        sentence = sentences.get(error.errno or 0, CANNOT_LISTEN)
        raise Problem(sentence.format(host=host, port=port, reason=error.strerror)) from None


def allow(host: str) -> None:
    """Add the address that the server listens on to ALLOWED_HOSTS."""
    for name in {host, own_address()} if host in ALL_INTERFACES else {host}:
        allowed = f"[{name}]" if ":" in name else name
        if allowed not in settings.ALLOWED_HOSTS:
            settings.ALLOWED_HOSTS.append(allowed)


def address_to_open(host: str, port: int) -> str:
    name = own_address() if host in ALL_INTERFACES else host
    return f"http://{f'[{name}]' if ':' in name else name}:{port}/"


def serve(host: str, port: int, tasks: Coroutine[Any, Any, None], ready: Callable[[int], None]) -> None:
    """Serve until the operator stops it. Calls `ready` with the port once it accepts connections."""
    from config.asgi import application

    def listening() -> None:
        task = twisted_loop.create_task(tasks)
        reactor.addSystemEventTrigger("before", "shutdown", lambda: cancel(task))  # type: ignore[arg-type]
        gc_tuning.freeze_startup()
        sys.setswitchinterval(SWITCH_SECONDS)
        # Announced only when the reactor runs, and so handles Ctrl-C.
        reactor.callWhenRunning(ready, server.listening_addresses[0][1])

    server = SiteServer(
        application=application,
        endpoints=build_endpoint_description_strings(host=host, port=port),
        websocket_max_message_size=MAX_SOCKET_MESSAGE,
        websocket_max_frame_size=MAX_SOCKET_FRAME,
        websocket_connect_timeout=ACCEPT_SECONDS,
        websocket_handshake_timeout=ACCEPT_SECONDS + 10,
        ready_callable=listening,
        server_name="site",
    )
    server.run()
    if server.error:
        tasks.close()
        raise Problem(CANNOT_LISTEN.format(host=host, port=port, reason=server.error))


def cancel(task: "asyncio.Task[None]") -> Any:
    task.cancel()
    cancelled = defer.Deferred.fromFuture(asyncio.ensure_future(asyncio.wait([task]), loop=twisted_loop))
    return cancelled.addErrback(lambda _: None)
