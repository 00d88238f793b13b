"""Lists of one season's matches, and of the newest sessions, that ask no other row than theirs."""

from django.db import migrations, models

from league.models.operations import AddIndexUnlocked


class Migration(migrations.Migration):

    atomic = False  # indexes are made while others write

    dependencies = [
        ('league', '0009_fewer_indexes'),
    ]

    operations = [
        AddIndexUnlocked(
            model_name='duplicate',
            index=models.Index(fields=['season', 'id', 'status'], name='duplicate_of_season'),
        ),
        AddIndexUnlocked(
            model_name='duplicate',
            index=models.Index(condition=models.Q(('status', 'rated'), _negated=True), fields=['status', 'season', 'id'], name='duplicate_not_rated'),
        ),
        AddIndexUnlocked(
            model_name='match',
            index=models.Index(fields=['season', 'id', 'status'], name='match_of_season'),
        ),
        AddIndexUnlocked(
            model_name='match',
            index=models.Index(condition=models.Q(('status', 'final'), _negated=True), fields=['status', 'season', 'id'], name='match_not_final'),
        ),
        AddIndexUnlocked(
            model_name='session',
            index=models.Index(condition=models.Q(('status', 'published')), fields=['-published_at', '-id'], name='session_by_publication'),
        ),
        migrations.RemoveIndex(
            model_name='duplicate',
            name='duplicate_by_season',
        ),
        migrations.RemoveIndex(
            model_name='match',
            name='match_by_season',
        ),
    ]
