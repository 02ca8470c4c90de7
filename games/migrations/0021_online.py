import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("games", "0020_statistics_and_friends"),
    ]

    operations = [
        # Nobody counts as online because of the migration.
        migrations.AddField("user", "online_at", models.DateTimeField(null=True, editable=False)),
        migrations.AlterField(
            "user",
            "online_at",
            models.DateTimeField(null=True, default=django.utils.timezone.now, editable=False),
        ),
    ]
