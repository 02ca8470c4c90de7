import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import games.models.play


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0017_replays"),
    ]

    operations = [
        migrations.AlterField(
            "game",
            "public_id",
            models.CharField(default=games.models.play.new_secret, max_length=16, unique=True),
        ),
        migrations.AddIndex(
            "player", models.Index(fields=["person", "-game"], name="players_by_person")
        ),
        migrations.CreateModel(
            name="ReplayLink",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(default=games.models.play.new_secret, max_length=16, unique=True)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("revoked_at", models.DateTimeField(blank=True, null=True)),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="replay_links",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="replay_links", to="games.game"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("revoked_at", None)), fields=("game",), name="one_link_a_game"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="RoundStart",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("round", models.PositiveIntegerField()),
                ("first", models.PositiveIntegerField()),
                ("last", models.PositiveIntegerField()),
                ("entries", models.PositiveIntegerField()),
                ("state", models.TextField()),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="round_starts", to="games.game"
                    ),
                ),
            ],
            options={
                "ordering": ["round"],
                "constraints": [models.UniqueConstraint(fields=("game", "round"), name="one_start_a_round")],
            },
        ),
    ]
