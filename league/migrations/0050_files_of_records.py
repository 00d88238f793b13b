"""Files of records, a month each; the records of before are written in the next nights."""

import django.db.models.deletion
from django.db import migrations, models

BLOCK = 1000
SAFE = {"note_all": "adds a row for each thousand matches to a table that is new"}


def note_all(apps, schema_editor):
    """Note all blocks there are, and the next, which processes of the release before may begin."""
    last = apps.get_model("league", "Match").objects.order_by("-pk").values_list("pk", flat=True)
    unwritten = apps.get_model("league", "UnwrittenBlock")
    blocks = range(last.first() // BLOCK + 2) if last.exists() else ()
    unwritten.objects.bulk_create((unwritten(block=block) for block in blocks), batch_size=500)


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0049_players_are_checked'),
    ]

    operations = [
        migrations.CreateModel(
            name='RecordFile',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.CharField(help_text='slug of the game', max_length=40)),
                ('month', models.DateField(help_text='its first day')),
                ('matches', models.PositiveIntegerField(default=0)),
                ('size_bytes', models.PositiveBigIntegerField(default=0)),
                ('digest', models.CharField(blank=True, help_text='SHA-256 of the file; none while parts change', max_length=64)),
                ('openings', models.JSONField(default=dict, help_text='how rounds began, by number of players: counts by action')),
                ('written_at', models.DateTimeField()),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('digest', '')), fields=['id'], name='file_to_finish')],
                'constraints': [models.UniqueConstraint(fields=('game', 'month'), name='one_file_a_month')],
            },
        ),
        migrations.CreateModel(
            name='UnwrittenBlock',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('block', models.BigIntegerField()),
            ],
            options={
                'indexes': [models.Index(fields=['block'], name='unwritten_block')],
            },
        ),
        migrations.CreateModel(
            name='RecordPart',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('block', models.BigIntegerField()),
                ('matches', models.PositiveIntegerField()),
                ('content', models.BinaryField()),
                ('openings', models.JSONField(default=dict)),
                ('file', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='parts', to='league.recordfile')),
            ],
            options={
                'indexes': [models.Index(fields=['block'], name='part_of_block')],
                'constraints': [models.UniqueConstraint(fields=('file', 'block'), name='one_part_a_block')],
            },
        ),
        migrations.RunPython(note_all, migrations.RunPython.noop),
    ]
