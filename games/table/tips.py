"""Which tip helps a beginner at this moment, if any: none while time is short, while a call can be missed, or for a
player who is out.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from django.conf import settings
from django.utils.safestring import SafeString

from games.engine import View, view
from games.fragments import render
from games.table.prompts import asked_seat
from games.table.snapshot import Snapshot
from games.wording.templates import fill
from games.wording.tips import TIPS

LEAST_SECONDS = 15
"""A player with less time to decide reads no tips."""
ALMOST_LAST = 2


@dataclass(frozen=True, slots=True)
class Tip:
    """A tip; one about your own decision goes away with it, and one about the few cards of another seat with those."""

    code: str
    text: str
    is_about_you: bool
    seat: int | None = None


def find(table: Snapshot, seat: int | None, left: Iterable[str], clock: Callable[[Snapshot], float]) -> Tip | None:
    """Return the tip of those `left` that helps a seat now. The clock of the game is read only if that matters."""
    codes = set(left)
    if seat is None or table.ended or not codes or table.sitters[seat].is_away:
        return None
    seen_by = view(table.state, seat)
    if seat in seen_by.out:
        return None
    is_mine = asked_seat(seen_by) == seat
    if seen_by.windows or (is_mine and _has_little_time(table, clock)):
        return None
    for code in TIPS:
        if code in codes and (code == "catch" or is_mine) and HELPS[code](seen_by):
            almost_last = next(iter(_others_with_two(seen_by)), None) if code == "catch" else None
            name = "" if almost_last is None else table.names[almost_last]
            return Tip(code, fill(TIPS[code], call=settings.CALL_WORD, name=name), is_mine, almost_last)
    return None


def render_tip(found: Tip | None) -> SafeString:
    """Render a tip; nothing is sent when there is none."""
    return render("tip", found) if found else SafeString()


def _has_little_time(table: Snapshot, clock: Callable[[Snapshot], float]) -> bool:
    deadline = table.state.deadline
    return deadline is not None and deadline - clock(table) < LEAST_SECONDS


def _plays(seen_by: View) -> bool:
    return any(move.card for move in seen_by.legal)


def _others_with_two(seen_by: View) -> list[int]:
    seats = enumerate(seen_by.counts)
    return [seat for seat, count in seats if count == ALMOST_LAST and seat != seen_by.seat and seat not in seen_by.out]


HELPS: dict[str, Callable[[View], bool]] = {
    "call": lambda seen_by: seen_by.decision == "turn" and "declare" in seen_by.legal,
    "draw": lambda seen_by: seen_by.decision == "turn" and not _plays(seen_by) and "draw" in seen_by.legal,
    "color": lambda seen_by: seen_by.decision in ("choose_color", "first_color"),
    "fits": lambda seen_by: seen_by.decision == "turn" and _plays(seen_by),
    "catch": lambda seen_by: seen_by.rules.has_calls and seen_by.decision == "turn" and bool(_others_with_two(seen_by)),
}
"""When each tip helps."""
