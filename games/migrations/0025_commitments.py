import hashlib
import secrets

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

import games.models.deals


def commit(apps, schema_editor):
    """Give every open table a commitment to its next match."""
    Commitment, Table = apps.get_model("games", "Commitment"), apps.get_model("games", "Table")
    made = []
    for table in Table.objects.filter(closed_at=None).values_list("pk", flat=True).iterator():
        secret = secrets.token_hex(32)
        digest = hashlib.sha256(bytes.fromhex(secret)).hexdigest()
        made.append(Commitment(table_id=table, secret=secret, digest=digest))
    Commitment.objects.bulk_create(made, batch_size=500)


class Migration(migrations.Migration):
    dependencies = [("games", "0024_catches")]
    operations = [
        migrations.CreateModel(
            name="Commitment",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("secret", models.CharField(default=games.models.deals.new_deal_secret, max_length=64)),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("rules", models.TextField(blank=True)),
                ("contributions", models.JSONField(default=list)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "game",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="commitment",
                        to="games.game",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="commitments",
                        to="games.table",
                    ),
                ),
            ],
            options={
                "default_permissions": (),
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("game", None)),
                        fields=("table",),
                        name="one_commitment_waits_at_a_table",
                    )
                ]
            },
        ),
        migrations.RemoveField(model_name="table", name="dealer"),
        migrations.AddField("place", "contribution", models.CharField(blank=True, max_length=64, default=""), False),
        migrations.AddField("place", "contributed_by", models.CharField(blank=True, max_length=10, default=""), False),
        migrations.AddField("place", "contributed_to", models.CharField(blank=True, max_length=64, default=""), False),
        migrations.RunPython(commit, migrations.RunPython.noop),
    ]
