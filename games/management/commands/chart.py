"""What a card sets off, as a tree or a diagram."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.devtools.cli_options import add_rules, read_rules
from games.engine import Rules, Unreadable, WrongRules
from games.engine.notation import read_position
from games.wording.refusals import sentence
from games.wording.turn_chart import cards_to_chart, chart, mermaid, stand


class Command(BaseCommand):
    help = "Prints what a card sets off, step by step: `chart wild_draw_four --rules House`, or `chart all`."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("card", nargs="?", help="a card, a place in the turn such as “turn”, or “all”")
        add_rules(parser)
        parser.add_argument("--mermaid", action="store_true", help="print a Mermaid diagram instead of a tree")
        parser.add_argument("--position", help="the text of a position: print where it stands in its turn")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            self.stdout.write(self.drawing(**options))
        except (WrongRules, Unreadable) as wrong:
            raise CommandError(sentence(wrong)) from wrong

    def drawing(
        self, card: str | None, rules: str, option: list[str], mermaid: bool, position: str | None, **_: Any
    ) -> str:
        if position:
            return stand(read_position(position))
        if not card:
            raise CommandError("Name a card, such as wild_draw_four, or give a --position.")
        chosen = read_rules(rules, option)
        names = cards_to_chart(chosen) if card == "all" else [card]
        return "\n\n".join(draw(name, chosen, mermaid) for name in names)


def draw(name: str, rules: Rules, as_diagram: bool) -> str:
    return mermaid(name, rules) if as_diagram else chart(name, rules)
