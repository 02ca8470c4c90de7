"""The URLs of the information pages."""

from django.urls import path

from games.pages import app, cards, rules, site, views

urlpatterns = [
    path("rules/", rules.rules, name="rules"),
    path("cards/", cards.cards_page, name="cards"),
    path("bots/", views.bots, name="bots"),
    path("privacy/", site.privacy, name="privacy"),
    path("manifest.webmanifest", app.manifest, name="manifest"),
    path("worker.js", app.worker, name="worker"),
    path("offline/", app.offline, name="offline"),
    path("robots.txt", site.robots, name="robots"),
    path("favicon.ico", site.favicon, name="favicon"),
    path(".well-known/security.txt", site.security, name="security_txt"),
]
