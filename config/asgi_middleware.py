"""ASGI middleware between the server and Django: proxy headers, the size of bodies, and refused WebSockets."""

import logging
from collections.abc import Awaitable, Callable, Coroutine, MutableMapping
from importlib import import_module
from ipaddress import ip_address
from types import SimpleNamespace
from typing import Any, cast

from django.conf import settings
from django.contrib.auth import get_user
from django.http.cookie import parse_cookie

from games.limits import TooMany
from games.storage import trouble
from games.threads import in_thread

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[..., Coroutine[Any, Any, None]]

Sessions = import_module(settings.SESSION_ENGINE).SessionStore
log = logging.getLogger("site.socket")
TRY_AGAIN_LATER = 1013


def header(scope: Scope, name: bytes) -> str:
    return b",".join(value for key, value in scope.get("headers", []) if key == name).decode("latin1")


def is_trusted(address: str) -> bool:
    try:
        return any(ip_address(address) in network for network in settings.TRUSTED_PROXIES)
    except ValueError:
        return False


def client_address(peer: str, forwarded: str) -> str:
    """Return the last address in the chain that does not belong to a trusted proxy.

    Everything before it may be invented by the client. So may everything before an entry that is not an address.
    """
    address = peer
    for hop in reversed(forwarded.split(",")):
        if not is_trusted(address):
            break
        if not (named := plain_address(hop)):
            break
        address = named
    return address


def plain_address(text: str) -> str:
    """Return an IP address in its usual notation; empty for anything else, such as a name, a port or an IPv6 zone."""
    try:
        address = str(ip_address(text.strip()))
    except ValueError:
        return ""
    return "" if "%" in address else address


def behind_proxies(application: Application) -> Application:
    """Set the client's address and the scheme from the headers of a trusted proxy.

    No other code reads these headers.
    """

    async def forwarded(scope: Scope, receive: Receive, send: Send) -> None:
        peer, port = scope.get("client") or ("", 0)
        if is_trusted(peer):
            address = client_address(peer, header(scope, b"x-forwarded-for"))
            secure = header(scope, b"x-forwarded-proto").strip().lower() == "https"
            scheme = {"http": "https", "websocket": "wss"}.get(scope["type"], "") if secure else scope.get("scheme", "")
            scope = {**scope, "client": [address, port], "scheme": scheme}
        await application(scope, receive, send)

    return forwarded


def limit_body(application: Application) -> Application:
    """Read the whole body, but no more than MAX_BODY bytes, and pass it on as one message.

    A longer body is replaced with an empty one, and `body_was_cut` in the scope makes the response a 413, whatever the
    Content-Length said.
    """

    async def limited(scope: Scope, receive: Receive, send: Send) -> None:
        body, more = b"", True
        while more and len(body) <= settings.MAX_BODY:
            message = await receive()
            if message["type"] == "http.disconnect":
                return
            body, more = body + message.get("body", b""), message.get("more_body", False)
        is_whole = len(body) <= settings.MAX_BODY
        pending: list[Message] = [{"type": "http.request", "body": body if is_whole else b""}]

        async def receive_whole() -> Message:
            return pending.pop() if pending else await receive()

        await application({**scope, "body_was_cut": not is_whole}, receive_whole, send)

    return limited


def close_on_rate_limit(application: Application) -> Application:
    """Close a WebSocket with code 1013 and a message when its client is rate-limited or the database is unavailable.

    The browser reconnects by itself later.
    """

    async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await application(scope, receive, send)
        except TooMany as refusal:
            log.info("A rate-limited socket was closed", extra={"address": (scope.get("client") or [""])[0]})
            await send({"type": "websocket.close", "code": TRY_AGAIN_LATER, "reason": str(refusal)})
        except Exception as error:
            if not (sentence := trouble(error)):
                raise
            log.info("A socket was closed: %s", sentence)
            await send({"type": "websocket.close", "code": TRY_AGAIN_LATER, "reason": sentence})

    return guarded


def with_person(application: Application) -> Application:
    """Add the session and its person to the scope of a WebSocket, in one visit to a thread."""

    async def identified(scope: Scope, receive: Receive, send: Send) -> None:
        cookies = parse_cookie(header(scope, b"cookie"))
        scope["session"] = Sessions(cookies.get(settings.SESSION_COOKIE_NAME))
        scope["user"] = await in_thread(get_user, cast(Any, SimpleNamespace(session=scope["session"])))
        await application(scope, receive, send)

    return identified
