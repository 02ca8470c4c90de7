"""The pages of the lobby: each parses, calls one service, and draws what came of it."""
