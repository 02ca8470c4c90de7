"""Development tools: random games, playthroughs, measurements, demo data. They are not used by the running site."""
