"""The URLs of the pages about personal data."""

from django.urls import path

from games.privacy import views

urlpatterns = [
    path("me/data/", views.my_data, name="my_data"),
    path("me/data/last-card-my-data.json", views.download, name="download"),
    path("me/delete/", views.delete_me, name="delete_me"),
]
