"""Health checks: /healthz for the process alone, /readyz for everything it needs."""

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
TEST_ROW_BYTES = 64 * 1024
LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)
ANY_HOST = ("/healthz", "/readyz")


def database() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        cursor.fetchone()
    return "ok"


def storage() -> str:
    """Commit and delete a row of 64 KB, which does not fit into free space between other rows on a full disk.

    A write that is rolled back would not reach the disk. The row is an expired session: it logs nobody in, and the
    hourly cleanup deletes it if this process ends in between.
    """
    row = Session(session_key=f"readyz.{token_hex(12)}", session_data=" " * TEST_ROW_BYTES, expire_date=LONG_AGO)
    row.save(force_insert=True)
    row.delete()
    return "ok"


def migrations() -> str:
    executor = MigrationExecutor(connection)
    missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return f"{len(missing)} not applied: run “manage.py migrate”" if missing else "ok"


def channel_layer() -> str:
    if get_channel_layer() is None:
        return "ok"  # a single process needs none
    await_in_loop(send_and_receive)
    return "ok"


async def send_and_receive() -> None:
    layer = get_channel_layer()
    channel = await layer.new_channel("readyz.")
    await layer.send(channel, {"type": "readyz"})
    await layer.receive(channel)


def cache() -> str:
    shared = caches["shared"]
    shared.set("readyz", "ok", 10)
    return "ok" if shared.get("readyz") == "ok" else "does not store values"


CHECKS: dict[str, Callable[[], str]] = {
    "database": database,
    "storage": storage,
    "migrations": migrations,
    "channel layer": channel_layer,
    "cache": cache,
}


OF_THE_DATABASE = ("storage", "migrations")


def results() -> dict[str, str]:
    """Return what each check has found. Without a database, what is in it is not looked for: each look takes seconds,
    and who asks does not wait that long."""
    found: dict[str, str] = {}
    for name, check in CHECKS.items():
        is_hopeless = name in OF_THE_DATABASE and found["database"] != "ok"
        found[name] = found["database"] if is_hopeless else result(check)
    return found


def result(check: Callable[[], str]) -> str:
    try:
        return check()
    except Exception:  # the log has the details; the response, which anybody can see, has not
        log.exception("%s does not answer", check.__name__)
        return "does not answer"


@login_not_required
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    return JsonResponse({"process": "ok"})


@login_not_required
@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    found = results()
    return JsonResponse(found, status=200 if set(found.values()) == {"ok"} else 503)


class HostCheck(CommonMiddleware):
    """Check the Host header against ALLOWED_HOSTS, except for health checks.

    Load balancers request them by an address that no visitor uses, and the responses contain no URL.
    """

    def process_request(self, request: HttpRequest) -> HttpResponsePermanentRedirect | None:
        return None if request.path_info in ANY_HOST else super().process_request(request)
