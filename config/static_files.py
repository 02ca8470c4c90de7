"""Static files: collected when a server starts, under names with a hash of their content, and served by WhiteNoise.

`collect` runs Django's collectstatic when a source file has changed, so a start needs no extra step. With DEBUG=1
nothing is collected: WhiteNoise serves the source files as they are, and browsers load what a stylesheet imports.
"""

import hashlib
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import find, get_finders
from django.core.files.base import ContentFile, File
from django.core.management import call_command
from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.storage import CompressedManifestStaticFilesStorage

try:
    import fcntl
except ImportError:  # Windows: only `manage.py play` runs there, which is one process
    fcntl = None  # type: ignore[assignment]

SOURCES_HASH = "sources.sha256"
COMMENT = re.compile(rb"^ *(?://.*|/\*\*.*\*/)$|^ +|(?<=[;,])  // .*$", re.MULTILINE)
"""A line of a script that is a comment and nothing else, the indentation of another one, or a comment at its end."""
CSS_COMMENT = re.compile(rb"/\*.*?\*/\n?|^\s+", re.DOTALL | re.MULTILINE)
"""A comment of a stylesheet, an empty line, or the indentation of another one."""
CSS_GAP = re.compile(rb"(\"[^\"]*\")| (?=\{\n)|(?<=[{};,])\n|(?<=[:,>~]) | (?=[>~])|(?<![\w.])0(?=\.\d)|;(?=\n\})")
"""A string, which is kept, or what tells a browser nothing: some spaces and ends of lines, the zero of `0.5`, the last
semicolon of a rule."""
CSS_IMPORT = re.compile(rb'^@import "([\w/-]+\.css)";\n', re.MULTILINE)


def whole(name: str, text: bytes) -> bytes:
    """Return a stylesheet with those that it imports in its place: one file is loaded and packed better than many."""
    folder = PurePosixPath(name).parent
    return CSS_IMPORT.sub(lambda found: Path(str(find(str(folder / found[1].decode())))).read_bytes(), text)


def lightened(name: str, text: bytes) -> bytes:
    """Return a script or a stylesheet without what only people read. Scripts keep their line numbers."""
    if name.startswith("js/"):
        return COMMENT.sub(b"", text)
    return CSS_GAP.sub(rb"\1", CSS_COMMENT.sub(b"", text))


class HashedFileStorage(CompressedManifestStaticFilesStorage):
    """Store each file under a name with its hash, with a gzipped copy, and rewrite references between CSS and JS."""

    support_js_module_import_aggregation = True
    max_post_process_passes = 10
    """How many modules may import each other in a row: each pass finds the names of one more of them."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.urls: dict[str, str] = {}

    def url(self, name: str, force: bool = False) -> str:
        """Return the URL of a file, from memory: Django computes it anew each time, in about 50 µs."""
        if name not in self.urls:
            self.urls[name] = super().url(name, force)
        return self.urls[name]

    def _save(self, name: str, content: "File[bytes]") -> str:
        """Leave out what only developers read, so that it costs players nothing."""
        if name.startswith(("js/", "css/")):
            content = ContentFile(lightened(name, whole(name, b"".join(content.chunks()))))
        return super()._save(name, content)  # type: ignore[no-any-return]

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        """Give the collected files, and not their sources, names with hashes."""
        self.urls.clear()
        yield from super().post_process({name: (self, name) for name in paths}, dry_run=dry_run, **options)
        if not dry_run:
            Path(settings.STATIC_ROOT, SOURCES_HASH).write_text(hash_of_sources())


class StaticFiles(WhiteNoiseMiddleware):
    """Send a file as one piece: a streaming response would be iterated in other threads, chunk by chunk."""

    @staticmethod
    def serve(static_file: Any, request: HttpRequest) -> HttpResponse:
        found = static_file.get_response(request.method, request.META)
        content = b""
        if found.file is not None:
            with found.file:
                content = found.file.read()
        return HttpResponse(content, status=int(found.status), headers=dict(found.headers))


def collect() -> bool:
    """Run collectstatic if a source file has changed, and return whether it ran."""
    if settings.DEBUG or is_current():
        return False
    root = Path(settings.STATIC_ROOT)
    root.mkdir(parents=True, exist_ok=True)
    with exclusive(root / ".lock"):
        if is_current():  # another process has collected them meanwhile
            return False
        call_command("collectstatic", interactive=False, verbosity=0)
    return True


def is_current() -> bool:
    file = Path(settings.STATIC_ROOT, SOURCES_HASH)
    return file.is_file() and file.read_text() == hash_of_sources()


def hash_of_sources() -> str:
    """Return a hash of the names, sizes and times of all source files, and of this module."""
    found = {name: Path(storage.path(name)) for finder in get_finders() for name, storage in finder.list([])}
    found[__name__] = Path(__file__)
    stats = [(name, path.stat().st_size, path.stat().st_mtime_ns) for name, path in sorted(found.items())]
    return hashlib.sha256(repr(stats).encode()).hexdigest()


@contextmanager
def exclusive(path: Path) -> Iterator[None]:
    """Hold a lock against other processes that start at the same time."""
    with path.open("w") as file:
        if fcntl:
            fcntl.flock(file, fcntl.LOCK_EX)
        yield
