"""Log format: one line per request, as text or JSON.

A path may contain a token (a password reset, an invitation) and a query anything, so a line has the route instead, as
in `accounts/password/reset/key/<key>/`. Bodies, headers and cookies are not logged.
"""

import json
import logging
import time
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.timezone import now
from redis.exceptions import ConnectionError as RedisAway
from redis.exceptions import TimeoutError as RedisSilent

from games import metrics
from games.storage import causes, may_log, trouble

log = logging.getLogger("site.request")
REDIS_IS_AWAY = "Redis does not answer"
STANDARD_ATTRIBUTES = frozenset(vars(logging.makeLogRecord({}))) | {
    "message",
    "asctime",
    "request",
    "status_code",
    "taskName",
}


def route(request: Any) -> str:
    match = getattr(request, "resolver_match", None)
    return f"/{match.route}" if match else "(no page)"


class RequestLog:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        started = time.perf_counter()
        response = self.get_response(request)
        static = request.path_info.startswith(settings.STATIC_URL)
        log.log(
            logging.DEBUG if static else logging.INFO,
            "%s %s %s",
            request.method,
            "(static)" if static else route(request),
            response.status_code,
            extra={
                "ms": round((time.perf_counter() - started) * 1000, 1),
                "bytes": 0 if response.streaming else len(response.content),
                "person": getattr(getattr(request, "_cached_user", None), "pk", None),
                "address": request.META.get("REMOTE_ADDR", ""),
            },
        )
        return response


class ErrorCounter(logging.Handler):
    """Count logged errors for the dashboard."""

    def emit(self, record: logging.LogRecord) -> None:
        metrics.count("errors")


class RouteFilter(logging.Filter):
    """Replace the path with the route in the lines of Django's own loggers."""

    def filter(self, record: logging.LogRecord) -> bool:
        request = getattr(record, "request", None)
        path = getattr(request, "path", None)
        if path and isinstance(record.args, tuple):
            record.args = tuple(route(request) if isinstance(arg, str) and arg == path else arg for arg in record.args)
        return True


class OutageFilter(logging.Filter):
    """Log an unavailable or full database, and a Redis that does not answer, once a minute per logger, without a
    traceback.

    It is not a defect of the program, and every request, socket and background task would log it.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if isinstance(record.exc_info, tuple) else None
        sentence = trouble(error) or (REDIS_IS_AWAY if is_of_redis(error) else "")
        if not sentence:
            return True
        record.msg, record.args = "%s (%s)", (sentence, first_line(error))
        record.exc_info = record.exc_text = None
        return may_log(f"{record.name} {sentence}")


def is_of_redis(error: BaseException | None) -> bool:
    """Return whether an error means that Redis cannot be reached."""
    return any(isinstance(one, (RedisAway, RedisSilent)) for one in causes(error))


def first_line(error: BaseException | None) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]


def details(record: logging.LogRecord) -> dict[str, Any]:
    return {key: value for key, value in vars(record).items() if key not in STANDARD_ATTRIBUTES and value is not None}


class TextFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        words = [now().strftime("%H:%M:%S"), record.levelname.lower(), record.name, record.getMessage()]
        words += [f"{key}={value}" for key, value in details(record).items() if key in ("ms", "person", "address")]
        line = " ".join(word.replace("\n", "\\n") for word in words)
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


class JsonFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": now().isoformat(),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **details(record),
        }
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str, ensure_ascii=False)
