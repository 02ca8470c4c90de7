"""Every route there is, as a template to fill in: those of pages from Django's resolver, those of sockets from their
router. A new route is among them as soon as it exists."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver
from django.utils.regex_helper import normalize


@dataclass(frozen=True)
class Route:
    template: str
    """An address such as `/t/%(code)s/game/`."""
    names: tuple[str, ...]
    is_socket: bool = False


def routes(sockets: Iterable[Any]) -> list[Route]:
    pages = {_route(chain) for chain in _chains(get_resolver())}
    return sorted([*pages, *(_route([one], is_socket=True) for one in sockets)], key=lambda route: route.template)


def _chains(resolver: URLResolver, above: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    for entry in resolver.url_patterns:
        if isinstance(entry, URLPattern):
            yield (*above, entry)
        else:
            yield from _chains(entry, (*above, entry))


def _route(chain: Iterable[Any], is_socket: bool = False) -> Route:
    """Of the ways to fill in a pattern the first one, as Django's `reverse` does."""
    parts = [normalize(entry.pattern.regex.pattern)[0] for entry in chain]
    names = tuple(name for _, found in parts for name in found)
    return Route("/" + "".join(text for text, _ in parts), names, is_socket)
