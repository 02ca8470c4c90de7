"""The page that explains the API, its OpenAPI document, and the endpoints."""

from django.contrib.auth.decorators import login_not_required
from django.urls import URLPattern, path

from games.api import page
from games.api.interface import interface

patterns, app, namespace = interface.urls
endpoints = [pattern for pattern in patterns if isinstance(pattern, URLPattern)]
for endpoint in endpoints:
    # Each asks for a token instead of a login. No cookie is read, so a foreign form has nothing to abuse.
    login_not_required(endpoint.callback)

urlpatterns = [
    path("api/", page.reference, name="api"),
    path("api/openapi.json", page.openapi, name="openapi"),
    path("api/", (endpoints, app, namespace)),
]
