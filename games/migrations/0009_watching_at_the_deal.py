from django.db import migrations, models
from django.db.models import OuterRef, Subquery


def copy_from_tables(apps, schema_editor):
    """What a host allows now is the best guess for the games that were dealt before."""
    game, table = apps.get_model("games", "Game"), apps.get_model("games", "Table")
    watching = table.objects.filter(pk=OuterRef("table")).values("watching")
    game.objects.update(watching=Subquery(watching))


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0008_browsers"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="watching",
            field=models.CharField(
                choices=[
                    ("nobody", "Nobody"),
                    ("hidden", "Everyone, without seeing hands"),
                    ("open", "Everyone, seeing all hands"),
                ],
                default="hidden",
                max_length=8,
            ),
        ),
        migrations.RunPython(copy_from_tables, migrations.RunPython.noop),
    ]
