"""Writes the transcripts and charts that the tests compare."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from games.devtools import charts, playthroughs


class Command(BaseCommand):
    help = "Writes the playthroughs and the charts anew; read the difference before committing it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", nargs="?", type=Path, default=Path(settings.ROOT) / "tests" / "engine")

    def handle(self, *args: Any, **options: Any) -> None:
        folder: Path = options["folder"]
        for path in playthroughs.write(folder / "playthroughs") + charts.write(folder / "charts"):
            self.stdout.write(str(path))
