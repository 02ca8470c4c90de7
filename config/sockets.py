"""A table of contents of the sockets."""

from channels.routing import URLRouter
from django.urls import path, re_path

from config.doors import Receive, Scope, Send
from games.lobby.consumer import ListConsumer, LobbyConsumer
from games.table.consumer import GameConsumer

# The last line of the list answers every address that is none: without it the router raises for whoever mistypes one.
NOT_HERE = 4404


async def nowhere(scope: Scope, receive: Receive, send: Send) -> None:
    await receive()
    await send({"type": "websocket.close", "code": NOT_HERE})


sockets = URLRouter(
    [
        # A longer code is no table's, and would be no valid name of a group either.
        re_path(r"^ws/t/(?P<code>[a-zA-Z0-9_-]{1,12})/game/$", GameConsumer.as_asgi()),
        re_path(r"^ws/lobby/(?P<code>[a-zA-Z0-9_-]{1,12})/$", LobbyConsumer.as_asgi()),
        path("ws/tables/", ListConsumer.as_asgi()),
        re_path(r"", nowhere),  # type: ignore[arg-type]  # Django knows views only
    ]
)
