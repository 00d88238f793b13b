"""Online tables of ladders have a match and no event; a remote bot that has missed one waits."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0054_remote_ladders'),
    ]

    operations = [
        migrations.AddField(
            model_name='rating',
            name='missed',
            field=models.SmallIntegerField(db_default=0, default=0, help_text='matches in a row in which the default bot has played for it'),
        ),
        migrations.AddField(
            model_name='rating',
            name='waits_until',
            field=models.DateTimeField(blank=True, help_text='when it gets its next table, as it has missed some', null=True),
        ),
        migrations.RemoveConstraint(
            model_name='onlinetable',
            name='table_for_practice_has_no_match',
        ),
    ]
