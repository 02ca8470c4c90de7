"""Check the deals of stored games in the same way as everyone can check a downloaded one."""

import json
from typing import Any

from games.engine import Rules
from games.history import check_deal, files
from games.history.downloads import read_entries
from games.models import Commitment, Game
from games.table.commitments import Shuffles


def deal_problem(number: int) -> str | None:
    """Return what is wrong with the deal of a game, in a sentence that may name hidden cards; empty if it is right, and
    None for a game from before there were commitments."""
    game = Game.objects.filter(pk=number).defer("state").first()
    commitment = Commitment.objects.filter(game=number).first()
    if game is None or commitment is None:
        return None
    try:
        check_deal.check(_document(game, commitment))
    except check_deal.Wrong as wrong:
        return str(wrong)
    return ""


def _document(game: Game, commitment: Commitment) -> dict[str, Any]:
    players, rules = list(game.players.all()), Rules.from_json(game.rules)
    agreed = Shuffles(commitment.digest, commitment.rules, tuple(commitment.contributions), commitment.secret)
    header = files.Header(
        id=game.public_id,
        title="",
        rules=rules.as_dict(),
        seats=tuple(files.Seat(player.name, player.bot) for player in players),
        ranks=tuple(player.rank for player in players),
        scores=tuple(player.score for player in players),
        shuffles={**agreed.as_dict(), "deck": rules.cards.cards},
    )
    document: dict[str, Any] = json.loads(files.write(header, read_entries(game)))
    return document
