"""What is wrong with something that people fill in or ask for: codes, with sentences from `games.wording.people`."""

from django.core.exceptions import ValidationError

from games.refusals import Refusal
from games.wording import people


class Invalid(ValidationError):
    """A form error, by its code and facts."""

    def __init__(self, code: str, /, **facts: object) -> None:
        super().__init__(people.refusal(code, **facts), code=code)


class PeopleRefusal(Refusal):
    """Something that cannot be done with another person."""

    status = 422
    write_sentence = staticmethod(people.refusal)


class NameTaken(Invalid):
    def __init__(self) -> None:
        super().__init__("name_taken")
