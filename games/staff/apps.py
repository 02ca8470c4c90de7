"""Django's admin with our own site as the default."""

from django.contrib.admin.apps import AdminConfig


class Admin(AdminConfig):
    default_site = "games.staff.site.Site"
