"""Agreements: who wants to play in a club, clubs that are trusted, matches to look at again."""

import django.db.models.deletion
import league.models.codes
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0016_bets_so_far'),
    ]

    operations = [
        migrations.AddField(
            model_name='club',
            name='is_trusted',
            field=models.BooleanField(db_default=False, default=False, editable=False, help_text='seasons it imports count for people who have not answered yet'),
        ),
        migrations.AddField(
            model_name='notice',
            name='asks',
            field=models.BooleanField(db_default=False, default=False, help_text="for an answer, which is given on one's own page"),
        ),
        migrations.CreateModel(
            name='RatingReview',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seen', models.BigIntegerField(default=0, help_text='key of a match')),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='league.club')),
                ('player', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='league.player')),
            ],
        ),
        migrations.CreateModel(
            name='Agreement',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(default=league.models.codes.new_code, editable=False, max_length=10, unique=True)),
                ('status', models.CharField(choices=[('asked', 'not answered yet'), ('agreed', 'agreed'), ('declined', 'declined'), ('left', 'left')], default='asked', max_length=8)),
                ('asked_at', models.DateTimeField(blank=True, help_text='empty: agreed unasked', null=True)),
                ('answered_at', models.DateTimeField(blank=True, help_text='when the person last agreed, declined or left', null=True)),
                ('asked_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='agreements', to='league.club')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='agreements', to='league.player')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('club', 'player'), name='one_agreement_per_club'), models.CheckConstraint(condition=models.Q(('status__in', ['asked', 'agreed', 'declined', 'left'])), name='agreement_status_is_known'), models.CheckConstraint(condition=models.Q(models.Q(('answered_at', None), ('status', 'asked')), models.Q(models.Q(('status', 'asked'), _negated=True), ('answered_at__isnull', False)), _connector='OR'), name='agreement_is_answered')],
            },
        ),
    ]
