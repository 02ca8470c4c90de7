"""The page for people who write programs, and the document for the programs they write with."""

from pathlib import Path

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.api import openapi_html
from games.api.interface import document
from games.limits import limit

EXAMPLE = Path(__file__).with_name("example_bot.py")


@login_not_required
@require_safe
@limit("read about programs", 60, per=60)
def reference(request: HttpRequest) -> HttpResponse:
    words = {
        "introduction": openapi_html.paragraphs(document()["info"]["description"]),
        "groups": openapi_html.groups(document()),
        "shapes": openapi_html.shapes(document()),
        "example": EXAMPLE.read_text(),
        "address": request.build_absolute_uri("/").rstrip("/"),
    }
    return render(request, "api/reference.html", words)


@login_not_required
@require_safe
@limit("read the document", 60, per=60)
def openapi(request: HttpRequest) -> HttpResponse:
    return JsonResponse(document())
