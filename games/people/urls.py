"""The URLs of the pages about people."""

from django.urls import path

from games.people import auth, emails, views

urlpatterns = [
    path("", views.home, name="home"),
    path("faces/<slug:word>.svg", views.face, name="face"),
    path("me/", views.me, name="me"),
    path("me/name/", views.name, name="my_name"),
    path("me/visibility/", views.visibility, name="my_visibility"),
    path("me/face/", views.new_face, name="my_face"),
    path("me/invitations/", views.invitations, name="my_invitations"),
    path("me/tokens/", views.make_token, name="make_token"),
    path("me/tokens/<int:token_id>/revoke/", views.revoke_token, name="revoke_token"),
    path("me/preferences/", views.preferences, name="preferences"),
    path("me/tips/", views.tips, name="tips"),
    path("me/sessions/end/", views.end_all_sessions, name="end_all_sessions"),
    path("me/sessions/<int:session_id>/end/", views.end_session, name="end_session"),
    path("style/", views.design_system, name="design_system"),
    path("account/login/", auth.log_in, name="account_login"),
    path("account/signup/", auth.sign_up, name="account_signup"),
    path("account/email/", emails.emails, name="account_email"),
]
