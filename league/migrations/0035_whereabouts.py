"""Where a club is, how to get there, how to reach it."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0034_pairs_of_experiments'),
    ]

    operations = [
        migrations.AddField(
            model_name='club',
            name='address',
            field=models.TextField(blank=True, db_default='', default='', help_text='where it meets'),
        ),
        migrations.AddField(
            model_name='club',
            name='country',
            field=models.CharField(blank=True, db_default='', default='', max_length=60),
        ),
        migrations.AddField(
            model_name='club',
            name='directions',
            field=models.TextField(blank=True, db_default='', default='', help_text='how to get there'),
        ),
        migrations.AddField(
            model_name='club',
            name='email',
            field=models.CharField(blank=True, db_default='', default='', max_length=254),
        ),
        migrations.AddField(
            model_name='club',
            name='telephone',
            field=models.CharField(blank=True, db_default='', default='', max_length=40),
        ),
        migrations.AddField(
            model_name='club',
            name='town',
            field=models.CharField(blank=True, db_default='', default='', max_length=80),
        ),
        migrations.AddField(
            model_name='club',
            name='website',
            field=models.CharField(blank=True, db_default='', default='', max_length=200),
        ),
    ]
