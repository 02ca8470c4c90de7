"""Compress pages and JSON with gzip, as a site does that has no proxy which compresses.

The BREACH attack finds a secret in a page letter by letter: another site makes a browser request the page with a guess
in its address, and an observer in the network sees that the response is shorter when the guess is right. So three kinds
of responses are not compressed: pages that show tokens, keys, codes or data about people, answers to requests that
another site caused, and streams. In all other pages CSRF tokens differ each time, and Django adds up to 100 random
bytes.
"""

import re
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_vary_headers

COMPRESSED_TYPES = frozenset({"text/html", "text/css", "application/json"})
WITH_SECRETS = ("/account/", "/me/", "/admin/")
"""Where pages show API tokens, keys and codes for a second step, e-mail and network addresses."""
FROM_HERE = frozenset({"", "same-origin", "none"})
"""What the header Sec-Fetch-Site says if no other site is involved. Old browsers and programs do not send it."""
GZIP_REFUSED = re.compile(r"\bgzip\s*;\s*q=0(\.0*)?\s*(,|$)", re.IGNORECASE)


class Compression(GZipMiddleware):
    def __init__(self, get_response: Callable[[HttpRequest], Any]) -> None:
        if not settings.COMPRESS:
            raise MiddlewareNotUsed
        super().__init__(get_response)

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        content_type = response.get("Content-Type", "").partition(";")[0]
        if response.streaming or content_type not in COMPRESSED_TYPES or request.path_info.startswith(WITH_SECRETS):
            return response
        patch_vary_headers(response, ("Accept-Encoding",))
        from_here = request.headers.get("Sec-Fetch-Site", "") in FROM_HERE
        if not from_here or GZIP_REFUSED.search(request.headers.get("Accept-Encoding", "")):
            return response
        return super().process_response(request, response)
