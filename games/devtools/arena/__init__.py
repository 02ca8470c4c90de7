"""The arena: bots play many games against each other, and statistics say which one is stronger."""
