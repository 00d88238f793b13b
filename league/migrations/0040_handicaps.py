"""Points that players have in events from the start."""

import django.db.models.deletion
import league.models.codes
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0039_fees'),
    ]

    operations = [
        migrations.CreateModel(
            name='Handicap',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(default=league.models.codes.new_code, editable=False, max_length=10, unique=True)),
                ('points', models.DecimalField(decimal_places=3, help_text='added', max_digits=8)),
                ('reason', models.TextField(blank=True)),
                ('status', models.CharField(choices=[('in_force', 'in force'), ('ended', 'ended')], default='in_force', max_length=10)),
                ('set_at', models.DateTimeField()),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('ended_because', models.TextField(blank=True)),
                ('ended_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('event', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='handicaps', to='league.event')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='handicaps', to='league.player')),
                ('set_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(fields=['event', '-id'], name='handicap_by_event')],
                'constraints': [models.CheckConstraint(condition=models.Q(('points__gt', 0)), name='handicap_adds_points'), models.CheckConstraint(condition=models.Q(('status__in', ['in_force', 'ended'])), name='handicap_status_is_known'), models.UniqueConstraint(condition=models.Q(('status', 'in_force')), fields=('event', 'player'), name='one_handicap_in_force')],
            },
        ),
    ]
