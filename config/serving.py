"""The site in one process: Daphne, and in its event loop the work that goes on beside the requests."""

import asyncio
import errno
import socket
from collections.abc import Callable, Coroutine
from typing import Any

# Daphne comes first: it chooses the event loop that Twisted is to use, before anything else asks for one.
from daphne.endpoints import build_endpoint_description_strings
from daphne.server import Server, twisted_loop
from django.conf import settings
from twisted.internet import defer, reactor

from config import memory
from config.bootstrap import Problem
from config.hosts import own_address

EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 - only compared with, never bound to by itself
PORT_TAKEN = (
    "Port {port} on {host} is taken: perhaps the site is already running there. Choose another one with --port."
)
NOT_HERE = "{host} is no address of this machine. Use --host 127.0.0.1, or --host 0.0.0.0 for all its addresses."
NOT_ALLOWED = "Port {port} may not be used by this user. Choose one above 1023 with --port."
NO_PORT = "{port} is no port: choose one from 1 to 65535 with --port."
OTHERWISE = "{host}:{port} cannot be listened on: {reason}."
MAX_PORT = 65535
# Nobody has to send us more than a frame of this size. The limit of messages is the same for both directions, and what
# we send – a whole table – may be larger.
MAX_SOCKET_FRAME = 8 * 1024
MAX_SOCKET_MESSAGE = 256 * 1024


class Site(Server):
    refusal = ""

    def listen_error(self, failure: Any) -> None:
        self.refusal = failure.getErrorMessage()
        self.stop()


def check_address(host: str, port: int) -> None:
    """Tries the address before anything else is done, so that a mistake is told at once."""
    if not 0 <= port <= MAX_PORT:
        raise Problem(NO_PORT.format(port=port))
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind(address)
            trial.listen()
    except OSError as error:
        known = {
            errno.EADDRINUSE: PORT_TAKEN,
            errno.EADDRNOTAVAIL: NOT_HERE,
            socket.EAI_NONAME: NOT_HERE,
            errno.EACCES: NOT_ALLOWED,
        }
        sentence = known.get(error.errno or 0, OTHERWISE)
        raise Problem(sentence.format(host=host, port=port, reason=error.strerror)) from None


def allow(host: str) -> None:
    """Whoever binds an address means to be reached by it."""
    for name in {host, own_address()} if host in EVERYWHERE else {host}:
        allowed = f"[{name}]" if ":" in name else name
        if allowed not in settings.ALLOWED_HOSTS:
            settings.ALLOWED_HOSTS.append(allowed)


def address_to_open(host: str, port: int) -> str:
    name = own_address() if host in EVERYWHERE else host
    return f"http://{f'[{name}]' if ':' in name else name}:{port}/"


def serve(host: str, port: int, beside: Coroutine[Any, Any, None], ready: Callable[[int], None]) -> None:
    """Returns when the operator stops it. `ready` is told the port once connections are accepted."""
    from config.asgi import application

    def listening() -> None:
        task = twisted_loop.create_task(beside)
        reactor.addSystemEventTrigger("before", "shutdown", lambda: put_away(task))  # type: ignore[arg-type]
        memory.settle()
        # Said only once a Ctrl-C would be understood.
        reactor.callWhenRunning(ready, site.listening_addresses[0][1])

    site = Site(
        application=application,
        endpoints=build_endpoint_description_strings(host=host, port=port),
        websocket_max_message_size=MAX_SOCKET_MESSAGE,
        websocket_max_frame_size=MAX_SOCKET_FRAME,
        ready_callable=listening,
        server_name="site",
    )
    site.run()
    if site.refusal:
        beside.close()
        raise Problem(OTHERWISE.format(host=host, port=port, reason=site.refusal))


def put_away(task: "asyncio.Task[None]") -> Any:
    task.cancel()
    gone = defer.Deferred.fromFuture(asyncio.ensure_future(asyncio.wait([task]), loop=twisted_loop))
    return gone.addErrback(lambda _: None)
