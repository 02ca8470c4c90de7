"""Errors that carry a code and facts in place of a sentence; `games.wording` has the sentences."""


class EngineError(Exception):
    """Something the engine does not accept: a code that says what, and the facts that a sentence about it needs.

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
