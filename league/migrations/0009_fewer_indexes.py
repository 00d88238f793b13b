"""Large tables without the indexes of foreign keys that other indexes serve as well.

Each costs at every change of a row; see docs/decisions/0012.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from league.models.operations import AddIndexUnlocked, DropIndexOfKey


class Migration(migrations.Migration):

    atomic = False  # indexes are made while others write

    dependencies = [
        ('league', '0008_second_factors'),
    ]

    operations = [
        AddIndexUnlocked(
            model_name='auditentry',
            index=models.Index(condition=models.Q(('account__isnull', False)), fields=['account'], name='audit_by_account'),
        ),
        AddIndexUnlocked(
            model_name='job',
            index=models.Index(condition=models.Q(('checked__isnull', False)), fields=['checked'], name='job_by_check'),
        ),
        AddIndexUnlocked(
            model_name='job',
            index=models.Index(condition=models.Q(('experiment__isnull', False)), fields=['experiment'], name='job_by_experiment'),
        ),
        AddIndexUnlocked(
            model_name='job',
            index=models.Index(condition=models.Q(('imported__isnull', False)), fields=['imported'], name='job_by_import'),
        ),
        AddIndexUnlocked(
            model_name='result',
            index=models.Index(condition=models.Q(('entered_by__isnull', False)), fields=['entered_by'], name='result_by_enterer'),
        ),
        AddIndexUnlocked(
            model_name='result',
            index=models.Index(condition=models.Q(('confirmed_by__isnull', False)), fields=['confirmed_by'], name='result_by_confirmer'),
        ),
        AddIndexUnlocked(
            model_name='seat',
            index=models.Index(condition=models.Q(('counts_for__isnull', False)), fields=['counts_for'], name='seat_by_owner'),
        ),
        DropIndexOfKey(
            model_name='auditentry',
            name='account',
            field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        DropIndexOfKey(
            model_name='auditentry',
            name='club',
            field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='audit', to='league.club'),
        ),
        DropIndexOfKey(
            model_name='auditentry',
            name='event',
            field=models.ForeignKey(blank=True, db_index=False, help_text='which can be rebuilt from its entries', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='log', to='league.event'),
        ),
        DropIndexOfKey(
            model_name='delivery',
            name='webhook',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='league.webhook'),
        ),
        DropIndexOfKey(
            model_name='duplicate',
            name='season',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='duplicates', to='league.season'),
        ),
        DropIndexOfKey(
            model_name='encounter',
            name='season',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='encounters', to='league.season'),
        ),
        DropIndexOfKey(
            model_name='gamerating',
            name='pool',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='ratings', to='league.ratingpool'),
        ),
        DropIndexOfKey(
            model_name='gameratingchange',
            name='pool',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='changes', to='league.ratingpool'),
        ),
        DropIndexOfKey(
            model_name='gameratingchange',
            name='rating',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='changes', to='league.gamerating'),
        ),
        DropIndexOfKey(
            model_name='job',
            name='checked',
            field=models.ForeignKey(blank=True, db_index=False, help_text='version of a bot to check', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='jobs', to='league.version'),
        ),
        DropIndexOfKey(
            model_name='job',
            name='experiment',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='jobs', to='league.experiment'),
        ),
        DropIndexOfKey(
            model_name='job',
            name='imported',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='jobs', to='league.seasonimport'),
        ),
        DropIndexOfKey(
            model_name='match',
            name='duplicate',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='matches', to='league.duplicate'),
        ),
        DropIndexOfKey(
            model_name='match',
            name='season',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='matches', to='league.season'),
        ),
        DropIndexOfKey(
            model_name='match',
            name='session',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='matches', to='league.session'),
        ),
        DropIndexOfKey(
            model_name='notice',
            name='account',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='notices', to=settings.AUTH_USER_MODEL),
        ),
        DropIndexOfKey(
            model_name='part',
            name='version',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='parts', to='league.version'),
        ),
        DropIndexOfKey(
            model_name='rating',
            name='season',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='ratings', to='league.season'),
        ),
        DropIndexOfKey(
            model_name='ratingchange',
            name='rating',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='changes', to='league.rating'),
        ),
        DropIndexOfKey(
            model_name='registration',
            name='event',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='registrations', to='league.event'),
        ),
        DropIndexOfKey(
            model_name='result',
            name='confirmed_by',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        DropIndexOfKey(
            model_name='result',
            name='entered_by',
            field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        DropIndexOfKey(
            model_name='result',
            name='match',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='results', to='league.match'),
        ),
        DropIndexOfKey(
            model_name='round',
            name='result',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='rounds', to='league.result'),
        ),
        DropIndexOfKey(
            model_name='seat',
            name='counts_for',
            field=models.ForeignKey(blank=True, db_index=False, help_text="whose standing gets the points a substitute wins; ratings are the player's", null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='league.player'),
        ),
        DropIndexOfKey(
            model_name='seat',
            name='match',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='league.match'),
        ),
        DropIndexOfKey(
            model_name='seat',
            name='player',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='seats', to='league.player'),
        ),
        DropIndexOfKey(
            model_name='standing',
            name='season',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='standings', to='league.season'),
        ),
        DropIndexOfKey(
            model_name='tableaction',
            name='table',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='actions', to='league.onlinetable'),
        ),
        DropIndexOfKey(
            model_name='tableseat',
            name='player',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='table_seats', to='league.player'),
        ),
        DropIndexOfKey(
            model_name='tableseat',
            name='table',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='league.onlinetable'),
        ),
    ]
