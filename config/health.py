"""Two addresses for operators: /healthz says that the process answers, /readyz that what it needs answers too."""

import logging
from collections.abc import Callable
from datetime import UTC, datetime
from secrets import token_hex

from channels.layers import get_channel_layer
from django.contrib.auth.decorators import login_not_required
from django.contrib.sessions.models import Session
from django.core.cache import caches
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponsePermanentRedirect, JsonResponse
from django.middleware.common import CommonMiddleware
from django.views.decorators.http import require_safe

from games.threads import await_in_loop

log = logging.getLogger("site.health")
TRIAL_BYTES = 64 * 1024
LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)
BY_ANY_NAME = ("/healthz", "/readyz")


def database() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        cursor.fetchone()
    return "ok"


def storage() -> str:
    """Commits a row larger than what a full disk may still have room for between other rows, and deletes it again. A
    write that was rolled back would not reach the disk. The row is an expired session: nobody can log in with it, and
    the hourly cleanup deletes it should this process end in between."""
    row = Session(session_key=f"readyz.{token_hex(12)}", session_data=" " * TRIAL_BYTES, expire_date=LONG_AGO)
    row.save(force_insert=True)
    row.delete()
    return "ok"


def migrations() -> str:
    executor = MigrationExecutor(connection)
    missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return f"{len(missing)} not applied: run “manage.py migrate”" if missing else "ok"


def channel_layer() -> str:
    await_in_loop(there_and_back)
    return "ok"


async def there_and_back() -> None:
    layer = get_channel_layer()
    channel = await layer.new_channel("readyz.")
    await layer.send(channel, {"type": "readyz"})
    await layer.receive(channel)


def store() -> str:
    cache = caches["shared"]
    cache.set("readyz", "ok", 10)
    return "ok" if cache.get("readyz") == "ok" else "does not keep what it is given"


CHECKS: dict[str, Callable[[], str]] = {
    "database": database,
    "storage": storage,
    "migrations": migrations,
    "channel layer": channel_layer,
    "cache": store,
}


def outcome(check: Callable[[], str]) -> str:
    try:
        return check()
    except Exception:  # Whatever is wrong with a part, the answer is that it does not answer; the log has the rest.
        log.exception("%s does not answer", check.__name__)
        return "does not answer"


@login_not_required
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    return JsonResponse({"process": "ok"})


@login_not_required
@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    found = {name: outcome(check) for name, check in CHECKS.items()}
    return JsonResponse(found, status=200 if set(found.values()) == {"ok"} else 503)


class Names(CommonMiddleware):
    """Where Django asks whether the site answers to the name in the request. A load balancer asks for health by an
    address that no visitor uses; no name is part of these two answers, and so none has to be vouched for."""

    def process_request(self, request: HttpRequest) -> HttpResponsePermanentRedirect | None:
        return None if request.path_info in BY_ANY_NAME else super().process_request(request)
