"""What flashes at a seat, by code: a word or two, or a number of cards."""

FLASHES = {
    "cards": "+{count}",
    "discarded": "-{count}",
    "skipped": "SKIPPED",
    "right": "RIGHT ✓",
    "wrong": "WRONG ✗",
    "bluff": "BLUFF ✗",
    "caught": "CAUGHT",
    "time_up": "TIME UP",
    "out": "OUT",
    "jumped_in": "JUMPED IN",
    "swap": "SWAP",
    "wins": "WINS",
    "call": "{call}",
}
