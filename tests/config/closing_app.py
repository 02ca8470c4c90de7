"""An ASGI application that accepts each WebSocket, and then does what its path says: `/close/1012/` closes it with this
code, and `/7,70000/` sends texts of these sizes, each of one letter, from `a` on.
"""

from string import ascii_lowercase
from typing import Any

from config import daphne_sockets

daphne_sockets.install_under_daphne()


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    await receive()
    await send({"type": "websocket.accept"})
    *close, wanted = scope["path"].strip("/").split("/")
    if close:
        await send({"type": "websocket.close", "code": int(wanted)})
        return
    for size, letter in zip(map(int, wanted.split(",")), ascii_lowercase, strict=False):
        await send({"type": "websocket.send", "text": letter * size})
    await receive()
