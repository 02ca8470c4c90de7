"""People: accounts, guests, profiles, sessions, and access to the site."""
