from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0022_fewer_indexes_of_players"),
    ]

    operations = [
        migrations.AddField("game", "held", models.TextField(blank=True, default="")),
        migrations.AddField("place", "delay", models.PositiveSmallIntegerField(default=0)),
    ]
