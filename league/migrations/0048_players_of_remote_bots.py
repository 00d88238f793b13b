"""A bot's player may have an account, unless the bot is built in."""

from django.db import migrations, models

from league.models.operations import AddCheckUnread


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0047_remote_bots'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='player',
            name='player_is_person_or_bot',
        ),
        AddCheckUnread(
            model_name='player',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('builtin', ''), ('kind', 'person')), models.Q(('account', None), ('kind', 'bot')), models.Q(('builtin', ''), ('kind', 'bot')), _connector='OR'), name='player_is_person_or_bot'),
        ),
    ]
