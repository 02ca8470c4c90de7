"""A table of contents of the sockets."""

from channels.routing import URLRouter
from django.urls import path, re_path, register_converter
from django.urls.converters import SlugConverter

from config.doors import Receive, Scope, Send
from games.lobby.consumer import ListConsumer, LobbyConsumer
from games.table.consumer import GameConsumer

# The last line of the list answers every address that is none: without it the router raises for whoever mistypes one.
NOT_HERE = 4404


async def nowhere(scope: Scope, receive: Receive, send: Send) -> None:
    await receive()
    await send({"type": "websocket.close", "code": NOT_HERE})


class TableCode(SlugConverter):
    """As long as the code of a table can be. Names of groups are made from it, and Channels refuses long ones."""

    regex = "[-a-zA-Z0-9_]{1,12}"


register_converter(TableCode, "table_code")
sockets = URLRouter(
    [
        path("ws/t/<table_code:code>/game/", GameConsumer.as_asgi()),
        path("ws/lobby/<table_code:code>/", LobbyConsumer.as_asgi()),
        path("ws/tables/", ListConsumer.as_asgi()),
        re_path(r"", nowhere),  # type: ignore[arg-type]  # Django knows views only
    ]
)
