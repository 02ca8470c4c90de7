"""Pages that browsers, search engines and people expect at fixed addresses of every site."""

import logging
from datetime import timedelta
from pathlib import Path

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.contrib.staticfiles import finders
from django.http import FileResponse, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.not_found import NothingHere

log = logging.getLogger("site.pages")
TEXT = "text/plain; charset=utf-8"
NOT_FOR_SEARCH = ("/t/", "/api/", "/me/", "/account/", "/admin/")
EXPIRES = timedelta(days=180)
NO_CONTACT = "This site has no contact for reporting security problems."


@login_not_required
@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """Show the operator's own privacy text if there is one, or else what this program stores."""
    return render(request, "pages/privacy.html", {"paragraphs": own_text(settings.PRIVACY_FILE)})


def own_text(file: str) -> list[str]:
    """Return the paragraphs of the operator's text; none without a file, or if it cannot be read."""
    if not file:
        return []
    try:
        text = (Path(settings.ROOT) / file).read_text(encoding="utf-8", errors="replace")
    except OSError as trouble:
        log.error("The text in PRIVACY_FILE cannot be read: %s", trouble)
        return []
    paragraphs = text.replace("\r\n", "\n").split("\n\n")
    return [paragraph.strip() for paragraph in paragraphs if paragraph.strip()]


@login_not_required
@require_safe
@cache_control(public=True, max_age=86400)
def robots(request: HttpRequest) -> HttpResponse:
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in NOT_FOR_SEARCH)]
    return HttpResponse("\n".join(lines) + "\n", content_type=TEXT)


@login_not_required
@require_safe
@cache_control(public=True, max_age=86400)
def favicon(request: HttpRequest) -> FileResponse:
    """Serve the icon to browsers that request it without reading a page, for example when they show a file."""
    return FileResponse(Path(str(finders.find("img/favicon.ico"))).open("rb"), content_type="image/x-icon")


@login_not_required
@require_safe
def security(request: HttpRequest) -> HttpResponse:
    """Say where to report security problems, in the format of RFC 9116."""
    contact = settings.SECURITY_CONTACT
    if not contact:
        raise NothingHere(NO_CONTACT)
    address = contact if contact.startswith(("https://", "mailto:")) else f"mailto:{contact}"
    expires = (timezone.now() + EXPIRES).strftime("%Y-%m-%dT00:00:00Z")
    lines = (f"Contact: {address}", f"Expires: {expires}", "Preferred-Languages: en")
    return HttpResponse("\n".join(lines) + "\n", content_type=TEXT)
