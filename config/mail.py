"""Mail that is written into a folder."""

import os

from django.core.mail.backends import filebased


class PrivateFiles(filebased.EmailBackend):
    """Django's backend with files that only this user may read: a mail can hold a link that opens an account."""

    def open(self) -> bool:
        if self.stream:
            return False
        self.stream = os.fdopen(os.open(self._get_filename(), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), "ab")
        return True
