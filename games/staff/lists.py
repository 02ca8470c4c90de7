"""The lists of the staff, with search, filters, pages and CSV export. They never count all
rows of a large table, and run no query per row."""

import csv
from collections.abc import Callable, Iterable
from datetime import timedelta
from functools import cached_property
from io import StringIO
from typing import TYPE_CHECKING, Any

from django.contrib import admin, messages
from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.admin.views.main import ERROR_FLAG, ORDER_VAR, PAGE_VAR, SEARCH_VAR
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path
from django.utils import timezone

from games.staff.navigation import SECTIONS, navigation
from games.text import whole_number
from games.wording import staff as wording

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""A spreadsheet takes a cell that begins with one of these for a formula."""
Narrow = Callable[[QuerySet[Any]], QuerySet[Any]]
BAD_REQUEST = 400


class CappedPaginator(Paginator[Any] if TYPE_CHECKING else Paginator):  # type: ignore[misc]
    """Counts at most `MOST` rows: nobody turns more pages than that."""

    MOST = 10_000
    object_list: QuerySet[Any]

    @cached_property
    def count(self) -> int:
        return self.object_list[: self.MOST].count()


class Choice(admin.SimpleListFilter):
    """A filter with a few named choices; each narrows the list."""

    template = "staff/_filter.html"
    narrowings: dict[str, tuple[str, Narrow]] = {}

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(name, label) for name, (label, _) in self.narrowings.items()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        chosen = self.narrowings.get(self.value() or "")
        return chosen[1](queryset) if chosen else queryset


def choice(parameter: str, title: str, narrowings: dict[str, tuple[str, Narrow]]) -> type[Choice]:
    return type("Choice", (Choice,), {"parameter_name": parameter, "title": title, "narrowings": narrowings})


def since(field: str) -> dict[str, tuple[str, Narrow]]:
    """Return the choices of a filter by age: the last day, week and month."""

    def later_than(days: int) -> Narrow:
        return lambda found: found.filter(**{f"{field}__gte": timezone.now() - timedelta(days=days)})

    return {
        "day": ("Last 24 hours", later_than(1)),
        "week": ("Last 7 days", later_than(7)),
        "month": ("Last 30 days", later_than(30)),
    }


class List(admin.ModelAdmin):  # type: ignore[type-arg]  # generic in the stubs only
    """A read-only list with CSV export, and a page for each of its rows."""

    change_list_template = "staff/list.html"
    paginator = CappedPaginator
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER
    list_per_page = 50
    list_max_show_all = 0
    actions = None
    # We search ourselves; without this, Django would not render the search field.
    search_fields = ("pk",)
    ordering = ("-pk",)
    lead = ""
    hint = ""
    sorts: tuple[str, ...] = ()
    """The columns by which the list can be sorted."""
    columns: tuple[str, ...] = ()
    """The columns of the CSV: fields, as `values_list` takes them."""

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
        """The query parameters of this list's own filters."""
        return frozenset(declared.parameter_name for declared in self.list_filter)  # type: ignore[union-attr]

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """Allow only our own filters. Django's allow any column, so its value could be guessed letter by letter."""
        return lookup in self.parameters

    def unknown(self, request: HttpRequest) -> list[str]:
        """Return the query parameters that are not a filter, the search, the order or the page of this list."""
        order = {ORDER_VAR} if self.sorts else set()
        return sorted(set(request.GET) - self.parameters - {SEARCH_VAR, PAGE_VAR} - order)

    def get_sortable_by(self, request: HttpRequest) -> tuple[str, ...]:
        return self.sorts

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> Any:
        if unknown := self.unknown(request):
            self._check_may_view(request)
            is_page = unknown == [ERROR_FLAG]
            messages.error(request, wording.refusal("no_such_page") if is_page else no_such_filter(unknown))
            return redirect(request.path)
        name = str(self.opts.model_name)
        context = {"label": dict(SECTIONS)[name], "lead": self.lead, "hint": self.hint, **navigation(request, name)}
        return super().changelist_view(request, context)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], term: str
    ) -> tuple[QuerySet[Any], bool]:
        term = " ".join(term.split())[:60]
        return (self.search(request, queryset, term) if term else queryset), False

    def search(self, request: HttpRequest, queryset: QuerySet[Any], term: str) -> QuerySet[Any]:
        raise NotImplementedError

    def export(self, request: HttpRequest) -> HttpResponse:
        """Return all rows of the list as it is filtered, as one CSV file."""
        self._check_may_view(request)
        if unknown := self.unknown(request):
            return _refused(request, no_such_filter(unknown))
        try:
            found = self.get_changelist_instance(request).get_queryset(request)
        except IncorrectLookupParameters:
            return _refused(request, wording.refusal("no_such_page_to_export"))
        rows = found.prefetch_related(None).values_list(*self.columns)
        response = HttpResponse(as_csv(self.columns, rows.iterator(chunk_size=2000)), content_type="text/csv")
        response["Content-Disposition"] = f'attachment; filename="{self.opts.model_name}s.csv"'
        return response

    def _check_may_view(self, request: HttpRequest) -> None:
        if not self.has_view_permission(request):
            raise PermissionDenied


def no_such_filter(unknown: list[str]) -> str:
    names = ", ".join(f"“{name[:60]}”" for name in unknown[:3])
    return wording.refusal("no_such_filter", names=names)


def _refused(request: HttpRequest, sentence: str) -> HttpResponse:
    context = {"status": BAD_REQUEST, "title": "Unknown filter", "sentence": sentence}
    return render(request, "refusal.html", context, status=BAD_REQUEST)


def as_csv(columns: Iterable[str], rows: Iterable[tuple[Any, ...]]) -> str:
    text = StringIO()
    writer = csv.writer(text)
    writer.writerow(columns)
    writer.writerows([_cell(value) for value in row] for row in rows)
    return text.getvalue()


def _cell(value: Any) -> str:
    text = "" if value is None else value.isoformat() if hasattr(value, "isoformat") else str(value)
    return f"'{text}" if text.startswith(FORMULA) else text


def number_or_none(term: str) -> int | None:
    """Return a search term such as `#12` as the number of a row, or None if it cannot be one."""
    return whole_number(term.removeprefix("#"))
