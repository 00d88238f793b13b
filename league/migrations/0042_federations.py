"""Federations: which clubs belong to them, and for which club somebody plays there."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import league.models.codes


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0041_handicap_of_standings'),
    ]

    operations = [
        migrations.CreateModel(
            name='Affiliation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(default=league.models.codes.new_code, editable=False, max_length=10, unique=True)),
                ('status', models.CharField(choices=[('asked', 'not answered yet'), ('member', 'member'), ('declined', 'declined'), ('left', 'left')], default='asked', max_length=8)),
                ('asked_at', models.DateTimeField()),
                ('answered_at', models.DateTimeField(blank=True, help_text='accepted or declined', null=True)),
                ('ended_at', models.DateTimeField(blank=True, help_text='left, or taken back', null=True)),
                ('answered_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('asked_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='federations', to='league.club')),
                ('federation', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='affiliations', to='league.club')),
            ],
            options={
                'constraints': [models.UniqueConstraint(condition=models.Q(('status__in', ['asked', 'member'])), fields=('federation', 'club'), name='one_open_affiliation'), models.CheckConstraint(condition=models.Q(('status__in', ['asked', 'member', 'declined', 'left'])), name='affiliation_status_is_known'), models.CheckConstraint(condition=models.Q(('federation', models.F('club')), _negated=True), name='affiliation_is_of_two'), models.CheckConstraint(condition=models.Q(models.Q(('answered_at', None), ('status', 'asked')), ('status', 'left'), models.Q(('answered_at__isnull', False), ('status__in', ['member', 'declined'])), _connector='OR'), name='affiliation_is_answered'), models.CheckConstraint(condition=models.Q(models.Q(('ended_at__isnull', False), ('status', 'left')), models.Q(models.Q(('status', 'left'), _negated=True), ('ended_at', None)), _connector='OR'), name='affiliation_has_ended')],
            },
        ),
        migrations.CreateModel(
            name='Allegiance',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('since', models.DateTimeField()),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='allegiances', to='league.club')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='allegiances', to='league.player')),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='allegiances', to='league.season')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('season', 'player'), name='one_club_per_season')],
            },
        ),
    ]
