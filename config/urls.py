"""A table of contents."""

from django.contrib import admin
from django.urls import include, path

from config import health

urlpatterns = [
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("admin/", admin.site.urls),
    path("", include("games.urls")),
]

handler400 = "config.refusals.bad_request"
handler403 = "config.refusals.not_allowed"
handler404 = "config.refusals.not_found"
handler429 = "config.refusals.too_often"
handler500 = "config.refusals.broken"
