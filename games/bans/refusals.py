"""What keeps a person out of the whole site."""

from datetime import datetime

from django.core.exceptions import PermissionDenied

from games.wording import people


class Banned(PermissionDenied):
    """A person, a browser or an address is banned. `str()` says until when and why; `title` heads the page."""

    def __init__(self, code: str, until: datetime | None, reason: str) -> None:
        super().__init__(code)
        self.code, self.until, self.reason = code, until, reason

    def __str__(self) -> str:
        return people.ban(self.code, self.until, self.reason)

    @property
    def title(self) -> str:
        return people.BAN_TITLES[self.code]
