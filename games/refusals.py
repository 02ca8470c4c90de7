"""Why something cannot be done in a lobby. Every message is a sentence for the person who asked.

Refusal                    what this person asked for cannot be done          409
├── NotAllowed             it is for the host, or for people with access      403
│   ├── Outside            this person may not see the table; see `access`    403
│   └── WrongPassword      this is not the password of the table              403
├── NoTable                there is no such table, or it is closed            404
└── Unfit                  the input is not possible                          422
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
