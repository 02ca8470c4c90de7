"""Why a request of a program is refused, by code.

>>> refusal("wrong_field", field="actions.card", problem="Field required")
'actions.card: Field required.'
"""

from games.wording.templates import Plural, Template, fill

REFUSALS: dict[str, Template] = {
    "unreadable": "The body is not valid JSON.",
    "no_token": (
        "Send a token in the Authorization header, as “Bearer lastcard_…”. You make one on your profile page."
    ),
    "unknown_token": "This token is not valid: it is mistyped or revoked. You make another one on your profile page.",
    "read_only": "This token may only read. Make one on your profile page that may also play.",
    "not_playing": "You have no seat at this table.",
    "seat_needed": "Say which seat you want: during a game, that of a bot.",
    "no_game": "No game is running at this table now.",
    "too_many_streams": Plural(
        "You have {count} stream open, which is the maximum. Close it first.",
        "You have {count} streams open, which is the maximum. Close one first.",
    ),
    "wrong_field": "{field}: {problem}.",
    "wrong_body": "The body: {problem}.",
}

PROBLEMS = {
    "model_type": "An object is expected",
    "model_attributes_type": "An object is expected",
    "dict_type": "An object is expected",
    "list_type": "An array is expected",
    "bool_type": "true or false is expected",
}
"""What is wrong with a field, by the type of the error, where the words of the library are about Python."""


def refusal(code: str, **facts: object) -> str:
    """Return why a request is refused, as a sentence for the person behind the program."""
    return fill(REFUSALS[code], **facts)
