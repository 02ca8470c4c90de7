from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0025_commitments")]
    operations = [
        migrations.CreateModel(
            name="Dealt",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("deck", models.CharField(max_length=20)),
                (
                    "what",
                    models.CharField(
                        choices=[
                            ("hand", "Cards of a kind dealt to a position"),
                            ("first", "First cards of a kind"),
                            ("color", "First cards of a color"),
                            ("won", "Rounds won from a position"),
                        ],
                        max_length=5,
                    ),
                ),
                ("group", models.CharField(blank=True, max_length=20)),
                ("position", models.PositiveSmallIntegerField(default=0)),
                ("kind", models.CharField(blank=True, max_length=40)),
                ("count", models.PositiveBigIntegerField(default=0)),
            ],
            options={
                "default_permissions": (),
                "constraints": [
                    models.UniqueConstraint(
                        fields=("deck", "what", "group", "position", "kind"), name="one_count_a_deal"
                    )
                ],
            },
        ),
    ]
