"""Show a downloaded game."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.devtools.replay_text import text_of
from games.history import files
from games.wording import history as wording
from games.wording.templates import fill


class Command(BaseCommand):
    help = (
        "Plays a downloaded game again, without a database, and prints a position of it: `replay game.json --at 20 "
        "--seat 1`. A file that does not follow from its own deal is refused."
    )
    requires_system_checks = ()
    requires_migrations_checks = False

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--seat", type=int, help="from which seat, counted from 0; by default, all hands are shown")
        parser.add_argument("--at", type=int, help="after which entry, counted from 0; by default, the last one")

    def handle(self, file: Path, seat: int | None, at: int | None, **options: Any) -> None:
        try:
            game = files.read(file.read_text())
            self.stdout.write(text_of(game, seat, at))
        except (OSError, UnicodeDecodeError) as error:
            raise CommandError(fill(wording.FILES["no_file"], path=file)) from error
        except files.NotAGame as wrong:
            raise CommandError(str(wrong)) from wrong
