"""Tables in every state there is, for looking at them and for tests."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.devtools.fixtures import FIXTURES


class Command(BaseCommand):
    help = "Sets tables up in positions made by hand, and prints for each its name, its code and its viewer's session."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "names", nargs="*", choices=[[], *FIXTURES], metavar="name", help="by default all there are"
        )

    def handle(self, *, names: list[str], **options: Any) -> None:
        from games.devtools.fixtures_db import create_fixtures

        for created in create_fixtures(names):
            self.stdout.write("\t".join(created))
