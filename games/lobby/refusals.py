"""What can stand between a person and what they want in a lobby. Every message is a sentence for that person.

LobbyRefusal               what this person wanted cannot be done             409
├── NotAllowed             it is for the host, or for people who are let in   403
├── NoTable                there is no such table, or it is closed            404
└── Unfit                  what was filled in cannot be                       422
"""


class LobbyRefusal(Exception):
    status = 409


class NotAllowed(LobbyRefusal):
    status = 403


class NoTable(LobbyRefusal):
    status = 404


class Unfit(LobbyRefusal):
    status = 422
