"""Sessions in the database, found with SQL that is written once: every click begins with one."""

from typing import Any

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone

from games.finding import ByKey

_sessions = ByKey(Session, "session_key")


class SessionStore(db.SessionStore):
    def load(self) -> dict[str, Any]:
        """What a session holds that has not run out; any other is none, as for Django itself."""
        found = _sessions.find(self.session_key)
        if found and found.expire_date > timezone.now():
            held: dict[str, Any] = self.decode(found.session_data)
            return held
        loaded: dict[str, Any] = super().load()
        return loaded
