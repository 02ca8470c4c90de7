"""Health checks of the process and of everything it needs."""

from functools import partial
from typing import Any

import pytest
from channels.layers import channel_layers
from django.conf import settings
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client, override_settings
from pytest_django import Settings

from config import health

SILENT = {
    "default": {
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {"hosts": ["redis://127.0.0.1:1"]},
    }
}
NO_CACHE = {"shared": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": "redis://127.0.0.1:1"}}


def ready() -> Any:
    return Client().get("/readyz")


@pytest.mark.django_db
def test_a_healthy_site_is_ready() -> None:
    assert Client().get("/healthz").json() == {"process": "ok"}
    assert ready().status_code == 200
    assert set(ready().json()) == {"database", "storage", "migrations", "channel layer", "cache"}


@pytest.mark.django_db
def test_health_is_public_and_sets_no_cookie() -> None:
    assert not Client().get("/healthz").cookies
    assert not ready().cookies


@pytest.mark.django_db
def test_a_missing_migration_makes_the_site_unready() -> None:
    last = max(name for app, name in MigrationRecorder(connection).applied_migrations() if app == "games")
    MigrationRecorder(connection).record_unapplied("games", last)
    answer = ready()
    assert answer.status_code == 503
    assert "manage.py migrate" in answer.json()["migrations"]
    assert answer.json()["database"] == "ok"


@pytest.mark.django_db
def test_a_silent_channel_layer_makes_the_site_unready_and_says_no_more() -> None:
    with override_settings(CHANNEL_LAYERS=SILENT):
        channel_layers.backends.clear()
        answer = ready()
    channel_layers.backends.clear()
    assert answer.status_code == 503
    assert answer.json()["channel layer"] == "does not answer"


@pytest.mark.django_db
def test_a_silent_cache_makes_the_site_unready() -> None:
    with override_settings(CACHES=settings.CACHES | NO_CACHE):
        assert ready().json()["cache"] == "does not answer"


def test_what_is_in_a_database_that_is_gone_is_not_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each look takes seconds."""
    looked: list[str] = []

    def fail(name: str) -> str:
        looked.append(name)
        return "does not answer"

    for name in health.CHECKS:
        monkeypatch.setitem(health.CHECKS, name, partial(fail, name))
    assert set(ready().json().values()) == {"does not answer"}
    assert looked == ["database", "channel layer", "cache"]


def test_a_database_that_is_gone_makes_the_site_unready_but_the_process_is_healthy(settings: Settings) -> None:
    # Without the `db` fixture every use of the database is refused, as by a server that is gone.
    assert Client().get("/healthz").status_code == 200
    answer = ready()
    assert answer.status_code == 503
    assert answer.json()["database"] == answer.json()["migrations"] == "does not answer"


@pytest.mark.django_db
@pytest.mark.parametrize("host", ["10.0.3.17:8000", "unheard.example", "what is_this"])
def test_health_checks_accept_any_host(host: str) -> None:
    assert Client(headers={"host": host}).get("/healthz").status_code == 200
    assert Client(headers={"host": host}).get("/readyz").status_code == 200


@pytest.mark.parametrize("page", ["/", "/healthz/", "/readyz/x", "/nowhere", "/api/rules"])
def test_other_pages_refuse_unknown_hosts(page: str) -> None:
    assert Client(headers={"host": "10.0.3.17"}).get(page).status_code == 400


@override_settings(SECURE_SSL_REDIRECT=True)
def test_health_checks_are_not_redirected_to_https() -> None:
    assert Client(headers={"host": "10.0.3.17"}).get("/healthz").json() == {"process": "ok"}
