"""The staff site: Django's admin with our own dashboard, lists and pages."""

from typing import Any

from allauth.account.decorators import secure_admin_login
from django.contrib.admin import AdminSite
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, URLResolver, path
from django.utils.decorators import method_decorator

from games.staff import views

LEFT_OUT = frozenset({"password_change", "password_change_done", "view_on_site", "app_list", "autocomplete", "jsi18n"})
"""Django's own pages that this site does without: passwords are changed on the profile page, as by everyone."""


class Site(AdminSite):
    def get_urls(self) -> list[URLPattern | URLResolver]:
        own: list[URLPattern | URLResolver] = [
            path("now/", self.admin_view(views.now), name="now"),
            path("do/<slug:name>/<int:number>/", self.admin_view(views.action), name="action"),
        ]
        return own + [entry for entry in super().get_urls() if getattr(entry, "name", None) not in LEFT_OUT]

    def each_context(self, request: Any) -> dict[str, Any]:
        """Return the little that our pages need of Django's context: they bring their own layout."""
        return {"has_permission": self.has_permission(request)}

    def index(self, request: Any, extra_context: Any = None) -> Any:
        return views.dashboard(request)

    @method_decorator(login_not_required)
    def login(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        response: HttpResponse = secure_admin_login(super().login)(request, extra_context)
        return response

    def logout(self, request: HttpRequest, extra_context: Any = None) -> Any:
        return redirect("account_logout")
