"""The players there are, are persons or bots, too."""

from django.db import migrations

from league.models.operations import ReadCheck


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0048_players_of_remote_bots'),
    ]

    operations = [
        ReadCheck(model_name='player', name='player_is_person_or_bot'),
    ]
