"""A table of contents of live play."""

from django.urls import path

from games.table import card_help, seat_numbers, views

urlpatterns = [
    path("seat-numbers.css", seat_numbers.stylesheet, name="seat_numbers"),
    path("cards/help/", card_help.card_help, name="card_help"),
    path("t/<slug:code>/game/", views.game, name="game"),
    path("t/<slug:code>/act/", views.act, name="act"),
    path("t/<slug:code>/leave/", views.leave, name="leave_game"),
    path("t/<slug:code>/return/", views.come_back, name="come_back"),
    path("t/<slug:code>/take/<int:seat>/", views.take_over, name="take_over"),
]
