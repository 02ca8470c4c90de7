from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from games.models import today
from games.privacy import deletion
from games.wording import Plural, fill

DELETED = Plural("{count} idle guest deleted.", "{count} idle guests deleted.")


class Command(BaseCommand):
    help = "Deletes guests without a game who have not visited for 30 days, and data that has expired."

    def handle(self, *args: Any, **options: Any) -> None:
        count = deletion.delete_idle_guests(today())
        deletion.delete_what_has_run_out(timezone.now())
        self.stdout.write(fill(DELETED, count=count))
