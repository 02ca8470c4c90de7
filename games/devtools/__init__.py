"""Development tools: random games, playthroughs, measurements, demo data. No code that serves players imports them."""
