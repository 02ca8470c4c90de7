"""Accept WebSockets only from pages of this site."""

from urllib.parse import SplitResult, urlsplit

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http.request import split_domain_port, validate_host

from config.asgi_middleware import Application, Receive, Scope, Send, header

SCHEMES = {"ws": "http", "wss": "https"}
PORTS = {"http": 80, "https": 443}


def same_origin(application: Application) -> Application:
    """Refuse a handshake whose Origin header is missing or differs from the requested host."""

    async def checked(scope: Scope, receive: Receive, send: Send) -> None:
        target = application if is_same_origin(scope) else WebsocketDenier()
        await target(scope, receive, send)

    return checked


def is_same_origin(scope: Scope) -> bool:
    """Compare scheme, host and port, as Django does for submitted forms."""
    host = header(scope, b"host")
    if not validate_host(split_domain_port(host)[0], settings.ALLOWED_HOSTS):
        return False
    try:
        site = urlsplit(f"{SCHEMES[scope.get('scheme') or 'ws']}://{host}")
        origin = urlsplit(header(scope, b"origin"))
        return origin.scheme in PORTS and origin_of(origin) == origin_of(site)
    except (KeyError, ValueError):
        return False


def origin_of(parts: SplitResult) -> tuple[str, str | None, int | None]:
    return parts.scheme, parts.hostname, parts.port or PORTS.get(parts.scheme)
