"""Points from handicaps in standings, beside those that penalties take."""

from django.db import migrations, models

from league.models.operations import AddFieldAlone


class Migration(migrations.Migration):

    atomic = False  # requests that use the table would wait for it, and it for them

    dependencies = [
        ('league', '0040_handicaps'),
    ]

    operations = [
        AddFieldAlone(
            model_name='standing',
            name='handicap',
            field=models.DecimalField(db_default=0, decimal_places=3, default=0, help_text='points from the start', max_digits=14),
        ),
    ]
