"""Every write of the lobby. Each service locks the row of its table, and sends hints after the commit."""

from games.chat.services import lines, mute, muted_by, post_staff_notice, remove, say, unmute
from games.lobby.services.choosing import choose, last_used, name_of, read
from games.lobby.services.cleanup import CLEANING, delete_unused, fill_seats
from games.lobby.services.finding import play_now, quick_match
from games.lobby.services.hosting import ban, kick, pass_on, unban
from games.lobby.services.invitations import accept, companions, decline, invite
from games.lobby.services.rematches import longer, rematch
from games.lobby.services.rule_sets import delete, mine, save, shared
from games.lobby.services.seats import (
    BOT_NAMES,
    fill_up,
    leave,
    mix_teams,
    queue,
    remove_bot,
    set_bot,
    set_ready,
    sit,
    stand_up,
    take_over,
    unqueue,
    watch,
)
from games.lobby.services.starting import start, start_obstacle
from games.lobby.services.tables import (
    Settings,
    change_rules,
    change_settings,
    close,
    close_by_staff,
    give_invitation_code,
    give_password,
    new_invitation_code,
    open_from,
    open_table,
    settings_of,
)
from games.locking import check_access, is_playing
from games.refusals import NotAllowed, Refusal

__all__ = [
    "BOT_NAMES",
    "CLEANING",
    "NotAllowed",
    "Refusal",
    "Settings",
    "accept",
    "ban",
    "change_rules",
    "change_settings",
    "check_access",
    "choose",
    "close",
    "close_by_staff",
    "companions",
    "decline",
    "delete",
    "delete_unused",
    "fill_seats",
    "fill_up",
    "give_invitation_code",
    "give_password",
    "invite",
    "is_playing",
    "kick",
    "last_used",
    "leave",
    "lines",
    "longer",
    "mine",
    "mix_teams",
    "mute",
    "muted_by",
    "name_of",
    "new_invitation_code",
    "open_from",
    "open_table",
    "pass_on",
    "play_now",
    "post_staff_notice",
    "queue",
    "quick_match",
    "read",
    "rematch",
    "remove",
    "remove_bot",
    "save",
    "say",
    "set_bot",
    "set_ready",
    "settings_of",
    "shared",
    "sit",
    "stand_up",
    "start",
    "start_obstacle",
    "take_over",
    "unban",
    "unmute",
    "unqueue",
    "watch",
]
