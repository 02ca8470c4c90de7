"""A table of contents of replays."""

from django.urls import path

from games.history import views

urlpatterns = [
    path("@<str:name>/", views.profile, name="profile"),
    path("me/games/", views.my_games, name="my_games"),
    path("fair/", views.fair, name="fair"),
    path("fair/check_deal.py", views.check_deal, name="check_deal"),
    path("g/<slug:public_id>/", views.replay, name="replay"),
    path("g/<slug:public_id>/game.json", views.download, name="download_game"),
    path("g/<slug:public_id>/awards/", views.awards, name="match_awards"),
    path("g/<slug:public_id>/picture.png", views.picture, name="replay_picture"),
    path("g/<slug:public_id>/share/", views.share, name="share_replay"),
    path("g/<slug:public_id>/revoke/", views.revoke, name="revoke_replay"),
    path("g/<slug:public_id>/<int:number>/<int:n>", views.replay_at, name="replay_at"),
    path("g/<slug:public_id>/<int:number>/<int:n>/play/", views.play_on, name="play_on"),
]
