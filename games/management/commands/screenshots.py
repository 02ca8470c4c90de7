"""Take the screenshot for the README, or screenshots of every state of the table, of a site started for this."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from games.devtools import screenshots
from games.devtools.fixtures import FIXTURES
from games.management.browsers import launched_browser

README_STATE, README_SCREEN = "in play", "desktop"


class Command(BaseCommand):
    help = (
        "Takes the screenshot for the README and stores it under static/. With --tables: screenshots of every state "
        "of the table, in every size. Starts its own site with its own database."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--into", type=Path, help="the folder (with --tables: var/pictures)")
        parser.add_argument("--tables", action="store_true", help="take every state of the table")
        parser.add_argument("--only", nargs="*", default=[], choices=FIXTURES, metavar="STATE", help="only these")
        parser.add_argument("--screens", nargs="*", default=[], choices=screenshots.SCREENS, help="only these screens")

    def handle(self, *, into: Path | None, tables: bool, only: list[str], screens: list[str], **options: Any) -> None:
        with launched_browser() as chromium:
            if tables:
                folder, states = into or settings.ROOT / "var" / "pictures", only or list(FIXTURES)
                for path in screenshots.take(chromium, folder, states, screens):
                    self.stdout.write(f"Written: {path}")
            else:
                folder = into or settings.ROOT / "static" / "img"
                (taken,) = screenshots.take(chromium, folder, [README_STATE], [README_SCREEN])
                self.stdout.write(f"Written: {taken.replace(folder / 'screenshot.png')}")
