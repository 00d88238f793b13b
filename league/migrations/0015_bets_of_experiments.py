"""What bets on the differences of an experiment have won; see the next migration."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0014_front_page'),
    ]

    operations = [
        migrations.AddField(
            model_name='experiment',
            name='against_lower',
            field=models.FloatField(db_default=0, default=0, help_text='log-likelihood ratio against the lower bound'),
        ),
        migrations.AddField(
            model_name='experiment',
            name='against_upper',
            field=models.FloatField(db_default=0, default=0, help_text='log-likelihood ratio against the upper bound'),
        ),
        migrations.AddField(
            model_name='experiment',
            name='fourths',
            field=models.FloatField(db_default=0, default=0, help_text='sum of their fourth powers'),
        ),
    ]
