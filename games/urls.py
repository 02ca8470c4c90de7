"""The URLs of all packages."""

from django.urls import URLPattern, URLResolver, include, path

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("games.people.urls")),
    path("", include("games.lobby.urls")),
    path("", include("games.history.urls")),
    path("", include("games.table.urls")),
    path("", include("games.privacy.urls")),
    path("", include("games.staff.urls")),
    path("", include("games.pages.urls")),
    path("", include("games.api.urls")),
    path("account/", include("allauth.urls")),
]
