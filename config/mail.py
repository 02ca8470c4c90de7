"""Mail that is written into a folder."""

import os

from django.core.mail.backends import filebased


class PrivateFiles(filebased.EmailBackend):
    """Django's backend with files that only this user may read: a mail can hold a link that opens an account."""

    def open(self) -> bool:
        if self.stream:
            return False
        name = self._get_filename()  # type: ignore[attr-defined]  # the published types leave it out
        self.stream = os.fdopen(os.open(name, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), "ab")  # type: ignore[assignment]
        return True
