"""E-mail written to files."""

import os

from django.core.mail.backends import filebased


class PrivateFileBackend(filebased.EmailBackend):
    """Django's file backend, with files that only this user may read: an e-mail may contain a link to an account."""

    def open(self) -> bool:
        if self.stream:
            return False
        name = self._get_filename()  # type: ignore[attr-defined]  # missing in django-stubs
        self.stream = os.fdopen(os.open(name, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), "ab")  # type: ignore[assignment]
        return True
