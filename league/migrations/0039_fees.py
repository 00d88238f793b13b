"""Entry fees of seasons and events, each table on its own, and the currency of clubs."""

from django.db import migrations, models

from league.models.operations import AddFieldAlone


class Migration(migrations.Migration):

    atomic = False  # requests that use several of these tables would wait for it, and it for them

    dependencies = [
        ('league', '0038_books'),
    ]

    operations = [
        AddFieldAlone(
            model_name='club',
            name='currency',
            field=models.CharField(db_default='EUR', default='EUR', max_length=3),
        ),
        AddFieldAlone(
            model_name='event',
            name='entry_fee',
            field=models.PositiveIntegerField(blank=True, help_text="in cents of the club's currency; None: the season's", null=True),
        ),
        AddFieldAlone(
            model_name='season',
            name='entry_fee',
            field=models.PositiveIntegerField(blank=True, help_text="of each event that has none of its own, in cents of the club's currency", null=True),
        ),
    ]
