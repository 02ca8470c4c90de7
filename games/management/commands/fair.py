"""Print what was dealt on this site."""

from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.history.fairness import Report, report


class Command(BaseCommand):
    help = (
        "Compares what was dealt in all finished rounds with what chance would give, as the page /fair/ does: "
        "`fair report`."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("what", choices=["report"])

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write("\n".join(_lines(report())))


def _lines(found: Report) -> Iterator[str]:
    yield found.summary
    for deck, lines in found.decks:
        yield f"\n{deck}"
        for line in lines:
            yield f"  {line.title}: {line.verdict} {line.note}".rstrip()
            for name, count, expected in line.rows:
                yield f"    {name:28}{count:>10,}{expected:>12,.1f}"
