"""The routes of the pages."""

from django.contrib import admin
from django.urls import include, path

from config import health

urlpatterns = [
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("admin/", admin.site.urls),
    path("", include("games.urls")),
]

handler400 = "config.error_pages.bad_request"
handler403 = "config.error_pages.not_allowed"
handler404 = "config.error_pages.not_found"
handler429 = "config.error_pages.too_many_requests"
handler500 = "config.error_pages.server_error"
