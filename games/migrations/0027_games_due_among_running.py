from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0001_squashed_0026'),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name='game',
            name='games_due',
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('ended_at', None)), fields=['ended_at', 'due_at'], name='games_due'),
        ),
    ]
