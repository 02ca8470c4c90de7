"""Run all tests, on each backend whose address is configured."""

import sys
from typing import Any

from django.core.management.base import BaseCommand

from config import test_runner
from config.bootstrap import Problem


class Command(BaseCommand):
    help = "Runs all tests. Arguments are passed to pytest: `manage.py test tests/web -k bluff -x`."

    def run_from_argv(self, argv: list[str]) -> None:
        try:
            sys.exit(test_runner.run(argv[2:]))
        except Problem as problem:
            sys.exit(str(problem))
        except KeyboardInterrupt:
            sys.exit("\nStopped.")

    def handle(self, *args: Any, **options: Any) -> None:
        sys.exit(test_runner.run([]))
