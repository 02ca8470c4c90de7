"""Labels and values on the staff's page about a game, by code."""

FACTS = {
    "round": "Round",
    "top": "Top card",
    "color": "Color in play",
    "direction": "Direction",
    "to_draw": "Draw pile",
    "discards": "Discards",
    "penalty": "Penalty for the player whose turn it is",
    "dealer": "Dealer",
    "can_be_caught": "Can be caught",
    "has_called": "Has said “{call}”",
    "out": "Out of the round",
    "side": "Side in play",
}
VALUES = {
    "no_color": "none yet",
    "clockwise": "clockwise",
    "counterclockwise": "counterclockwise",
    "no_penalty": "none",
    "no_players": "nobody",
}
SIDES = ("light side", "dark side")
OVER = "The game is over, and waits for nobody."

PLAYS = {
    "bot": "bot {bot}",
    "left": "has left; bot {bot} plays",
    "away": "away; bot {bot} plays",
    "program": "program",
    "person": "person",
}
"""Who plays a seat."""

CONNECTION = {
    "not_a_person": "–",
    "absent": "not at the table",
    "connected": "connected",
    "last_seen": "last seen {seen_at:%d %b, %H:%M %Z}",
}
THE_TABLE = "the table"
"""Who did what no player did."""
