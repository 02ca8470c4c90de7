"""Store who left or abandoned a match, apart from who was sent away from it."""

from django.db import migrations, models
from django.db.models import Q


def mark_those_who_left(apps, schema_editor):
    player = apps.get_model("games", "Player")
    player.objects.filter(Q(has_left=True) | ~Q(stand_in="")).update(gave_up=True)


class Migration(migrations.Migration):
    dependencies = [("games", "0022_fewer_indexes_of_players")]

    operations = [
        migrations.AddField("player", "gave_up", models.BooleanField(default=False)),
        migrations.RunPython(mark_those_who_left, migrations.RunPython.noop),
    ]
