"""Renders fragments of pages that change often.

Fragments are Jinja2 templates, because tables are rendered for every viewer after every move, and Jinja2 takes a third
of the time of Django's templates. Pages are Django templates.
"""

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from hashlib import blake2b
from html import escape
from types import MappingProxyType
from typing import Any

from django.conf import settings
from django.utils.safestring import SafeString
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from games.template_loader import condense


class _Loader(FileSystemLoader):
    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        """Make a macro of each template: it is called much faster than a template, which has a context."""
        source, path, is_current = super().get_source(environment, template)
        return f"{{% macro fragment(part, rows) %}}{condense(source)}{{% endmacro %}}", path, is_current


class Rendered(dict[str, SafeString]):
    """The fragments of a page by their ids, for all viewers who see the same."""

    _last: tuple[Sequence[int], str] | None = None

    @cached_property
    def hashes(self) -> "array[int]":
        """The hashes of the fragments: what a page shows. An array takes a tenth of the memory of a set."""
        return array("q", map(hash, self.values()))

    @cached_property
    def fingerprint(self) -> str:
        """Text that stands for all fragments in all processes. A page names the one that it was loaded with."""
        return blake2b("".join(self.values()).encode(), digest_size=9).hexdigest()

    def changes_since(self, shown: Sequence[int]) -> str:
        """Return the fragments that a page does not show yet. Viewers who have been sent the same have the same array,
        so that the changes are found once for all of them."""
        if self._last is None or self._last[0] is not shown:
            known = frozenset(shown)
            self._last = shown, "".join(html for html in self.values() if hash(html) not in known)
        return self._last[1]


def escaped(value: object) -> object:
    """Escape what a template shows, if it is not markup already. Jinja2's `autoescape` takes twice as long: it copies
    each value into a type of its own, and the whole text once more."""
    return value if type(value) is SafeString else escape(str(value))


def filled(text: str, **facts: object) -> SafeString:
    """Fill in the placeholders of a sentence in HTML. Django's `format_html` takes several times as long."""
    return SafeString(text.format(**{name: escaped(fact) for name, fact in facts.items()}))


Rows = Mapping[str, SafeString]
NO_ROWS: Rows = MappingProxyType({})
_templates = Environment(
    loader=_Loader(settings.ROOT / "templates" / "fragments"),
    autoescape=False,  # noqa: S701  # `finalize` is applied to every value that a template shows
    finalize=escaped,
    undefined=StrictUndefined,
    auto_reload=settings.DEBUG,
)


def render(name: str, part: Any, rows: Rows = NO_ROWS) -> SafeString:
    """Render a fragment. Its rows are fragments inside of it, by their ids."""
    return SafeString(_fragment(name)(part, rows))


@lru_cache(maxsize=8192)
def render_once(name: str, part: Any) -> SafeString:
    """Render a fragment from a value that never changes. Most of a table is the same for several viewers, and after the
    next move; comparing takes a thirtieth of the time of rendering."""
    return render(name, part)


@lru_cache(maxsize=2048)
def frame(name: str, part: Any, ids: tuple[str, ...], rows: Callable[[tuple[str, ...]], Rows]) -> SafeString:
    """Render a fragment once around the places of its rows, which follow from their ids: see `places`."""
    return render(name, part, rows(ids))


def _compiled(name: str) -> Callable[[Any, Rows], str]:
    module: Any = _templates.get_template(f"{name}.html").module
    return module.fragment  # type: ignore[no-any-return]


_fragment = _compiled if settings.DEBUG else cache(_compiled)


def places(ids: Iterable[str], tag: str = "li") -> dict[str, SafeString]:
    """Return rows that only say where rows are to stand: an update sends the fragment with these, and then each row
    that has changed."""
    return {row: SafeString(f'<{tag} id="{row}" data-same></{tag}>') for row in ids}
