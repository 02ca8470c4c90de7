"""Parse DATABASE_URL, REDIS_URL and EMAIL_URL."""

from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, unquote

from config.environment import login, options

SQLITE_ENGINE = "config.sqlite"
SQLITE = {
    # Take the write lock at the start of a transaction, and wait for it. With SQLite's default, the lock at the first
    # write, most concurrent transactions fail with "database is locked".
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    # Each thread has a connection. By default each keeps 2 MB of pages that the system keeps as well.
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA cache_size=-512;",
}
# After waiting this many seconds for a connection, a request is answered 503.
POOL = {"min_size": 1, "max_size": 16, "timeout": 3}
MAIL_BACKENDS = "django.core.mail.backends."


def sqlite(parts: SplitResult) -> dict[str, Any]:
    if parts.netloc or not parts.path.strip("/"):
        raise ValueError("sqlite:///relative or sqlite:////absolute")
    return {"ENGINE": SQLITE_ENGINE, "NAME": unquote(parts.path[1:]), "OPTIONS": SQLITE, "CONN_MAX_AGE": None}


def postgresql(parts: SplitResult) -> dict[str, Any]:
    user, password = login(parts)
    name = unquote(parts.path.strip("/"))
    if not name:
        raise ValueError("no database name")
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": name,
        "USER": user,
        "PASSWORD": password,
        "HOST": unquote(parts.hostname or ""),
        "PORT": parts.port or "",
        "OPTIONS": {"pool": POOL, **options(parts)},
    }


def redis(parts: SplitResult) -> str:
    if not parts.hostname or parts.port == 0:
        raise ValueError("no host name")
    return parts.geturl()


def empty(parts: SplitResult) -> str:
    if parts.geturl():
        raise ValueError("not a URL")
    return ""


def smtp(parts: SplitResult) -> dict[str, Any]:
    user, password = login(parts)
    if not parts.hostname:
        raise ValueError("no host name")
    tls = {"smtp": "EMAIL_USE_TLS", "smtps": "EMAIL_USE_SSL"}[parts.scheme]
    without_tls = options(parts).get("tls") == "0"
    return {
        "EMAIL_BACKEND": MAIL_BACKENDS + "smtp.EmailBackend",
        "EMAIL_HOST": parts.hostname,
        "EMAIL_PORT": parts.port or {"smtp": 587, "smtps": 465}[parts.scheme],
        "EMAIL_HOST_USER": user,
        "EMAIL_HOST_PASSWORD": password,
        tls: not without_tls,
    }


def folder(parts: SplitResult) -> dict[str, Any]:
    if parts.netloc or not parts.path.strip("/"):
        raise ValueError("file:///relative or file:////absolute")
    return {"EMAIL_BACKEND": "config.mail.PrivateFileBackend", "EMAIL_FILE_PATH": Path(unquote(parts.path[1:]))}


def console(parts: SplitResult) -> dict[str, Any]:
    return {"EMAIL_BACKEND": MAIL_BACKENDS + "console.EmailBackend"}


DATABASES = {"sqlite": sqlite, "postgres": postgresql, "postgresql": postgresql}
REDIS = {"redis": redis, "rediss": redis, "": empty}
EMAIL = {"smtp": smtp, "smtps": smtp, "file": folder, "console": console}
