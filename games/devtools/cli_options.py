"""Command-line options that choose the rules."""

import argparse

from django.core.management.base import CommandError

from games.engine import Rules, WrongRules
from games.wording.refusals import sentence


def add_rules(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--rules", default="Official", help="a preset, such as Official, House or “No Mercy”")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="change one option")


def read_rules(preset: str, options: list[str]) -> Rules:
    try:
        pairs = dict(option.split("=", 1) for option in options if "=" in option)
        if len(pairs) != len(options):
            raise CommandError("Give an option as NAME=VALUE, such as stacking=same.")
        return Rules.preset(preset).but(**pairs)
    except WrongRules as wrong:
        raise CommandError(sentence(wrong)) from wrong
