"""Tables before a game: opening and finding them, and everything until the cards are dealt."""
