"""Who is at a table right now."""
