"""What flashes at a seat or in the middle, by code: a word or two, or a number of cards."""

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
    "passed_on": "HANDS PASSED ON",
    "shuffled": "HANDS SHUFFLED",
    "everyone_skipped": "ALL OTHERS SKIPPED",
    "wins": "WINS",
    "call": "{call}",
}
