"""The pages on which people see and download their data, and delete their account."""

from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_http_methods, require_safe

from games.limits import limit
from games.people.request import PersonRequest
from games.privacy import deletion, export
from games.privacy.forms import DeletionForm
from games.wording.people import confirmation

UNPROCESSABLE = 422


@require_safe
def my_data(request: PersonRequest) -> HttpResponse:
    return render(request, "people/my_data.html")


@require_GET
@limit("download one's data", 6, per=60)
def download(request: PersonRequest) -> HttpResponse:
    headers = {"Content-Disposition": 'attachment; filename="last-card-my-data.json"'}
    about = export.everything_about(request.user)
    return JsonResponse(about, headers=headers, json_dumps_params={"indent": 2, "ensure_ascii": False})


@require_http_methods(["GET", "HEAD", "POST"])
def delete_me(request: PersonRequest) -> HttpResponse:
    if request.method == "POST":
        return _delete(request)
    return _form(request, DeletionForm(request.user))


@limit("delete oneself", 6, per=300)
def _delete(request: PersonRequest) -> HttpResponse:
    form = DeletionForm(request.user, request.POST)
    if not form.is_valid():
        return _form(request, form)
    deletion.delete(request.user)
    logout(request)
    messages.success(request, confirmation("deleted"))
    return redirect("home")


def _form(request: PersonRequest, form: DeletionForm) -> HttpResponse:
    status = UNPROCESSABLE if form.errors else 200
    return render(request, "people/delete_me.html", {"form": form}, status=status)
