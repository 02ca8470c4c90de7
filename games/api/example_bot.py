"""A program that plays Last Card, with the standard library only. Give it the site, a token, and the code of a table.

python3 example_bot.py http://localhost:8000 lastcard_… abcd2345
"""

import json
import secrets
import sys
import urllib.error
import urllib.request

SITE, TOKEN, CODE = sys.argv[1:4]


def ask(method, path, body=None):
    headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    return urllib.request.urlopen(urllib.request.Request(f"{SITE}/api/{path}", data, headers, method=method))


def best(moves, hand):
    """Call in time, catch players who did not, play valuable cards first, and choose the color you hold most of."""
    colors = [card["color"] for card in hand]

    def value(move):
        verb, _, what = move.partition(" ")
        order = ["accuse", "declare", "play", "add", "stack", "jump", "color", "swap", "target", "challenge"]
        order += ["accept", "keep", "done", "draw"]
        preference = colors.count(what) if verb == "color" else not what.startswith("W")
        return -order.index(verb) if verb in order else -99, preference, not what[1:].isdigit(), what

    return max(moves, key=value)


def move(game, me, legal):
    hand = next(hand["cards"] for hand in game["state"]["hands"] if hand["owner"] == me)
    text = best(legal, hand)
    try:
        ask("PATCH", f"tables/{CODE}", {"version": game["version"], "actions": {"type": "move", "text": text}})
    except urllib.error.HTTPError as refusal:
        if refusal.code not in (409, 425):  # another player was faster, and the stream sends the new version
            raise
        rest = [other for other in legal if not other.startswith("accuse")]
        if json.load(refusal)["code"] == "too_early" and rest:  # who missed the call has a moment to make it
            move(game, me, rest)


me = json.load(ask("GET", "me"))["username"]
ask("POST", f"tables/{CODE}/join", {})
stream = ask("GET", f"tables/{CODE}/stream")
ask("POST", f"tables/{CODE}/ready", {"contribution": secrets.token_hex(16)})  # to the shuffles
for line in stream:
    event = json.loads(line)
    if event["type"] == "gameEnded":
        print("The winner is", event["game"]["meta"]["winner"])
        break
    if event["type"] != "heartbeat" and event["game"]["legal"]:
        move(event["game"], me, event["game"]["legal"])
