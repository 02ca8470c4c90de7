"""What a running game refuses, and what it announces, by code. Moves are refused in `games.wording.refusals`."""

from games.wording.templates import fill

REFUSALS = {
    "already_started": "The game has already started.",
    "unreadable_message": "The message is not a move.",
    "stale": "The table has changed meanwhile. Look at it again, then decide.",
    "judging": "A catch is being judged. Try again in a moment.",
    "key_used": "That key was used for another move. Send a new one.",
    "no_game": "There is no game at this table now.",
    "not_seated": "That person has no seat in this game.",
    "only_people": "The host of this table wants people to play, not programs.",
    "seated_already": "You already have a seat in this game.",
    "seats_closed": "At this table, seats cannot be taken while a game is running.",
    "not_a_bot": "No bot plays in that seat any more.",
    # What staff can do to a running game.
    "moved_on": "The game has moved on, and it is another player’s turn now. Look at it again.",
    "bot_plays_already": "A bot already plays in that seat.",
    "no_bot_plays": "No bot is playing for that player.",
    "no_person": "No person has that seat.",
    "no_clock": "At this table, there is no time limit.",
    "bots_need_no_time": "It is a bot’s turn, and bots need no more time.",
    "not_casual": "Moves can be taken back in casual games only: not at public tables, and not where programs play.",
    "no_moves": "There is no move to take back.",
}


def refusal(code: str, /, **facts: object) -> str:
    """Why something cannot be done in a running game."""
    return fill(REFUSALS[code], **facts)


LEFT = "You have left the game. A bot plays on for you, and you can come back until it ends."
HELD = "Who pressed first is being judged. The log of the game will say it."
INSPECTED = "{name} of the staff looked at the hands of this game at {at:%H:%M} UTC. Reason: {reason}"
"""What the players read after a game in which staff have looked at hands."""
DRAW_PILE = "Draw pile"
"""What the draw pile is called on the page."""
TOP_BACK = ", with {card} on the back of the top one"
