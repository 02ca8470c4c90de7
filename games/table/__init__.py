"""Live play at a table."""
