"""Browser contexts, which tests use one after another.

In a new context, the browser loads and compiles all scripts and styles again, which costs more than most tests do.
"""

import json
from collections import defaultdict
from typing import TYPE_CHECKING, Literal, TypedDict

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, StorageState, ViewportSize

ColorScheme = Literal["light", "dark"]
STORED = "local_storage,indexeddb,cache_storage,service_workers"


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


class Contexts:
    """Lends contexts of a browser. What a test leaves in one is removed, except for the files in the HTTP cache."""

    def __init__(self, browser: "Browser") -> None:
        self._browser = browser
        self._unused: defaultdict[str, list[BrowserContext]] = defaultdict(list)
        self._kinds: dict[BrowserContext, str] = {}

    def take(self, options: ContextOptions) -> "BrowserContext":
        lasting = options.copy()
        headers, state = lasting.pop("extra_http_headers", {}), lasting.pop("storage_state", None)
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
        return context

    def give_back(self, context: "BrowserContext") -> None:
        kind = self._kinds.get(context)
        if kind is None:  # closed by its test
            return
        origin = json.loads(kind)["base_url"]
        page = context.pages[0] if context.pages else context.new_page()
        context.new_cdp_session(page).send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": STORED})
        for page in context.pages:
            # A browser that is closed while one of its pages is loading may hang.
            page.goto("about:blank")
            page.close()
        context.set_offline(False)
        context.clear_cookies()
        self._unused[kind].append(context)

    def _create(self, kind: str, options: ContextOptions) -> "BrowserContext":
        context = self._browser.new_context(**options)
        self._kinds[context] = kind
        context.on("close", self._forget)
        return context

    def _forget(self, context: "BrowserContext") -> None:
        del self._kinds[context]
