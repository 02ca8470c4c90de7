"""What remains of a game: its replay, downloads, and the lists of games."""
