"""What is wrong with something that people fill in: codes, with sentences from `games.wording.people`."""

from django.core.exceptions import ValidationError

from games.wording import people


class Invalid(ValidationError):
    """A form error, by its code and facts."""

    def __init__(self, code: str, /, **facts: object) -> None:
        super().__init__(people.refusal(code, **facts), code=code)


class NameTaken(Invalid):
    def __init__(self) -> None:
        super().__init__("name_taken")
