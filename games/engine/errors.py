"""Errors with a code and facts. `games.wording` has the sentences for them."""


class EngineError(Exception):
    """An input that the engine does not accept: a code for the reason, and the facts for a sentence about it.

    >>> print(EngineError("seats", most=6, seats=7))
    seats (most=6, seats=7)
    >>> EngineError("not_json").facts
    {}
    """

    def __init__(self, code: str, **facts: object):
        self.code, self.facts = code, facts
        super().__init__(code)

    def __str__(self) -> str:
        facts = ", ".join(f"{name}={value}" for name, value in self.facts.items())
        return f"{self.code} ({facts})" if facts else self.code
