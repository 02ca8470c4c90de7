"""The program as an ASGI server sees it: `daphne config.asgi:application`, or any other server."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django

django.setup(set_prefix=False)

# Only now, because what these import asks Django for its models.
from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter

from config import body_limit, close_codes
from config.doors import behind_proxies, capped, polite
from config.handling import House
from config.origin import same_origin
from config.sockets import sockets
from games import metrics

application = behind_proxies(
    ProtocolTypeRouter(
        {
            "http": capped(House()),
            "websocket": polite(same_origin(AuthMiddlewareStack(sockets))),
        }
    )
)

body_limit.install_under_daphne()
close_codes.install_under_daphne()
metrics.begin()
