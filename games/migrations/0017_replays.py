import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Count, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce

import games.models.play
from games.engine import Rules, WrongRules
from games.engine.rounds import ranks
from games.engine.state import State
from games.engine.stored import load_state

AT_ONCE = 500


def describe_games(apps, schema_editor):
    """Fill in what follows from the rules, the table and the state of the games that have been played before."""
    game, player = apps.get_model("games", "Game"), apps.get_model("games", "Player")
    seats = player.objects.filter(game=OuterRef("pk"), person__isnull=False).order_by().values("game")
    game.objects.update(people=Coalesce(Subquery(seats.annotate(number=Count("pk")).values("number")), 0))
    game.objects.filter(Q(table__visibility="public") & ~Q(watching="nobody")).update(is_public=True)
    found = []
    for one in game.objects.only("pk", "rules").iterator(chunk_size=AT_ONCE):
        one.public_id = games.models.play.new_secret()
        one.deck, one.preset = described(one.rules)
        found.append(one)
        if len(found) == AT_ONCE:
            game.objects.bulk_update(found, ["public_id", "deck", "preset"])
            found = []
    game.objects.bulk_update(found, ["public_id", "deck", "preset"])


def described(rules):
    try:
        known = Rules.from_json(rules)
    except WrongRules:
        return "", ""
    return known.deck, known.preset_name or ""


def rank_players(apps, schema_editor):
    """Store the places of the players in all matches that were played to their end."""
    game, player = apps.get_model("games", "Game"), apps.get_model("games", "Player")
    over = game.objects.filter(ended_at__isnull=False, abandoned=False, winner__isnull=False)
    for one in over.only("pk", "state").iterator(chunk_size=AT_ONCE):
        for seat, rank in enumerate(ranks_in(one.state)):
            player.objects.filter(game=one.pk, seat=seat).update(rank=rank)


def ranks_in(text):
    state = State(Rules(), 2)
    try:
        load_state(state, text)
        return ranks(state)
    except (ValueError, LookupError, TypeError, AttributeError):
        return ()


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0016_table_look"),
    ]

    operations = [
        migrations.AddField("game", "public_id", models.CharField(max_length=16, null=True)),
        migrations.AddField("game", "is_public", models.BooleanField(default=False)),
        migrations.AddField("game", "deck", models.CharField(blank=True, max_length=20, default=""), False),
        migrations.AddField("game", "preset", models.CharField(blank=True, max_length=20, default=""), False),
        migrations.AddField("game", "people", models.PositiveSmallIntegerField(default=0)),
        migrations.AddField(
            "game",
            "from_game",
            models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="continued",
                to="games.game",
            ),
        ),
        migrations.AddField("game", "from_round", models.PositiveIntegerField(default=0)),
        migrations.AddField("game", "from_n", models.PositiveIntegerField(default=0)),
        migrations.AddField("player", "rank", models.PositiveSmallIntegerField(blank=True, null=True)),
        migrations.RunPython(describe_games, migrations.RunPython.noop),
        migrations.RunPython(rank_players, migrations.RunPython.noop),
    ]
