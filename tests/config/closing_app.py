"""An ASGI application that accepts each WebSocket and closes it with the code in its path."""

from typing import Any

from config import daphne_sockets

daphne_sockets.install_under_daphne()


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    await receive()
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.close", "code": int(scope["path"].strip("/"))})
