"""Benchmarks that need PostgreSQL and Redis."""

import json
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection


def measured_on_servers(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any] | None:
    """Return the figures of a benchmark. Where there is no PostgreSQL, check that it is refused, and return None."""
    command = ("bench", *words, "--json")
    if connection.vendor != "postgresql":
        with pytest.raises(CommandError, match="need PostgreSQL and Redis"):
            call_command(*command)
        return None
    call_command(*command)
    figures: dict[str, Any] = json.loads(capsys.readouterr().out)
    return figures
