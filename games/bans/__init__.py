"""Bans and mutes by the staff: of people, browsers and addresses."""
