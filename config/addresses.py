"""What DATABASE_URL, REDIS_URL and EMAIL_URL stand for."""

from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, unquote

from config.environment import login, options

SQLITE_ENGINE = "config.sqlite"
SQLITE = {
    # A transaction takes the write lock at its start and waits for it. With SQLite's own way (the lock at the first
    # write) most transactions of several threads fail with "database is locked".
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
}
# Somebody waits so many seconds at the most for a connection, and then reads that the database does not answer.
CONNECTIONS = {"min_size": 1, "max_size": 16, "timeout": 3}
MAIL = "django.core.mail.backends."


def sqlite(parts: SplitResult) -> dict[str, Any]:
    if parts.netloc or not parts.path.strip("/"):
        raise ValueError("sqlite:///relative or sqlite:////absolute")
    return {"ENGINE": SQLITE_ENGINE, "NAME": unquote(parts.path[1:]), "OPTIONS": SQLITE, "CONN_MAX_AGE": None}


def postgresql(parts: SplitResult) -> dict[str, Any]:
    user, password = login(parts)
    name = unquote(parts.path.strip("/"))
    if not name:
        raise ValueError("no database is named")
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": name,
        "USER": user,
        "PASSWORD": password,
        "HOST": unquote(parts.hostname or ""),
        "PORT": parts.port or "",
        "OPTIONS": {"pool": CONNECTIONS, **options(parts)},
    }


def redis(parts: SplitResult) -> str:
    if not parts.hostname or parts.port == 0:
        raise ValueError("no host is named")
    return parts.geturl()


def nothing(parts: SplitResult) -> str:
    if parts.geturl():
        raise ValueError("not an address")
    return ""


def smtp(parts: SplitResult) -> dict[str, Any]:
    user, password = login(parts)
    if not parts.hostname:
        raise ValueError("no host is named")
    tls = {"smtp": "EMAIL_USE_TLS", "smtps": "EMAIL_USE_SSL"}[parts.scheme]
    plain = options(parts).get("tls") == "0"
    return {
        "EMAIL_BACKEND": MAIL + "smtp.EmailBackend",
        "EMAIL_HOST": parts.hostname,
        "EMAIL_PORT": parts.port or {"smtp": 587, "smtps": 465}[parts.scheme],
        "EMAIL_HOST_USER": user,
        "EMAIL_HOST_PASSWORD": password,
        tls: not plain,
    }


def folder(parts: SplitResult) -> dict[str, Any]:
    if parts.netloc or not parts.path.strip("/"):
        raise ValueError("file:///relative or file:////absolute")
    return {"EMAIL_BACKEND": "config.mail.PrivateFiles", "EMAIL_FILE_PATH": Path(unquote(parts.path[1:]))}


def console(parts: SplitResult) -> dict[str, Any]:
    return {"EMAIL_BACKEND": MAIL + "console.EmailBackend"}


DATABASES = {"sqlite": sqlite, "postgres": postgresql, "postgresql": postgresql}
REDIS = {"redis": redis, "rediss": redis, "": nothing}
EMAIL = {"smtp": smtp, "smtps": smtp, "file": folder, "console": console}
