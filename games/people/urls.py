from django.urls import path

from games.people import entrance, views

urlpatterns = [
    path("", views.home, name="home"),
    path("play/", views.play_now, name="play"),
    path("faces/<slug:word>.svg", views.face, name="face"),
    path("me/", views.me, name="me"),
    path("me/name/", views.name, name="my_name"),
    path("me/face/", views.new_face, name="my_face"),
    path("me/tokens/", views.make_token, name="make_token"),
    path("me/tokens/<int:token_id>/revoke/", views.revoke_token, name="revoke_token"),
    path("me/preferences/", views.preferences, name="preferences"),
    path("me/data/", views.my_data, name="my_data"),
    path("me/data/last-card-my-data.json", views.download, name="download"),
    path("me/delete/", views.delete_me, name="delete_me"),
    path("me/sessions/end/", views.end_all_sessions, name="end_all_sessions"),
    path("me/sessions/<int:session_id>/end/", views.end_session, name="end_session"),
    path("style/", views.style, name="style"),
    path("account/login/", entrance.log_in, name="account_login"),
    path("account/signup/", entrance.sign_up, name="account_signup"),
]
