"""Static files, served by the program itself, under names that change with their content.

All files together have one version, a hash that stands in each address: `/static/3f9a…/site.css`. A browser may keep
such an address for ever, references between files stay as written, and no collected copy can be out of date.
"""

import gzip
import hashlib
import mimetypes
from collections.abc import Callable
from functools import cache, lru_cache
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.storage import StaticFilesStorage
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseNotModified

FOR_EVER = "public, max-age=31536000, immutable"
TEXT = ("text/", "image/svg", "application/json", "application/manifest")
TYPES = {".js": "text/javascript", ".mjs": "text/javascript", ".webmanifest": "application/manifest+json"}


@cache
def files() -> dict[str, Path]:
    """Each file by its name in the address. Only what stands here can be asked for, so no path leads out of it."""
    return {
        name.replace("\\", "/"): Path(storage.path(name))
        for finder in reversed(list(get_finders()))
        for name, storage in finder.list([])
    }


@cache
def version() -> str:
    content = hashlib.sha256()
    for name, path in sorted(files().items()):
        content.update(name.encode() + path.read_bytes())
    return content.hexdigest()[:12]


class VersionedStatic(StaticFilesStorage):
    def url(self, name: str | None) -> str:
        if settings.DEBUG:
            return super().url(name)
        return super().url(f"{version()}/{name}")


@lru_cache(maxsize=1024)
def packed(path: Path, changed: float) -> bytes:
    return gzip.compress(path.read_bytes(), mtime=0)


class StaticFiles:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not request.path_info.startswith(settings.STATIC_URL):
            return self.get_response(request)
        if request.method not in ("GET", "HEAD"):
            return HttpResponseNotAllowed(["GET", "HEAD"])
        return self.answer(request, request.path_info.removeprefix(settings.STATIC_URL))

    def answer(self, request: HttpRequest, name: str) -> HttpResponse:
        if settings.DEBUG:
            files.cache_clear()
        prefix, _, rest = name.partition("/")
        current = not settings.DEBUG and prefix == version()
        path = files().get(rest if current else name) or files().get(rest)
        if path is None or not path.is_file():
            return HttpResponse("There is no such file.", status=404, content_type="text/plain")
        return send(request, path, FOR_EVER if current else "no-cache")


def send(request: HttpRequest, path: Path, keep: str) -> HttpResponse:
    changed = path.stat().st_mtime
    etag = f'"{hashlib.sha256(f"{path}{changed}".encode()).hexdigest()[:16]}"'
    if request.headers.get("If-None-Match") == etag:
        response: HttpResponse = HttpResponseNotModified()
    else:
        response = body(request, path, changed)
        response["Content-Length"] = str(len(response.content))
    response["Cache-Control"], response["ETag"], response["Vary"] = keep, etag, "Accept-Encoding"
    response["X-Content-Type-Options"] = "nosniff"
    return response


def body(request: HttpRequest, path: Path, changed: float) -> HttpResponse:
    kind = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    text = kind.startswith(TEXT)
    content_type = f"{kind}; charset=utf-8" if text else kind
    if not text or "gzip" not in request.headers.get("Accept-Encoding", ""):
        return HttpResponse(path.read_bytes(), content_type=content_type)
    return HttpResponse(packed(path, changed), content_type=content_type, headers={"Content-Encoding": "gzip"})
