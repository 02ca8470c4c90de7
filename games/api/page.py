"""The reference page for people who write programs, and the OpenAPI document for their tools."""

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
@limit("read the API reference", 60, per=60)
def reference(request: HttpRequest) -> HttpResponse:
    context = {
        "introduction": openapi_html.paragraphs(document()["info"]["description"]),
        "groups": openapi_html.groups(document()),
        "object_types": openapi_html.object_types(document()),
        "example": EXAMPLE.read_text(),
        "address": request.build_absolute_uri("/").rstrip("/"),
    }
    return render(request, "api/reference.html", context)


@login_not_required
@require_safe
@limit("read the OpenAPI document", 60, per=60)
def openapi(request: HttpRequest) -> HttpResponse:
    return JsonResponse(document())
