"""The picture in the README, and pictures of every state of the table; all of a site that is started for that."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from config import browser
from config.bootstrap import Problem
from games.devtools import screenshots
from games.devtools.fixtures import FIXTURES

FOR_README, LOOK = "in play", "desktop"


class Command(BaseCommand):
    help = (
        "Takes the picture for the README and keeps it under static/. With --tables: pictures of every state of the "
        "table, in every size. The site for that is started by itself, with a database of its own."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--into", type=Path, help="a folder; var/pictures for those of the table")
        parser.add_argument("--tables", action="store_true", help="every state of the table")
        parser.add_argument("--only", nargs="*", default=[], choices=FIXTURES, metavar="STATE", help="these states")
        parser.add_argument("--looks", nargs="*", default=[], choices=screenshots.LOOKS, help="these sizes and schemes")

    def handle(self, *, into: Path | None, tables: bool, only: list[str], looks: list[str], **options: Any) -> None:
        with chromium() as started:
            if tables:
                for path in screenshots.take(started, into or settings.ROOT / "var" / "pictures", only, looks):
                    self.stdout.write(f"Written: {path}")
            else:
                folder = into or settings.ROOT / "static" / "img"
                (taken,) = screenshots.take(started, folder, [FOR_README], [LOOK])
                self.stdout.write(f"Written: {taken.replace(folder / 'screenshot.png')}")


@contextmanager
def chromium() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    try:
        with sync_playwright() as play:
            started = play.chromium.launch(executable_path=browser.obtain(), args=browser.ARGUMENTS)
            yield started
            started.close()
    except Problem as problem:
        raise SystemExit(str(problem)) from None
