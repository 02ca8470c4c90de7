"""What each character says of itself."""

LINES = {
    "Pip": "Is it my turn? Now?",
    "Dizzy": "Round and round it goes.",
    "Momo": "Ooh, that one is shiny.",
    "Rosa": "I am here for the company.",
    "Benny": "I brought biscuits.",
    "Tilda": "Beginner’s luck is luck.",
    "Oskar": "Tea first, then cards.",
    "Lina": "I never hurry.",
    "Jun": "Just one more round.",
    "Vera": "I count everything.",
    "Magnus": "Grandma taught me.",
    "Noor": "Smile. It helps.",
    "Rocco": "No time to think!",
    "Zita": "Catch me if you can.",
    "Bram": "I start fast.",
    "Greta": "Better safe than sorry.",
    "Hugo": "My umbrella is packed.",
    "Wanda": "Nothing up my sleeve.",
    "Ziggy": "Plans? Me?",
    "Kiki": "Wheee!",
    "Loki": "Surprise! Or not.",
    "Robin": "I might be nice today.",
    "Sasha": "Heads or tails?",
    "Quinn": "Ask me again tomorrow.",
    "Raven": "Nothing personal.",
    "Drago": "I bring gifts: cards.",
    "Nyx": "Sleep well. I never do.",
    "Ada": "I know how this ends.",
    "Cosmo": "Interesting. You sat down.",
    "Sofia": "I never forget a card.",
}


def line(name: str) -> str:
    """Return the line of the bot with this name; nothing for one that is no character."""
    return LINES.get(name, "")
