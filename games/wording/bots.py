"""Sentences of the page about bots."""

RULES_CHART = "Share of rounds that Expert wins against Hard at two seats, under several rules"
PLAYOUTS_CHART = "Share of Official rounds that Expert wins against Hard, by how many short games it plays for a move"
PLAYOUTS_WITH_OPEN_HANDS = "{number:,}, seeing all hands"
MILLISECONDS = "{number} ms"
