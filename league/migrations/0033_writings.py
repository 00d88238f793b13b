"""What tables have been written; see docs/decisions/0027. The triggers are made after all migrations."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0032_fewer_indexes'),
    ]

    operations = [
        migrations.CreateModel(
            name='Writing',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(help_text='the table', max_length=63)),
                ('connection', models.BigIntegerField(help_text='process number of the connection')),
                ('number', models.BigIntegerField()),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('name', 'connection'), name='one_writing_each')],
            },
        ),
    ]
