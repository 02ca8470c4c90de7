"""The tips of a person's first game, in the order of their importance, by code."""

TIPS = {
    "call": "You are about to have one card left. Press “{call}” before or after you play, or others can catch you.",
    "draw": "Nothing in your hand fits. Draw from the draw pile.",
    "color": "Choose the color that the next player has to play. It is often good to choose the one you hold most of.",
    "fits": "Play a card of the same color as the top card, or with the same number or symbol. Wild cards always fit.",
    # It is read while they have two cards, and while they have one.
    "catch": "{name} is nearly out. If they play their second-last card and forget to say “{call}”, press “Catch!”.",
}
