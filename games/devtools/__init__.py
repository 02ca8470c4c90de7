"""Where the engine is put to the test: random games, playthroughs and measurements."""
