"""All data about one person, for their download."""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.db.models import F, QuerySet

from games.models import Entry, Figures, Player, User
from games.people.services import PREFERENCES

TALLIED = ("games", "unfinished", "won", "places", "points")


def everything_about(person: User) -> dict[str, Any]:
    """Return everything stored about a person, except passwords and keys, which are of no use elsewhere."""
    return {
        "name": person.name,
        "guest": person.is_guest,
        "picture": person.face,
        "joined": person.joined_at,
        "last_seen": person.seen_on,
        "last_online": person.online_at,
        "preferences": {preference: getattr(person, preference) for preference in PREFERENCES},
        "profile": {"results_for": person.results_for, "details_for": person.details_for},
        "emails": list(EmailAddress.objects.filter(user=person).values("email", "verified", "primary")),
        "sessions": list(
            UserSession.objects.filter(user=person).values("ip", "user_agent", "created_at", "last_seen_at")
        ),
        "tables": list(person.hosted.values("code", "opened_at", "closed_at")),
        "places": list(person.places.values("table__code", "number", "taken_at", "contribution")),
        "games": [_result(seat) for seat in person.seats.select_related("game__table")],
        "moves": list(_moves(person)),
        "said": list(person.lines.filter(is_notice=False).values("table__code", "text", "at")),
        "reactions": list(person.reactions.values("table__code", "kind", "at")),
        "rules": list(person.rule_sets.values("name", "rules", "code", "saved_at")),
        "visits": list(person.visits.values("table__code", "seen_at", "queued_at")),
        "invitations": list(person.invitations.values("table__code", "at")),
        "invited": list(person.invited.values("table__code", "at")),
        "bans": list(person.bans.values("table__code", "at")),
        "sanctions": list(person.sanctions.values("kind", "until", "reason", "at", "lifted_at")),
        "reports": list(person.reports.values("name", "why", "at", "resolved_at", "note")),
        "reports_about": list(person.reported.values("table__code", "why", "at", "resolved_at")),
        "browsers": list(person.browsers.values("first_seen_at", "last_seen_at", "banned_until", "reason")),
        "muted": list(person.mutes.values_list("other__name", flat=True)),
        "follows": list(person.follows.values("other__name", "at")),
        "blocked": list(person.blocks.values("other__name", "at")),
        "statistics": list(person.tallies.values("kind", "key", *TALLIED)),
        "figures": Figures.objects.filter(person=person).values().first(),
        "head_to_head": list(person.head_to_heads.values("other__name", "won", "lost", "even")),
        "awards": list(person.awards.values("code", "game__public_id")),
        "tokens": list(person.tokens.values("name", "scope", "made_at", "used_at")),
        "second_steps": list(Authenticator.objects.filter(user=person).values("type", "created_at", "last_used_at")),
    }


def _result(seat: Player) -> dict[str, Any]:
    """Return a game without the other players, whose names are not this person's data."""
    game = seat.game
    return {
        "number": game.pk,
        "table": game.table.code,
        "started": game.started_at,
        "ended": game.ended_at,
        "name": seat.name,
        "seat": seat.seat,
        "points": seat.score,
        "place": seat.rank,
        "replay": game.public_id,
    }


def _moves(person: User) -> QuerySet[Entry, Any]:
    mine = Entry.objects.filter(game__players__person=person, game__players__seat=F("seat"))
    return mine.order_by("game", "number").values("game", "number", "move", "at")
