"""Why a person may see less of a table than they asked for, by the codes of `games.access.Reason`."""

REASONS = {
    "none": "",
    "no_table": "There is no such table. It may be closed, or there may be a typo in the code.",
    "closed": "This table is closed. Open a new one, or look for another in the list.",
    "staff_ban": "You are banned from this site.",
    "host_ban": "The host has banned you from this table.",
    "password": "This table has a password. Enter it first.",
    "no_watching": "The host of this table does not allow watching.",
    "not_playing": "You are only watching this game.",
    "still_played": "This game is still being played. Its replay opens when it is over.",
    "no_replay": "Only the players of this game can see its replay, and people to whom they have sent a link.",
    "link_revoked": "A player has revoked the link to this replay.",
}
