"""Why a person cannot do what they asked for: a code and facts. `str()` is the sentence that they read.

Refusal               this cannot be done now                            409
├── NotAllowed             only the host, or people let in, may do it    403
│   ├── Outside            this person may not see the table             403
│   ├── WrongPassword      this is not the password of the table         403
│   └── WrongInvitationCode    this is not the invitation code           403
├── NoTable                the table does not exist, or is closed        404
├── Unfit                  the form contains something invalid           422
├── PeopleRefusal          for what is between two people                422
├── TableRefusal           for a running game: see `games.table.refusals`
└── StaffRefusal           for staff actions: see `games.staff.refusals`
"""

from collections.abc import Callable
from typing import ClassVar

from games.access import Access
from games.wording import lobby


class Refusal(Exception):
    status = 409
    write_sentence: ClassVar[Callable[..., str]] = staticmethod(lobby.refusal)

    def __init__(self, code: str, /, **facts: object) -> None:
        super().__init__(code)
        self.code, self.facts = code, facts

    def __str__(self) -> str:
        return self.write_sentence(self.code, **self.facts)


class NotAllowed(Refusal):
    status = 403


class Outside(NotAllowed):
    def __init__(self, access: Access, code: str = "", /, **facts: object) -> None:
        super().__init__(code or access.reason.value, **facts)
        self.access = access


class WrongPassword(NotAllowed):
    def __init__(self) -> None:
        super().__init__("wrong_password")


class WrongInvitationCode(NotAllowed):
    def __init__(self) -> None:
        super().__init__("wrong_invitation_code")


class NoTable(Refusal):
    status = 404


class Unfit(Refusal):
    status = 422
