"""Keeping open pages up to date: hints, sockets, and what was lost on the way."""
