"""Tables before play: opening one, finding one, and everything that happens until the cards are dealt."""
