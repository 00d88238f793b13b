"""The database knows which kinds of clubs there are."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0043_kinds_of_clubs'),
    ]

    operations = [
        migrations.AddConstraint(
            model_name='club',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['club', 'federation'])), name='club_kind_is_known'),
        ),
    ]
