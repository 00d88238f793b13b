"""Who has paid for events, and how a pot is shared."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0037_guests_at_cards'),
    ]

    operations = [
        migrations.CreateModel(
            name='Pot',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kept', models.PositiveIntegerField(default=0, help_text='what the club keeps, in cents of its currency')),
                ('shares', models.JSONField(help_text='percents of the rest, of the first place first')),
                ('event', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='pot', to='league.event')),
            ],
        ),
        migrations.CreateModel(
            name='Payment',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('fee', 'entry fee'), ('prize', 'prize')], max_length=5)),
                ('way', models.CharField(choices=[('cash', 'cash'), ('transfer', 'transfer')], max_length=8)),
                ('amount', models.PositiveIntegerField(help_text="in cents of the club's currency")),
                ('noted_at', models.DateTimeField()),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='payments', to='league.event')),
                ('noted_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='payments', to='league.player')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('kind__in', ['fee', 'prize'])), name='payment_kind_is_known'), models.CheckConstraint(condition=models.Q(('way__in', ['cash', 'transfer'])), name='payment_way_is_known')],
            },
        ),
    ]
