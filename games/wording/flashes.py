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
    "passed_on": "PASSED ON",
    "shuffled": "SHUFFLED",
    "wins": "WINS",
    "call": "{call}",
}
