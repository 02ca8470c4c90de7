"""What browsers, search engines and people expect to find at fixed addresses of every site."""

import logging
from datetime import timedelta
from pathlib import Path

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.contrib.staticfiles import finders
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

log = logging.getLogger("site.pages")
TEXT = "text/plain; charset=utf-8"
NOT_FOR_SEARCH = ("/t/", "/api/", "/me/", "/account/", "/admin/")
EXPIRES = timedelta(days=180)
NO_CONTACT = "The people who run this site have not said where to report security problems."


@login_not_required
@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """The host's own text if there is one, else what this program keeps."""
    return render(request, "pages/privacy.html", {"paragraphs": own_text(settings.PRIVACY_FILE)})


def own_text(file: str) -> list[str]:
    """The paragraphs of the host's text; none where there is no file, or it cannot be read any more."""
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
    """For browsers that ask for it without reading a page, as when they show a file."""
    return FileResponse(Path(str(finders.find("img/favicon.ico"))).open("rb"), content_type="image/x-icon")


@login_not_required
@require_safe
def security(request: HttpRequest) -> HttpResponse:
    """Where to report security problems, as RFC 9116 has it."""
    contact = settings.SECURITY_CONTACT
    if not contact:
        raise Http404(NO_CONTACT)
    address = contact if contact.startswith(("https://", "mailto:")) else f"mailto:{contact}"
    expires = (timezone.now() + EXPIRES).strftime("%Y-%m-%dT00:00:00Z")
    lines = (f"Contact: {address}", f"Expires: {expires}", "Preferred-Languages: en")
    return HttpResponse("\n".join(lines) + "\n", content_type=TEXT)
