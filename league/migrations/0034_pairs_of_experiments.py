"""What came of every pair of an experiment, kept for its author."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0033_writings'),
    ]

    operations = [
        migrations.CreateModel(
            name='PairBlock',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('first', models.PositiveIntegerField(help_text='number of its first pair, from 0')),
                ('differences', models.JSONField(help_text='what the new version scored more than the old one, in points of a deal')),
                ('faulty', models.JSONField(help_text='for each pair, which of “new” and “old” made faults')),
                ('experiment', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='blocks', to='league.experiment')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('experiment', 'first'), name='pair_block_once')],
            },
        ),
    ]
