"""The ASGI application: run `daphne config.asgi:application`, or any other ASGI server."""

import os
import sys

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django

from config.environment import SettingsProblem

try:
    django.setup(set_prefix=False)
except SettingsProblem as problem:
    sys.exit(str(problem))

# These modules import models, so they must come after the setup.
from channels.routing import ProtocolTypeRouter

from config import body_limit, daphne_sockets, static_files
from config.asgi_handler import Handler
from config.asgi_middleware import behind_proxies, close_on_rate_limit, limit_body, with_person
from config.origin import same_origin
from config.sockets import sockets
from games import metrics

static_files.collect()
application = behind_proxies(
    ProtocolTypeRouter(
        {
            "http": limit_body(Handler()),
            "websocket": close_on_rate_limit(same_origin(with_person(sockets))),
        }
    )
)

body_limit.install_under_daphne()
daphne_sockets.install_under_daphne()
metrics.start_reporting()
