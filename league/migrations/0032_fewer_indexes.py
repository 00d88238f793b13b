"""Large tables without the indexes of keys that other indexes serve as well; see docs/decisions/0012."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from league.models.operations import DropIndexOfKey


class Migration(migrations.Migration):

    atomic = False  # indexes are dropped while others write

    dependencies = [
        ('league', '0031_mails'),
    ]

    operations = [
        DropIndexOfKey(
            model_name='bye',
            name='session',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='byes', to='league.session'),
        ),
        DropIndexOfKey(
            model_name='meeting',
            name='season',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='meetings', to='league.season'),
        ),
        DropIndexOfKey(
            model_name='onlinetable',
            name='event',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='tables', to='league.event'),
        ),
        DropIndexOfKey(
            model_name='storedanswer',
            name='account',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
    ]
