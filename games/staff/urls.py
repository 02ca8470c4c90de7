"""The pages of the staff package that players see."""

from django.urls import path

from games.staff import reporting

urlpatterns = [
    path("t/<slug:code>/report/", reporting.report, name="report"),
    path("me/reports/", reporting.my_reports, name="my_reports"),
]
