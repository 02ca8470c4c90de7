"""Random small positions with any options and any deck, to compare two implementations of the rules."""

from __future__ import annotations

from random import Random
from typing import Any

CLASSIC_SYMBOLS = [
    "0",
    "1",
    "1",
    "2",
    "2",
    "3",
    "3",
    "4",
    "4",
    "5",
    "5",
    "6",
    "6",
    "7",
    "7",
    "8",
    "8",
    "9",
    "9",
    "D",
    "D",
    "R",
    "R",
    "S",
    "S",
]
NO_MERCY_SYMBOLS = [digit for digit in "0123456789" for _ in range(2)]
NO_MERCY_SYMBOLS += ["D", "D", "D", "D4", "D4", "S", "S", "S", "E", "E", "R", "R", "R", "A", "A", "A"]
FLIP_CARDS = [
    "WD2|O4",
    "WD2|O7",
    "WD2|P2",
    "WD2|U9",
    "W|P5",
    "W|PF",
    "W|U7",
    "W|T3",
    "B1|UE",
    "B1|UE",
    "B2|O8",
    "B2|P6",
    "B3|U8",
    "B3|T2",
    "B4|U1",
    "B4|TD5",
    "B5|OR",
    "B5|P9",
    "B6|UR",
    "B6|TE",
    "B7|O3",
    "B7|OE",
    "B8|T4",
    "B8|TR",
    "B9|O5",
    "B9|UF",
    "BD1|P6",
    "BD1|T6",
    "BF|U6",
    "BF|U7",
    "BR|O4",
    "BR|W",
    "BS|P9",
    "BS|T1",
    "G1|O5",
    "G1|OF",
    "G2|TD5",
    "G2|TE",
    "G3|PF",
    "G3|U2",
    "G4|P8",
    "G4|T9",
    "G5|O7",
    "G5|T4",
    "G6|P5",
    "G6|WDC",
    "G7|O6",
    "G7|T2",
    "G8|PR",
    "G8|T9",
    "G9|OD5",
    "G9|PR",
    "GD1|O6",
    "GD1|T6",
    "GF|T3",
    "GF|WDC",
    "GR|O1",
    "GR|P7",
    "GS|O9",
    "GS|U4",
    "R1|P3",
    "R1|U2",
    "R2|OR",
    "R2|UD5",
    "R3|P7",
    "R3|WDC",
    "R4|OF",
    "R4|UD5",
    "R5|P2",
    "R5|T5",
    "R6|O9",
    "R6|PE",
    "R7|O1",
    "R7|U5",
    "R8|UR",
    "R8|T7",
    "R9|U5",
    "R9|TR",
    "RD1|P3",
    "RD1|P4",
    "RF|P8",
    "RF|U3",
    "RR|U3",
    "RR|T7",
    "RS|OD5",
    "RS|W",
    "Y1|PE",
    "Y1|W",
    "Y2|T1",
    "Y2|T8",
    "Y3|PD5",
    "Y3|U1",
    "Y4|PD5",
    "Y4|UF",
    "Y5|U9",
    "Y5|T8",
    "Y6|OE",
    "Y6|WDC",
    "Y7|O2",
    "Y7|U6",
    "Y8|O2",
    "Y8|P1",
    "Y9|U4",
    "Y9|T5",
    "YD1|P1",
    "YD1|U8",
    "YF|O8",
    "YF|P4",
    "YR|TF",
    "YR|W",
    "YS|O3",
    "YS|TF",
]


def colored(symbols: list[str]) -> list[str]:
    return [color + symbol for color in "RYGB" for symbol in symbols]


DECKS = {
    "classic": colored(CLASSIC_SYMBOLS) + ["W", "WD4"] * 4,
    "classic_112": [*colored(CLASSIC_SYMBOLS), *["W", "WD4"] * 4, "WH", "WX", "WX", "WX"],
    "flip": FLIP_CARDS,
    "no_mercy": colored(NO_MERCY_SYMBOLS) + ["WR4", "WC"] * 8 + ["WD6", "WD10"] * 4,
}
CHOICES: dict[str, list[Any]] = {
    "draw": ["one", "until_playable", "free"],
    "voluntary_draw": [True, False],
    "drawn_play": ["optional", "forced", "forbidden"],
    "after_draw": ["drawn", "hand"],
    "stacking": ["off", "same", "four_on_two", "higher", "any"],
    "draw_skips_victim": [True, False],
    "wild_draw": ["challenge", "free", "enforced"],
    "challenge_test": ["color", "match", "playable"],
    "challenge_extra": [0, 2, 4],
    "finish_on": ["any", "any", "no_wild", "number"],
    "deflect": [False, True],
    "several": ["off", "equal", "identical"],
    "seven": ["off", "swap"],
    "zero": ["off", "pass"],
    "custom_card": ["draw_one", "again", "skip_two", "peek"],
    "jump_in": [True, False],
    "two_player_reverse": ["skip", "plain"],
    "mercy_limit": [0, 0, 0, 10, 11],
    "uno_call": ["manual", "manual", "strict", "auto", "off"],
    "uno_penalty": [0, 1, 2, 10],
    "uno_grace": [0, 2],
    "uno_head_start": ["0"],
    "false_accuse_penalty": [0, 0, 1, 4],
    "final_draw_counts": [True, False],
}


def random_options(rng: Random) -> dict[str, Any]:
    options: dict[str, Any] = {"deck": rng.choice(sorted(DECKS))}
    options |= {name: rng.choice(values) for name, values in CHOICES.items()}
    if options["drawn_play"] == "forbidden":
        options["after_draw"] = "drawn"
    return options


def interesting(card: str) -> bool:
    return not all(face[1:].isdigit() for face in card.split("|"))


def random_position(rng: Random) -> dict[str, Any]:
    """Return hands with many action cards, so that few moves use many rules. Half of the Flip positions are dark."""
    options = random_options(rng)
    cards = list(DECKS[options["deck"]])
    rng.shuffle(cards)
    cards.sort(key=lambda card: interesting(card) and rng.random() < 0.6)
    big = options["mercy_limit"] > 0 and rng.random() < 0.5
    hands = [
        [cards.pop() for _ in range(rng.randint(5, 8) if big else rng.randint(1, 4))] for _ in range(rng.randint(2, 4))
    ]
    rng.shuffle(cards)
    discard = [cards.pop() for _ in range(rng.randint(1, 3))]
    draw = [] if rng.random() < 0.05 else [cards.pop() for _ in range(rng.randint(30, 45))]
    return {
        "options": options,
        "hands": hands,
        "draw": draw,
        "discard": discard,
        "turn": rng.randrange(len(hands)),
        "direction": rng.choice([1, -1]),
        "color": random_color(rng, options["deck"], discard[-1]),
    }


def random_color(rng: Random, deck: str, top: str) -> str | None:
    """Return the color in play: that of the top card unless it is wild; dark exactly when the dark side is up."""
    names = {"R": "red", "Y": "yellow", "G": "green", "B": "blue"}
    face = top
    if deck == "flip":
        dark = rng.random() < 0.5
        face = top.split("|")[dark]
        names = {"P": "pink", "T": "teal", "O": "orange", "U": "purple"} if dark else names
    return names.get(face[0]) or rng.choice(sorted(names.values()))
