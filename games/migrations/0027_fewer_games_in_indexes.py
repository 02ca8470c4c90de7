from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0001_squashed_0026'),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name='game',
            name='games_to_count',
        ),
        migrations.RemoveIndex(
            model_name='game',
            name='games_by_end',
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('counted_at', None), ('ended_at__isnull', False)), fields=['counted_at', 'ended_at'], name='games_to_count'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('ended_at__isnull', False)), fields=['ended_at'], name='games_by_end'),
        ),
    ]
