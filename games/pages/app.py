"""What makes the site an app on a phone: its manifest, and a page for when there is no connection."""

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.wording.site import DESCRIPTION

BACKGROUND, THEME = "#fbf4e8", "#25346a"
ICONS = {"img/icon-192.png": "192x192", "img/icon-512.png": "512x512", "img/icon-maskable-512.png": "512x512"}
OFFLINE_FILES = (
    "css/site.css", "css/parts.css", "css/pages.css", "css/forms.css", "vendor/htmx.min.js", "js/site.js", "js/zone.js",
    "js/focus.js", "js/offline.js", "img/icon.svg",
)  # fmt: skip
"""What the page that is shown without a connection needs."""


@login_not_required
@require_safe
@cache_control(public=True, max_age=3600)
def manifest(request: HttpRequest) -> HttpResponse:
    content = {
        "id": "/",
        "name": settings.SITE_NAME,
        "short_name": settings.SITE_NAME,
        "description": DESCRIPTION,
        "start_url": reverse("home"),
        "scope": "/",
        "display": "standalone",
        "background_color": BACKGROUND,
        "theme_color": THEME,
        "icons": [_icon(file, sizes) for file, sizes in ICONS.items()],
        "shortcuts": [{"name": "Tables", "url": reverse("tables")}, {"name": "Rules", "url": reverse("rules")}],
    }
    return JsonResponse(content, content_type="application/manifest+json")


def _icon(file: str, sizes: str) -> dict[str, str]:
    purpose = "maskable" if "maskable" in file else "any"
    return {"src": static(file), "sizes": sizes, "type": "image/png", "purpose": purpose}


@login_not_required
@require_safe
@cache_control(no_cache=True)
def worker(request: HttpRequest) -> HttpResponse:
    """Serve the script that shows a page of the site when there is no connection."""
    files = [reverse("offline"), *(static(file) for file in OFFLINE_FILES)]
    return render(request, "pages/worker.js", {"files": files}, content_type="text/javascript")


@login_not_required
@require_safe
@cache_control(no_cache=True)
def offline(request: HttpRequest) -> HttpResponse:
    """Show that there is no connection. Browsers keep this page, so it is the same for everyone."""
    return HttpResponse(render_to_string("pages/offline.html"))
