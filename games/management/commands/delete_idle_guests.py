from typing import Any

from django.core.management.base import BaseCommand

from games.models import today
from games.people import services


class Command(BaseCommand):
    help = "Delete guests without a game who have not been here for 30 days."

    def handle(self, *args: Any, **options: Any) -> None:
        count = services.delete_idle_guests(today())
        self.stdout.write(f"{count} idle guest{'' if count == 1 else 's'} deleted.")
