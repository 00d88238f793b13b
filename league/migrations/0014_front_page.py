"""What the front page asks for: events by date, online events, the matches that ended last."""

from django.db import migrations, models

from league.models.operations import AddIndexUnlocked


class Migration(migrations.Migration):

    atomic = False  # indexes are made while others write

    dependencies = [
        ('league', '0013_lots_of_seasons'),
    ]

    operations = [
        AddIndexUnlocked(
            model_name='event',
            index=models.Index(fields=['starts_at'], name='event_by_start'),
        ),
        AddIndexUnlocked(
            model_name='event',
            index=models.Index(condition=models.Q(('draw', 'online')), fields=['-id'], name='event_online'),
        ),
        AddIndexUnlocked(
            model_name='match',
            index=models.Index(condition=models.Q(('finished_at__isnull', False), ('session__isnull', False), ('status', 'final')), fields=['-finished_at', '-id'], name='match_by_end'),
        ),
    ]
