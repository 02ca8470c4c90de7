"""Django's SQLite backend with a lock for the writers of this process."""
