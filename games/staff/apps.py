"""Django's admin with our own site in the place of its default one."""

from django.contrib.admin.apps import AdminConfig


class Admin(AdminConfig):
    default_site = "games.staff.site.Site"
