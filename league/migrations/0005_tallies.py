from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0004_log'),
    ]

    operations = [
        migrations.CreateModel(
            name='Tally',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('what', models.CharField(choices=[('job_done', 'Job Done'), ('job_failed', 'Job Failed'), ('fault', 'Fault'), ('seen', 'Seen')], max_length=10)),
                ('about', models.CharField(help_text='kind of the jobs, reason of the faults, name of the queue', max_length=20)),
                ('count', models.PositiveBigIntegerField(default=0)),
                ('at', models.DateTimeField(help_text='when last')),
            ],
            options={
                'verbose_name_plural': 'tallies',
                'constraints': [models.UniqueConstraint(fields=('what', 'about'), name='one_tally')],
            },
        ),
    ]
