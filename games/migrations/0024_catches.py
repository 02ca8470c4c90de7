from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0023_who_gave_up"),
    ]

    operations = [
        migrations.AddField("game", "held", models.TextField(blank=True, default="")),
        migrations.AddField("place", "delay", models.PositiveSmallIntegerField(default=0)),
    ]
