"""The arena: bots play many games against each other, and statistics show which one is stronger."""
