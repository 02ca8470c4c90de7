"""Pages of a browser, which tests use one after another, each page in a context of its own.

A new page has a process of its own, in which the browser starts anew and compiles all scripts again. That costs more
than most tests do.
"""

import json
from collections import defaultdict
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal, TypedDict

if TYPE_CHECKING:
    import pytest
    from playwright.sync_api import Browser, BrowserContext, Page, StorageState, ViewportSize

ColorScheme = Literal["light", "dark"]
STORED = "indexeddb,cache_storage,service_workers"
RESTING_PLACE = "/robots.txt"
"""A page without scripts: a page of another site, or none, would end the process."""
LASTING = {
    "Page": (
        "add_init_script",
        "add_locator_handler",
        "emulate_media",
        "expose_binding",
        "expose_function",
        "route_web_socket",
        "set_default_navigation_timeout",
        "set_default_timeout",
        "set_extra_http_headers",
    ),
    "BrowserContext": (
        "add_init_script",
        "expose_binding",
        "expose_function",
        "grant_permissions",
        "new_cdp_session",
        "route",
        "route_web_socket",
        "set_default_navigation_timeout",
        "set_default_timeout",
        "set_geolocation",
    ),
}
"""What cannot be taken back: whatever was done so to a page, its context is used by no further test."""


class ContextOptions(TypedDict, total=False):
    """The options of Playwright's `Browser.new_context` that tests set."""

    base_url: str
    color_scheme: ColorScheme
    extra_http_headers: dict[str, str]
    forced_colors: Literal["active", "none"]
    has_touch: bool
    is_mobile: bool
    java_script_enabled: bool
    service_workers: Literal["allow", "block"]
    reduced_motion: Literal["reduce", "no-preference"]
    storage_state: "StorageState"
    timezone_id: str
    viewport: "ViewportSize"


class Pages:
    """Lends pages of one site. What a test leaves in one is removed, except for the files in the HTTP cache."""

    def __init__(self, browser: "Browser", url: str) -> None:
        self._browser, self.url = browser, url
        self._unused: defaultdict[str, list[BrowserContext]] = defaultdict(list)
        self._kinds: dict[BrowserContext, str] = {}
        self._changed: set[BrowserContext] = set()
        self._listeners: defaultdict[Page, list[tuple[Any, Any]]] = defaultdict(list)

    def take(self, options: ContextOptions) -> "Page":
        lasting: ContextOptions = {"color_scheme": "light", "reduced_motion": "no-preference", **options}
        headers, state = lasting.pop("extra_http_headers", {}), lasting.pop("storage_state", None)
        size = lasting.pop("viewport")
        kind = json.dumps(lasting, sort_keys=True)
        context = self._unused[kind].pop() if self._unused[kind] else self._create(kind, lasting)
        context.set_extra_http_headers(headers)
        if state:
            context.add_cookies(
                [
                    {"name": one["name"], "value": one["value"], "domain": one["domain"], "path": one["path"]}
                    for one in state["cookies"]
                ]
            )
        page = context.pages[0] if context.pages else context.new_page()
        page.set_viewport_size(size)
        return page

    def give_back(self, context: "BrowserContext") -> None:
        kind = self._kinds.get(context)
        if kind is None:  # closed by its test
            return
        context.set_offline(False)
        for page in context.pages[1:]:
            leave(page)
        is_of_this_site = json.loads(kind)["base_url"] == self.url
        if is_of_this_site and context not in self._changed and self._is_cleaned(context):
            self._unused[kind].append(context)
            return
        for page in context.pages:
            leave(page)
        context.close()

    def _is_cleaned(self, context: "BrowserContext") -> bool:
        """Make a context and its page as good as new, and return whether that was possible."""
        from playwright.sync_api import Error

        page = context.pages[0] if context.pages else context.new_page()
        for event, handler in self._listeners.pop(page, []):
            page.remove_listener(event, handler)
        page.unroute_all()
        try:
            page.goto(RESTING_PLACE)
        except Error:  # it is on its way to another place
            return False
        page.evaluate("localStorage.clear(); sessionStorage.clear()")
        page.mouse.up()
        page.mouse.move(0, 0)
        session = context.new_cdp_session(page)
        session.send("Storage.clearDataForOrigin", {"origin": self.url, "storageTypes": STORED})
        session.send("Page.resetNavigationHistory")
        session.detach()
        context.clear_cookies()
        self._changed.discard(context)
        return True

    def _create(self, kind: str, options: ContextOptions) -> "BrowserContext":
        context = self._browser.new_context(**options)
        self._kinds[context] = kind
        context.on("close", self._forget)
        return context

    def _forget(self, context: "BrowserContext") -> None:
        del self._kinds[context]
        self._changed.discard(context)

    # --- What tests do -----------------------------------------------------------------------------------------------

    def watch(self, patch: "pytest.MonkeyPatch") -> None:
        """Remember what tests do to pages and contexts."""
        from playwright import sync_api

        for kind, names in LASTING.items():
            for name in names:
                cls = getattr(sync_api, kind)
                patch.setattr(cls, name, self._noted(getattr(cls, name)))
        patch.setattr(sync_api.Page, "clock", property(self._noted(vars(sync_api.Page)["clock"].fget)))
        patch.setattr(sync_api.Page, "on", self._remembered(sync_api.Page.on))

    def _noted(self, change: Callable[..., Any]) -> Callable[..., Any]:
        def note(of: Any, *words: Any, **options: Any) -> Any:
            self._changed.add(getattr(of, "context", of))
            return change(of, *words, **options)

        return note

    def _remembered(self, listen: Callable[..., None]) -> Callable[..., None]:
        def remember(page: "Page", event: Any, handler: Any) -> None:
            self._listeners[page].append((event, handler))
            listen(page, event, handler)

        return remember


def leave(page: "Page") -> None:
    """Close a page. A browser that is closed while one of its pages is loading may hang."""
    page.goto("about:blank")
    page.close()
