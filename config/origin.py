"""WebSockets are accepted only from pages of this site."""

from urllib.parse import SplitResult, urlsplit

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http.request import split_domain_port, validate_host

from config.doors import Application, Receive, Scope, Send, header

SCHEMES = {"ws": "http", "wss": "https"}
PORTS = {"http": 80, "https": 443}


def same_origin(application: Application) -> Application:
    """Refuse a handshake whose Origin is missing, or differs from the address that was asked for."""

    async def checked(scope: Scope, receive: Receive, send: Send) -> None:
        guarded = application if is_same_origin(scope) else WebsocketDenier()
        await guarded(scope, receive, send)

    return checked


def is_same_origin(scope: Scope) -> bool:
    """Scheme, host and port have to be those of the site, as they are for posted forms."""
    host = header(scope, b"host")
    if not validate_host(split_domain_port(host)[0], settings.ALLOWED_HOSTS):
        return False
    try:
        here = urlsplit(f"{SCHEMES[scope.get('scheme') or 'ws']}://{host}")
        origin = urlsplit(header(scope, b"origin"))
        return origin.scheme in PORTS and address(origin) == address(here)
    except (KeyError, ValueError):
        return False


def address(parts: SplitResult) -> tuple[str, str | None, int | None]:
    return parts.scheme, parts.hostname, parts.port or PORTS.get(parts.scheme)
