"""The staff: the dashboard of whoever runs a server, what it does to games and people, and the record of it."""
