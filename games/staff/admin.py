"""The lists that the staff sees, and the page for each of their rows."""

from collections.abc import Callable
from typing import Any

from django.contrib import admin
from django.contrib.admin.views.main import ChangeList
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join

from games.fields import name_key
from games.lobby.services import name_of, read
from games.models import Audit, Game, Line, Player, Report, Table, User, Visibility
from games.staff import running, views
from games.staff.lists import List, choice, number_or_none, since
from games.text import with_local_times

PEOPLE_AT_ONCE = 200


def people_named(term: str) -> QuerySet[User]:
    """Return people whose name begins with a search term."""
    return User.objects.filter(name_key__startswith=name_key(term))[:PEOPLE_AT_ONCE]


def _ids(people: QuerySet[User]) -> list[int]:
    return list(people.values_list("pk", flat=True))


@admin.register(Table)
class Tables(List):
    list_display = ("code", "host_name", "visibility", "status", "opened_at", "touched_at")
    list_select_related = ("host",)
    list_filter = (
        choice("status", "status", {
            "open": ("Open", lambda found: found.filter(closed_at=None)),
            "playing": ("Playing", lambda found: found.filter(is_playing=True)),
            "closed": ("Closed", lambda found: found.filter(closed_at__isnull=False)),
        }),
        choice("who", "who may join", {
            name: (label, lambda found, name=name: found.filter(visibility=name))  # type: ignore[misc]
            for name, label in Visibility.choices
        }),
        choice("opened", "opened", since("opened_at")),
    )  # fmt: skip
    columns = ("code", "host__name", "visibility", "watching", "pace", "seats", "opened_at", "touched_at", "closed_at")
    lead = "Where people meet, play and chat."
    hint = "Code, or beginning of the host’s name"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Table]:
        running = Game.objects.filter(table=OuterRef("pk"), ended_at=None)
        tables: QuerySet[Table] = super().get_queryset(request).annotate(is_playing=Exists(running))
        return tables

    def search(self, request: HttpRequest, queryset: QuerySet[Table], term: str) -> QuerySet[Table]:
        return queryset.filter(Q(code__startswith=term.lower()) | Q(host__in=_ids(people_named(term))))

    @admin.display(description="host")
    def host_name(self, table: Table) -> str:
        return table.host.name if table.host else "none"

    @admin.display(description="status")
    def status(self, table: Any) -> str:
        return "closed" if table.closed_at else "playing" if table.is_playing else "open"

    def change_view(self, request: Any, object_id: Any, *rest: Any, **context: Any) -> Any:
        return views.table(request, self, object_id)


LINK = '<a href="{}">{}</a>'


def _player(player: Player) -> str:
    """A player's name with a link to them, or a bot's name with its kind."""
    if player.person_id:
        return format_html(LINK, reverse("admin:games_user_change", args=[player.person_id]), player.name)
    return _named(player)


def _named(player: Player) -> str:
    return f"{player.name} ({player.bot})" if player.bot else player.name


class GamesWithStates(ChangeList):
    """The list of games, with the states of those that are running."""

    def get_results(self, request: HttpRequest) -> None:
        super().get_results(request)
        self.result_list = list(self.result_list)
        running.load_states(self.result_list)


@admin.register(Game)
class Games(List):
    list_display = (
        "number", "table_link", "who", "rules_name", "waits_for", "waiting", "status", "started_at", "length",
        "entries_so_far",
    )  # fmt: skip
    sorts = ("number", "waiting", "started_at", "entries_so_far")
    list_select_related = ("table",)
    list_filter = (
        choice("status", "status", {
            "running": ("Running", lambda found: found.filter(ended_at=None)),
            "finished": ("Finished", lambda found: found.filter(ended_at__isnull=False, abandoned=False)),
            "abandoned": ("Abandoned", lambda found: found.filter(abandoned=True)),
        }),
        choice("started", "started", since("started_at")),
    )  # fmt: skip
    columns = ("pk", "table__code", "started_at", "ended_at", "abandoned", "winner", "version", "rules")
    lead = "All games that have been started."
    hint = "Number, table code, or beginning of a player’s name"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        games: QuerySet[Game] = super().get_queryset(request).defer("state")
        return running.with_last_move(games).prefetch_related("players")

    def get_list_display(self, request: HttpRequest) -> tuple[str, ...]:
        """Return the columns, with links only to what this person may see."""
        plain = {"table_link": ("view_table", "table_code"), "who": ("view_user", "names")}
        hidden = {name: other for name, (right, other) in plain.items() if not request.user.has_perm(f"games.{right}")}
        return tuple(hidden.get(column, column) for column in self.list_display)

    def get_changelist(self, request: HttpRequest, **more: Any) -> type[ChangeList]:
        return GamesWithStates

    def search(self, request: HttpRequest, queryset: QuerySet[Game], term: str) -> QuerySet[Game]:
        played = Player.objects.filter(person__in=_ids(people_named(term))).values("game")
        tables = Table.objects.filter(code=term.lower()).values("pk")
        return queryset.filter(Q(pk=number_or_none(term)) | Q(table__in=tables) | Q(pk__in=played))

    @admin.display(description="game", ordering="pk")
    def number(self, game: Game) -> str:
        return f"#{game.pk}"

    @admin.display(description="table")
    def table_link(self, game: Game) -> str:
        return format_html(LINK, reverse("admin:games_table_change", args=[game.table_id]), game.table.code)

    @admin.display(description="table")
    def table_code(self, game: Game) -> str:
        return game.table.code

    @admin.display(description="players")
    def names(self, game: Game) -> str:
        return ", ".join(map(_named, game.players.all()))

    @admin.display(description="players")
    def who(self, game: Game) -> str:
        return format_html_join(", ", "{}", ((_player(player),) for player in game.players.all()))

    @admin.display(description="rules")
    def rules_name(self, game: Game) -> str:
        return name_of(read(game.rules))

    @admin.display(description="waits for")
    def waits_for(self, game: Game) -> str:
        return "" if game.ended_at else running.waits_for(game)

    @admin.display(description="waiting", ordering="moved_at")
    def waiting(self, game: Any) -> str:
        return "" if game.ended_at else running.duration_since(game.moved_at)

    @admin.display(description="status")
    def status(self, game: Game) -> str:
        return "running" if game.ended_at is None else "abandoned" if game.abandoned else "finished"

    @admin.display(description="length")
    def length(self, game: Game) -> str:
        seconds = int(((game.ended_at or timezone.now()) - game.started_at).total_seconds())
        return f"{seconds // 60}:{seconds % 60:02}"

    @admin.display(description="version", ordering="version")
    def entries_so_far(self, game: Game) -> int:
        return game.version

    def more_urls(self, view: Callable[..., Any]) -> list[URLPattern]:
        return [path("<int:object_id>/replay/", view(self.replay), name="games_game_replay")]

    def change_view(self, request: Any, object_id: Any, *rest: Any, **context: Any) -> Any:
        return views.game(request, self, object_id)

    def replay(self, request: Any, object_id: int) -> HttpResponse:
        return views.replay(request, self, object_id)


@admin.register(User)
class People(List):
    list_display = ("name", "kind", "joined_at", "seen_on", "standing")
    list_filter = (
        choice("kind", "kind", {
            "account": ("Accounts", lambda found: found.filter(is_guest=False)),
            "guest": ("Guests", lambda found: found.filter(is_guest=True)),
            "staff": ("Staff", lambda found: found.filter(is_staff=True)),
        }),
        choice("standing", "sanctions", {
            "banned": ("Banned", lambda found: found.filter(banned_until__gt=timezone.now())),
            "muted": ("Muted", lambda found: found.filter(muted_until__gt=timezone.now())),
        }),
        choice("playing", "now", {"yes": ("Playing now", running.people_playing)}),
        choice("joined", "joined", since("joined_at")),
    )  # fmt: skip
    columns = ("pk", "name", "is_guest", "is_staff", "joined_at", "seen_on", "banned_until", "muted_until")
    lead = "Guests and accounts."
    hint = "Part of a name"

    def search(self, request: HttpRequest, queryset: QuerySet[User], term: str) -> QuerySet[User]:
        return queryset.filter(name_key__contains=name_key(term))

    @admin.display(description="kind")
    def kind(self, person: User) -> str:
        if person.is_superuser:
            return "administrator"
        return "staff" if person.is_staff else "guest" if person.is_guest else "account"

    @admin.display(description="sanctions")
    def standing(self, person: User) -> str:
        now = timezone.now()
        banned, muted = (until is not None and until > now for until in (person.banned_until, person.muted_until))
        return ", ".join(["banned"] * banned + ["muted"] * muted) or "–"

    def more_urls(self, view: Callable[..., Any]) -> list[URLPattern]:
        return [path("<int:object_id>/rights/", view(self.rights), name="games_user_rights")]

    def change_view(self, request: Any, object_id: Any, *rest: Any, **context: Any) -> Any:
        return views.person(request, self, object_id)

    def rights(self, request: Any, object_id: int) -> HttpResponse:
        return views.rights(request, self, object_id)


@admin.register(Report)
class Reports(List):
    list_display = ("number", "name", "why", "reporter_name", "at", "status")
    list_select_related = ("reporter", "resolved_by")
    list_filter = (
        choice("status", "status", {
            "open": ("Open", lambda found: found.filter(resolved_at=None)),
            "resolved": ("Resolved", lambda found: found.filter(resolved_at__isnull=False)),
        }),
        choice("at", "reported", since("at")),
    )  # fmt: skip
    columns = ("pk", "name", "why", "reporter__name", "table__code", "game", "at", "resolved_at", "note")
    lead = "Reports by players that wait for an answer, and resolved ones."
    hint = "Number, or beginning of a name"

    def search(self, request: HttpRequest, queryset: QuerySet[Report], term: str) -> QuerySet[Report]:
        people = _ids(people_named(term))
        return queryset.filter(Q(pk=number_or_none(term)) | Q(person__in=people) | Q(reporter__in=people))

    @admin.display(description="report")
    def number(self, report: Report) -> str:
        return f"#{report.pk}"

    @admin.display(description="from")
    def reporter_name(self, report: Report) -> str:
        return report.reporter.name if report.reporter else "deleted person"

    @admin.display(description="status")
    def status(self, report: Report) -> str:
        if not report.resolved_at:
            return "open"
        return f"resolved by {report.resolved_by}" if report.resolved_by else "resolved"

    def change_view(self, request: Any, object_id: Any, *rest: Any, **context: Any) -> Any:
        return views.report(request, self, object_id)


@admin.register(Line)
class Lines(List):
    list_display = ("at", "table_code", "name", "message", "remove_link")
    list_display_links = None
    list_select_related = ("table",)
    list_filter = (
        choice("removed", "removed", {"yes": ("Removed", lambda found: found.filter(removed_at__isnull=False))}),
        choice("at", "sent", since("at")),
    )
    columns = ("pk", "at", "table__code", "name", "text", "removed_at")
    lead = "What people have written at tables."
    hint = "Table code, or beginning of a name"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Line]:
        return super().get_queryset(request).filter(is_notice=False)

    def search(self, request: HttpRequest, queryset: QuerySet[Line], term: str) -> QuerySet[Line]:
        tables = Table.objects.filter(code=term.lower()).values("pk")
        return queryset.filter(Q(table__in=tables) | Q(person__in=_ids(people_named(term))))

    @admin.display(description="table")
    def table_code(self, line: Line) -> str:
        return line.table.code

    @admin.display(description="message")
    def message(self, line: Line) -> str:
        return line.text

    @admin.display(description="")
    def remove_link(self, line: Line) -> str:
        if line.removed_at:
            return "removed"
        return format_html('<a href="{}">Remove</a>', reverse("admin:action", args=["remove-line", line.pk]))

    def change_view(self, request: Any, object_id: Any, *rest: Any, **context: Any) -> Any:
        return views.line(request, self, object_id)


def _places(audit: Audit) -> list[tuple[str, str]]:
    """Return the addresses and names of the game and the table that an audit entry is about."""
    found = []
    if audit.game_id:
        found.append((reverse("admin:games_game_change", args=[audit.game_id]), f"#{audit.game_id}"))
    if audit.table:
        found.append((reverse("admin:games_table_change", args=[audit.table_id]), audit.table.code))
    return found


@admin.register(Audit)
class Audits(List):
    list_display: tuple[str, ...] = ("at", "by_name", "sentence", "where_link", "reason")
    list_display_links = None
    list_select_related = ("table",)
    list_filter = (
        choice("action", "about", {
            "games": ("Games and tables", lambda found: found.exclude(game=None, table=None)),
            "people": ("People", lambda found: found.exclude(person=None)),
            "looks": ("Hands inspected", lambda found: found.filter(action=Audit.LOOK)),
        }),
        choice("at", "done", since("at")),
    )  # fmt: skip
    columns = ("pk", "at", "name", "action", "what", "reason", "table__code", "game", "person__name")
    lead = "What the staff has done. Nobody can change these entries."
    hint = "Table code, or beginning of the name of who did it, or who it was done to"

    def get_list_display(self, request: HttpRequest) -> tuple[str, ...]:
        """Return the columns, with links only for those who may see games and tables."""
        if request.user.has_perms(("games.view_game", "games.view_table")):
            return self.list_display
        return tuple("where" if column == "where_link" else column for column in self.list_display)

    def search(self, request: HttpRequest, queryset: QuerySet[Audit], term: str) -> QuerySet[Audit]:
        people = _ids(people_named(term))
        tables = Table.objects.filter(code=term.lower()).values("pk")
        found = Q(by__in=people) | Q(person__in=people) | Q(name__istartswith=term) | Q(table__in=tables)
        return queryset.filter(found)

    @admin.display(description="where")
    def where_link(self, audit: Audit) -> str:
        return format_html_join(" ", LINK, _places(audit))

    @admin.display(description="where")
    def where(self, audit: Audit) -> str:
        return " ".join(words for _, words in _places(audit))

    @admin.display(description="who")
    def by_name(self, audit: Audit) -> str:
        return audit.name

    @admin.display(description="what")
    def sentence(self, audit: Audit) -> str:
        return with_local_times(audit.what)

    def change_view(self, request: Any, object_id: Any, *rest: Any, **context: Any) -> Any:
        return views.audit(request, self, object_id)
