"""List all routes of pages and sockets as templates to fill in.

They come from Django's resolver and the router of the sockets, so new routes are included automatically.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver
from django.utils.regex_helper import normalize


@dataclass(frozen=True)
class Route:
    template: str
    """A path such as `/t/%(code)s/game/`."""
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
    """Return a route with the first template that fits its pattern, as Django's `reverse` does."""
    parts = [normalize(entry.pattern.regex.pattern)[0] for entry in chain]
    names = tuple(name for _, found in parts for name in found)
    return Route("/" + "".join(text for text, _ in parts), names, is_socket)
