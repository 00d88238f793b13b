"""Parts of uploads that are too large for one row; what is there stays where it is."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0051_records_as_parquet'),
    ]

    operations = [
        migrations.CreateModel(
            name='ArchivePart',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('content', models.BinaryField()),
                ('archive', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='parts', to='league.archive')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('archive', 'number'), name='one_archive_part')],
            },
        ),
    ]
