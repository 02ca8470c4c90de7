"""What stands between the server and the program: three small wrappers that any ASGI server can live with."""

import logging
from collections.abc import Awaitable, Callable, MutableMapping
from ipaddress import ip_address
from typing import Any

from django.conf import settings

from games.limits import TooMany
from games.storage import trouble

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[..., Awaitable[None]]

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
    """The last address in the chain that is not a trusted proxy's: what is before it, the client may have invented.
    The same goes for what is before an entry that is not an address."""
    address = peer
    for hop in reversed(forwarded.split(",")):
        if not is_trusted(address):
            break
        if not (named := plain_address(hop)):
            break
        address = named
    return address


def plain_address(text: str) -> str:
    """An IP address in its usual notation; empty for anything else, such as a name, a port or an IPv6 zone."""
    try:
        address = str(ip_address(text.strip()))
    except ValueError:
        return ""
    return "" if "%" in address else address


def behind_proxies(application: Application) -> Application:
    """Takes address and scheme from a trusted proxy's headers, once, so that nobody further in reads such a header."""

    async def forwarded(scope: Scope, receive: Receive, send: Send) -> None:
        peer, port = scope.get("client") or ("", 0)
        if is_trusted(peer):
            address = client_address(peer, header(scope, b"x-forwarded-for"))
            secure = header(scope, b"x-forwarded-proto").strip().lower() == "https"
            scheme = {"http": "https", "websocket": "wss"}.get(scope["type"], "") if secure else scope.get("scheme", "")
            scope = {**scope, "client": [address, port], "scheme": scheme}
        await application(scope, receive, send)

    return forwarded


def capped(application: Application) -> Application:
    """Hands on no body over the limit, whatever its headers say of it: the page then answers that it was cut."""

    async def measured(scope: Scope, receive: Receive, send: Send) -> None:
        body, more = b"", True
        while more and len(body) <= settings.MAX_BODY:
            message = await receive()
            if message["type"] == "http.disconnect":
                return
            body, more = body + message.get("body", b""), message.get("more_body", False)
        whole = len(body) <= settings.MAX_BODY
        first: list[Message] = [{"type": "http.request", "body": body if whole else b""}]

        async def again() -> Message:
            return first.pop() if first else await receive()

        await application({**scope, "body_was_cut": not whole}, again, send)

    return measured


def polite(application: Application) -> Application:
    """Closes a socket with the sentence that a page would show: when its owner is too quick, and when the database is
    away. The browser comes back by itself later."""

    async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await application(scope, receive, send)
        except TooMany as refusal:
            log.info("A socket was too quick", extra={"address": (scope.get("client") or [""])[0]})
            await send({"type": "websocket.close", "code": TRY_AGAIN_LATER, "reason": str(refusal)})
        except Exception as error:
            if not (sentence := trouble(error)):
                raise
            log.info("A socket was closed: %s", sentence)
            await send({"type": "websocket.close", "code": TRY_AGAIN_LATER, "reason": sentence})

    return guarded
