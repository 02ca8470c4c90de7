"""The lists of the staff: searched, filtered, turned page by page and taken along as CSV, without ever counting a table
of a hundred thousand rows or asking anything for each row."""

import csv
from collections.abc import Callable, Iterable
from datetime import timedelta
from functools import cached_property
from io import StringIO
from typing import TYPE_CHECKING, Any

from django.contrib import admin, messages
from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.admin.views.main import ERROR_FLAG, PAGE_VAR, SEARCH_VAR
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path
from django.utils import timezone

from games.staff.navigation import framed
from games.text import whole_number

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet would take for a formula when a cell begins with it."""
Narrow = Callable[[QuerySet[Any]], QuerySet[Any]]
BAD_REQUEST = 400
NO_SUCH_PAGE = "There is no such page of this list. This is the first one."


class CappedPaginator(Paginator[Any] if TYPE_CHECKING else Paginator):  # type: ignore[misc]
    """Counts no further than anybody turns pages."""

    MOST = 10_000
    object_list: QuerySet[Any]

    @cached_property
    def count(self) -> int:
        return self.object_list[: self.MOST].count()


class Choice(admin.SimpleListFilter):
    """A filter made of names and what each of them leaves."""

    template = "staff/_filter.html"
    ways: dict[str, tuple[str, Narrow]] = {}

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(name, words) for name, (words, _) in self.ways.items()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        chosen = self.ways.get(self.value() or "")
        return chosen[1](queryset) if chosen else queryset


def choice(parameter: str, title: str, ways: dict[str, tuple[str, Narrow]]) -> type[Choice]:
    return type("Choice", (Choice,), {"parameter_name": parameter, "title": title, "ways": ways})


def since(field: str) -> dict[str, tuple[str, Narrow]]:
    """Today, and the last days."""

    def later_than(days: int) -> Narrow:
        return lambda found: found.filter(**{f"{field}__gte": timezone.now() - timedelta(days=days)})

    return {
        "day": ("Last 24 hours", later_than(1)),
        "week": ("Last 7 days", later_than(7)),
        "month": ("Last 30 days", later_than(30)),
    }


class List(admin.ModelAdmin):  # type: ignore[type-arg]  # generic in the stubs only
    """A list that can be looked at and taken along, and a page for each of its rows; nobody edits anything here."""

    change_list_template = "staff/list.html"
    paginator = CappedPaginator
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER
    list_per_page = 50
    list_max_show_all = 0
    actions = None
    sortable_by = ()
    # Searching is our own work; this only lets the field be drawn.
    search_fields = ("pk",)
    ordering = ("-pk",)
    lead = ""
    hint = ""
    columns: tuple[str, ...] = ()
    """What stands in the CSV: fields, as `values_list` takes them."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    has_change_permission = has_delete_permission = has_add_permission

    def get_urls(self) -> list[URLPattern]:
        name = f"{self.opts.app_label}_{self.opts.model_name}"
        view = self.admin_site.admin_view
        return [
            path("", view(self.changelist_view), name=f"{name}_changelist"),
            path("export/", view(self.export), name=f"{name}_export"),
            path("<int:object_id>/change/", view(self.change_view), name=f"{name}_change"),
            *self.more_urls(view),
        ]

    def more_urls(self, view: Callable[..., Any]) -> list[URLPattern]:
        return []

    @property
    def parameters(self) -> frozenset[str]:
        """The names of this list's own filters."""
        return frozenset(declared.parameter_name for declared in self.list_filter)  # type: ignore[union-attr]

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """Django would let any column be filtered on, and so be read letter by letter."""
        return lookup in self.parameters

    def unknown(self, request: HttpRequest) -> list[str]:
        """What the address asks for beyond the list's own filters, search and pages."""
        return sorted(set(request.GET) - self.parameters - {SEARCH_VAR, PAGE_VAR})

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> Any:
        if unknown := self.unknown(request):
            self._check_may_view(request)
            messages.error(request, NO_SUCH_PAGE if unknown == [ERROR_FLAG] else no_such_filter(unknown))
            return redirect(request.path)
        words = {"lead": self.lead, "hint": self.hint, **framed(request, str(self.opts.model_name))}
        return super().changelist_view(request, words)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], term: str
    ) -> tuple[QuerySet[Any], bool]:
        term = " ".join(term.split())[:60]
        return (self.search(request, queryset, term) if term else queryset), False

    def search(self, request: HttpRequest, queryset: QuerySet[Any], term: str) -> QuerySet[Any]:
        raise NotImplementedError

    def export(self, request: HttpRequest) -> HttpResponse:
        """All that the list would show, page after page, as one file."""
        self._check_may_view(request)
        if unknown := self.unknown(request):
            return _refused(request, no_such_filter(unknown))
        try:
            found = self.get_changelist_instance(request).get_queryset(request)
        except IncorrectLookupParameters:
            return _refused(request, "There is no such page of this list. Leave the page out to export all of it.")
        rows = found.prefetch_related(None).values_list(*self.columns)
        answer = HttpResponse(as_csv(self.columns, rows.iterator(chunk_size=2000)), content_type="text/csv")
        answer["Content-Disposition"] = f'attachment; filename="{self.opts.model_name}s.csv"'
        return answer

    def _check_may_view(self, request: HttpRequest) -> None:
        if not self.has_view_permission(request):
            raise PermissionDenied


def no_such_filter(unknown: list[str]) -> str:
    names = ", ".join(f"“{name[:60]}”" for name in unknown[:3])
    return f"This list has no filter {names}. Use the filters and the search above it."


def _refused(request: HttpRequest, sentence: str) -> HttpResponse:
    words = {"status": BAD_REQUEST, "title": "Unknown filter", "sentence": sentence}
    return render(request, "refusal.html", words, status=BAD_REQUEST)


def as_csv(columns: Iterable[str], rows: Iterable[tuple[Any, ...]]) -> str:
    text = StringIO()
    writer = csv.writer(text)
    writer.writerow(columns)
    writer.writerows([_cell(value) for value in row] for row in rows)
    return text.getvalue()


def _cell(value: Any) -> str:
    words = "" if value is None else value.isoformat() if hasattr(value, "isoformat") else str(value)
    return f"'{words}" if words.startswith(FORMULA) else words


def number_or_none(term: str) -> int | None:
    """A number that somebody looks for, if it can be one of a row."""
    return whole_number(term.removeprefix("#"))
