"""A program that plays Last Card. Standard library only; give it the site, a token, and a table's code to join.

python3 example_bot.py http://localhost:8000 lastcard_… abcd2345
"""

import json
import sys
import urllib.error
import urllib.request

SITE, TOKEN, CODE = sys.argv[1:4]


def ask(method, path, body=None):
    request = urllib.request.Request(
        f"{SITE}/api/{path}",
        method=method,
        data=None if body is None else json.dumps(body).encode(),
        headers={"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"},
    )
    return urllib.request.urlopen(request)


def best(moves, hand):
    """Call in time and catch who has not; play what is worth most, and name the color held most."""
    colors = [card["color"] for card in hand]

    def worth(move):
        verb, _, what = move.partition(" ")
        order = ["accuse", "declare", "play", "stack", "jump", "color", "swap", "challenge", "accept", "keep", "draw"]
        wish = colors.count(what) if verb == "color" else not what.startswith("W")
        return -order.index(verb) if verb in order else -99, wish, not what[1:].isdigit(), what

    return max(moves, key=worth)


def move(game, me):
    hand = next(hand["cards"] for hand in game["state"]["hands"] if hand["owner"] == me)
    text = best(game["legal"], hand)
    try:
        ask("PATCH", f"tables/{CODE}", {"version": game["version"], "actions": {"type": "move", "text": text}})
    except urllib.error.HTTPError as refusal:
        if refusal.code != 409:  # otherwise somebody was quicker, and the stream tells what has changed
            raise


me = json.load(ask("GET", "me"))["username"]
ask("POST", f"tables/{CODE}/join", {})
stream = ask("GET", f"tables/{CODE}/stream")
ask("POST", f"tables/{CODE}/ready", {})
for line in stream:
    news = json.loads(line)
    if news["type"] == "gameEnded":
        print("The winner is", news["game"]["meta"]["winner"])
        break
    if news["type"] != "heartbeat" and news["game"]["legal"]:
        move(news["game"], me)
