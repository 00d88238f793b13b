"""Seasons from elsewhere draw the lots that they drew there."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0012_lists_of_jobs'),
    ]

    operations = [
        migrations.AddField(
            model_name='season',
            name='lot_names',
            field=models.JSONField(blank=True, editable=False, help_text='codes that lots are drawn by, of players who had others elsewhere', null=True),
        ),
    ]
