"""Remote bots, who asks them to sit down, and the events that take them."""

import django.db.models.deletion
import django.db.models.functions.text
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0046_pushes'),
    ]

    operations = [
        migrations.CreateModel(
            name='RemoteBot',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60)),
                ('games', models.JSONField(blank=True, default=list, help_text='slugs of those it plays; none for all there are')),
                ('most_tables', models.PositiveSmallIntegerField(default=8, help_text='at so many tables it sits at once')),
                ('is_open', models.BooleanField(default=True, help_text='players may ask it to sit down')),
                ('seen_at', models.DateTimeField(blank=True, help_text='when it last listened to its events', null=True)),
                ('created_at', models.DateTimeField()),
                ('retired_at', models.DateTimeField(blank=True, null=True)),
                ('account', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='remote_bot', to=settings.AUTH_USER_MODEL)),
                ('owner', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='remote_bots', to=settings.AUTH_USER_MODEL)),
                ('player', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='remote', to='league.player')),
            ],
        ),
        migrations.CreateModel(
            name='TableChallenge',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('status', models.CharField(choices=[('asked', 'not answered yet'), ('accepted', 'accepted'), ('declined', 'declined')], default='asked', max_length=8)),
                ('at', models.DateTimeField(help_text='when it was asked')),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='league.player')),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='challenges', to='league.player')),
                ('table', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='challenges', to='league.onlinetable')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.AddField(
            model_name='event',
            name='takes_remote_bots',
            field=models.BooleanField(db_default=False, default=False, help_text="bots that run on their authors' machines may sit down at its online tables"),
        ),
        migrations.AddIndex(
            model_name='remotebot',
            index=models.Index(fields=['owner', 'id'], name='remote_bot_by_owner'),
        ),
        migrations.AddConstraint(
            model_name='remotebot',
            constraint=models.UniqueConstraint(django.db.models.functions.text.Lower('name'), name='remote_bot_name_is_its_own'),
        ),
        migrations.AddConstraint(
            model_name='remotebot',
            constraint=models.CheckConstraint(condition=models.Q(('most_tables__gte', 1), ('most_tables__lte', 64)), name='remote_bot_tables'),
        ),
        migrations.AddIndex(
            model_name='tablechallenge',
            index=models.Index(fields=['player', '-table'], name='challenge_by_player'),
        ),
        migrations.AddConstraint(
            model_name='tablechallenge',
            constraint=models.UniqueConstraint(fields=('table', 'player'), name='one_challenge_of_a_bot'),
        ),
        migrations.AddConstraint(
            model_name='tablechallenge',
            constraint=models.CheckConstraint(condition=models.Q(('status__in', ['asked', 'accepted', 'declined'])), name='challenge_status_is_known'),
        ),
    ]
