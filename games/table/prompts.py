"""What is asked, in words, and the buttons that answer it; both only from what the viewer may know."""

from dataclasses import dataclass

from games.engine import View
from games.table.cards import FACES
from games.table.template_values import TemplateValue
from games.wording.cards import with_article as a

ENDED = "ended"
"""Where a game stands that was ended from outside: nothing can be done in it any more."""
WAITING = {
    "turn": "’s turn",
    "keep_or_play": " is deciding about a drawn card",
    "respond": " is answering a draw card",
    "choose_player": " is choosing a player",
}
COLOR_ASKED = {
    "roulette_color": "Roulette – name a color; you take cards until it comes",
    "first_color": "Your turn – the first card is wild: name the color to begin with",
}


@dataclass(frozen=True, slots=True)
class Button(TemplateValue):
    """A move as it is offered: the text that is sent, the words on it, and the key that presses it."""

    move: str
    words: str
    key: str = ""
    main: bool = False


def question(view: View, names: tuple[str, ...]) -> str:
    """One sentence about what the game waits for."""
    if view.node in ("over", ENDED):
        return "The match is over." if view.node == "over" else "This game was ended before anybody had won."
    if view.turn == view.seat:
        return _asked_of_me(view, names)
    jump = next((f" – or jump in with {a(FACES[move.card].name)}" for move in view.legal if move.verb == "jump"), "")
    return _waiting(view, names) + jump


def _waiting(view: View, names: tuple[str, ...]) -> str:
    out = "You are out until the next round. " if view.seat in view.out else ""
    return f"{out}{names[view.turn]}{WAITING.get(view.node, ' is choosing a color')}"


def _asked_of_me(view: View, names: tuple[str, ...]) -> str:
    if view.node == "turn":
        return f"Your turn – {_ways(view)}"
    if view.node == "keep_or_play":
        return f"You drew {_drawn(view)} – {_or([*_playing(view), *_drawing(view), _keeping(view)])}"
    if view.node == "respond":
        return _attack(view, names)
    if view.node == "choose_player":
        return "Seven – choose whose hand you take"
    return COLOR_ASKED.get(view.node, "Choose the color")


def _ways(view: View) -> str:
    if any(move.verb == "play" for move in view.legal):
        return f"play {what_fits(view)}{', or draw' if 'draw' in view.legal else ''}"
    if "draw" in view.legal:
        return "nothing fits: draw a card"
    return "nothing fits and nothing is left to draw: pass"


def _drawing(view: View) -> list[str]:
    return ["draw"] if "draw" in view.legal else []


def _playing(view: View) -> list[str]:
    cards = [move.card for move in view.legal if move.verb == "play"]
    if len(cards) > 1:
        return ["play a card"]
    return ["play it" if view.drawn == (card,) else f"play the {FACES[card].name}" for card in cards]


def _keeping(view: View) -> str:
    return "keep it" if len(view.drawn) == 1 else "keep them"


def _drawn(view: View) -> str:
    return a(FACES[view.drawn[-1]].name) if len(view.drawn) == 1 else f"{len(view.drawn)} cards"


def _attack(view: View, names: tuple[str, ...]) -> str:
    ways = [words for verb, words in ANSWERS if any(move.verb == verb for move in view.legal)]
    who = names[view.attacker] if view.attacker is not None else "The table"
    return f"{who} played {a(FACES[view.top].name)} – {_or([*ways, f'draw {owed(view)}'])}"


ANSWERS = (("stack", "stack a draw card"), ("challenge", "challenge"))


FIRST = {
    "keep_or_play": "cannot be played: after drawing play what you have drawn, or keep it.",
    "respond": "is no answer to the draw card.",
    "choose_player": "has to wait: choose a player first.",
}


def why_not(view: View, names: tuple[str, ...]) -> str:
    """Why a card of the hand that is not offered cannot be played now; the card's name goes before it."""
    if view.node in ("over", ENDED) or view.seat in view.out:
        return "cannot be played any more."
    if view.turn != view.seat:
        return f"has to wait – {_waiting(view, names)}."
    if view.node == "turn":
        return f"does not fit – it takes {what_fits(view)}."
    return FIRST.get(view.node, "has to wait: choose a color first.")


def owed(view: View) -> str:
    """What is to be drawn, in words."""
    number = str(view.debt) if view.debt or not view.until else ""
    until = f"until a {view.color} card comes" if view.until else ""
    return ", then ".join(filter(None, [number, until]))


def what_fits(view: View) -> str:
    """What may lie on the top card; wilds are only told of when one is in the hand."""
    top = FACES[view.top]
    symbol = [] if top.is_wild else [a(top.title)]
    wild = ["a wild"] if any(move.card and FACES[move.card].is_wild for move in view.legal) else []
    return _or([a(f"{view.color} card"), *symbol, *wild])


def _or(ways: list[str]) -> str:
    return " or ".join(filter(None, [", ".join(ways[:-1]), ways[-1]]))


def buttons(view: View) -> tuple[Button, ...]:
    """The answers that are no card, color, player or call: those have places of their own."""
    known = {
        "challenge": Button("challenge", "Challenge", "h"),
        "accept": Button("accept", f"Draw {owed(view)}", "d", True),
        "draw": Button("draw", "Draw another card" if view.drawn else "Draw a card", "d", _nothing_fits(view)),
        "keep": Button("keep", "Keep it" if len(view.drawn) == 1 else "Keep them", "k", _nothing_fits(view)),
        "pass": Button("pass", "Pass", "p", True),
    }
    return tuple(button for move, button in known.items() if move in view.legal)


def _nothing_fits(view: View) -> bool:
    return not any(move.card for move in view.legal)


def title(view: View, names: tuple[str, ...]) -> str:
    """The words in the browser's tab."""
    if view.node in ("over", ENDED):
        return "The match is over"
    return "Your turn" if view.turn == view.seat else f"{names[view.turn]}’s turn"


def badge(view: View) -> str:
    """What the chain of draw cards has gathered, as it stands beside the pile."""
    number = f"+{view.debt}" if view.debt else ""
    return f"{number}{'+?' if view.until else ''}"
