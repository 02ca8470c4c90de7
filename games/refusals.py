"""What can stand between a person and what they want in a lobby. Every message is a sentence for that person.

Refusal               what this person wanted cannot be done             409
├── NotAllowed             it is for the host, or for people who are let in   403
│   ├── Outside            this person may not see the table; see `access`    403
│   └── WrongPassword      that is not the password of this table             403
├── NoTable                there is no such table, or it is closed            404
└── Unfit                  what was filled in cannot be                       422
"""

from games.access import Access


class Refusal(Exception):
    status = 409


class NotAllowed(Refusal):
    status = 403


class Outside(NotAllowed):
    def __init__(self, sentence: str, access: Access) -> None:
        super().__init__(sentence)
        self.access = access


class WrongPassword(NotAllowed):
    pass


class NoTable(Refusal):
    status = 404


class Unfit(Refusal):
    status = 422
