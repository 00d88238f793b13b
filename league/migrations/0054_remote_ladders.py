"""A ladder may be one of remote bots."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0053_unrated_duplicates'),
    ]

    operations = [
        migrations.AddField(
            model_name='season',
            name='is_remote',
            field=models.BooleanField(db_default=False, default=False, help_text='a ladder of remote bots, which play at online tables'),
        ),
        migrations.AddConstraint(
            model_name='season',
            constraint=models.CheckConstraint(condition=models.Q(('is_remote', False), ('kind', 'ladder'), _connector='OR'), name='only_a_ladder_is_remote'),
        ),
    ]
