"""The routes of the WebSockets."""

from channels.routing import URLRouter
from django.urls import path, re_path, register_converter
from django.urls.converters import SlugConverter

from config.asgi_middleware import Receive, Scope, Send
from games.lobby.consumer import ListConsumer, LobbyConsumer, PersonConsumer
from games.table.consumer import GameConsumer

# The last route matches every other path: without it, the router raises an exception for an unknown one.
NOT_FOUND = 4404


async def close_not_found(scope: Scope, receive: Receive, send: Send) -> None:
    await receive()
    await send({"type": "websocket.close", "code": NOT_FOUND})


class TableCode(SlugConverter):
    """A slug of at most 12 characters. It becomes part of group names, whose length Channels limits."""

    regex = "[-a-zA-Z0-9_]{1,12}"


register_converter(TableCode, "table_code")
sockets = URLRouter(
    [
        path("ws/t/<table_code:code>/game/", GameConsumer.as_asgi()),
        path("ws/lobby/<table_code:code>/", LobbyConsumer.as_asgi()),
        path("ws/me/", PersonConsumer.as_asgi()),
        path("ws/tables/", ListConsumer.as_asgi()),
        re_path(r"", close_not_found),  # type: ignore[arg-type]  # django-stubs know only views
    ]
)
