"""Whose organisers look after a job, in its own row; see the next migration."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0010_lists_of_seasons'),
    ]

    operations = [
        migrations.AddField(
            model_name='job',
            name='club',
            field=models.ForeignKey(blank=True, db_index=False, help_text='whose organisers look after it, for an author there is none', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='jobs', to='league.club'),
        ),
    ]
