"""Information pages: bots, privacy, and files at fixed addresses."""
