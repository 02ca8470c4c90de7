"""The pages of the lobby: each reads a form, calls one service, and renders the result."""
