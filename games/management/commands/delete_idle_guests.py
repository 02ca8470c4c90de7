from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from games.models import today
from games.privacy import deletion


class Command(BaseCommand):
    help = "Delete guests without a game who have not been here for 30 days."

    def handle(self, *args: Any, **options: Any) -> None:
        count = deletion.delete_idle_guests(today())
        deletion.delete_what_has_run_out(timezone.now())
        self.stdout.write(f"{count} idle guest{'' if count == 1 else 's'} deleted.")
