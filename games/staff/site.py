"""The staff's own site: Django's admin with our dashboard, our lists and our pages."""

from typing import Any

from allauth.account.decorators import secure_admin_login
from django.contrib.admin import AdminSite
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, URLResolver, path
from django.utils.decorators import method_decorator

NOT_OURS = frozenset({"password_change", "password_change_done", "view_on_site", "app_list", "autocomplete", "jsi18n"})
"""Pages of Django's own: passwords and second steps have one door for everybody."""


class Site(AdminSite):
    def get_urls(self) -> list[URLPattern | URLResolver]:
        from games.staff import views

        own: list[URLPattern | URLResolver] = [
            path("now/", self.admin_view(views.now), name="now"),
            path("do/<slug:name>/<int:number>/", self.admin_view(views.deed), name="deed"),
        ]
        return own + [entry for entry in super().get_urls() if getattr(entry, "name", None) not in NOT_OURS]

    def each_context(self, request: Any) -> dict[str, Any]:
        """Our pages bring what they show; nothing of Django's frame is drawn."""
        return {"has_permission": self.has_permission(request)}

    def index(self, request: Any, extra_context: Any = None) -> Any:
        from games.staff import views

        return views.dashboard(request)

    @method_decorator(login_not_required)
    def login(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        answer: HttpResponse = secure_admin_login(super().login)(request, extra_context)
        return answer

    def logout(self, request: HttpRequest, extra_context: Any = None) -> Any:
        return redirect("account_logout")
