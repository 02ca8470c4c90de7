"""The URLs of the information pages."""

from django.urls import path

from games.pages import site, views

urlpatterns = [
    path("bots/", views.bots, name="bots"),
    path("privacy/", site.privacy, name="privacy"),
    path("robots.txt", site.robots, name="robots"),
    path("favicon.ico", site.favicon, name="favicon"),
    path(".well-known/security.txt", site.security, name="security_txt"),
]
