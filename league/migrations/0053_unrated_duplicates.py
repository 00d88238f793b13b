"""Experiments that play a fixed number of duplicates against opponents of one's choice."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0052_parts_of_archives'),
    ]

    operations = [
        migrations.CreateModel(
            name='Opponent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('experiment', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='opponents', to='league.experiment')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='league.player')),
            ],
            options={
                'ordering': ['experiment', 'number'],
                'constraints': [models.UniqueConstraint(fields=('experiment', 'number'), name='opponent_by_number'), models.UniqueConstraint(fields=('experiment', 'player'), name='opponent_once')],
            },
        ),
        migrations.RemoveConstraint(
            model_name='experiment',
            name='experiment_status_is_known',
        ),
        migrations.AddField(
            model_name='experiment',
            name='kind',
            field=models.CharField(choices=[('test', 'test of two versions'), ('duplicates', 'unrated duplicates')], db_default='test', default='test', max_length=10),
        ),
        migrations.AddField(
            model_name='pairblock',
            name='records',
            field=models.BinaryField(help_text='of duplicates: a line for each match, compressed with gzip', null=True),
        ),
        migrations.AddField(
            model_name='pairblock',
            name='scores',
            field=models.JSONField(help_text='of duplicates: for each, what “new” and players by code scored a deal', null=True),
        ),
        migrations.AlterField(
            model_name='experiment',
            name='alpha',
            field=models.FloatField(help_text='false-positive rate: the probability that a version that is not better passes', null=True),
        ),
        migrations.AlterField(
            model_name='experiment',
            name='beta',
            field=models.FloatField(help_text='false-negative rate: the probability that a better version fails', null=True),
        ),
        migrations.AlterField(
            model_name='experiment',
            name='lower',
            field=models.FloatField(help_text="largest difference that still counts as no better, in standard deviations of one pair's result", null=True),
        ),
        migrations.AlterField(
            model_name='experiment',
            name='old',
            field=models.ForeignKey(help_text='of a test; duplicates have opponents', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='league.version'),
        ),
        migrations.AlterField(
            model_name='experiment',
            name='status',
            field=models.CharField(choices=[('waiting', 'waiting'), ('running', 'running'), ('better', 'the new version is better'), ('not_better', 'the new version is not better'), ('undecided', 'undecided after the most duplicates'), ('played', 'all duplicates played'), ('stopped', 'stopped'), ('failed', 'failed')], default='waiting', max_length=10),
        ),
        migrations.AlterField(
            model_name='experiment',
            name='upper',
            field=models.FloatField(help_text="smallest improvement to detect, in standard deviations of one pair's result", null=True),
        ),
        migrations.AddConstraint(
            model_name='experiment',
            constraint=models.CheckConstraint(condition=models.Q(('status__in', ['waiting', 'running', 'better', 'not_better', 'undecided', 'played', 'stopped', 'failed'])), name='experiment_status_is_known'),
        ),
        migrations.AddConstraint(
            model_name='experiment',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('alpha__isnull', False), ('beta__isnull', False), ('kind', 'test'), ('lower__isnull', False), ('old__isnull', False), ('upper__isnull', False)), models.Q(('alpha', None), ('beta', None), ('kind', 'duplicates'), ('lower', None), ('old', None), ('upper', None)), _connector='OR'), name='test_has_old_and_bounds'),
        ),
    ]
