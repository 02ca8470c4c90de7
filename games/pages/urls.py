"""A table of contents of the pages that only tell something."""

from django.urls import path

from games.pages import views

urlpatterns = [path("bots/", views.bots, name="bots")]
