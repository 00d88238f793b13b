"""Sessions of browsers in a table of the league, which knows whose they are.

The release before goes on with `django_session`, which nobody reads any more after that; drop it in
the release after. Whoever is logged in at an upgrade logs in once more.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0006_former_players'),
    ]

    operations = [
        migrations.CreateModel(
            name='Login',
            fields=[
                ('digest', models.CharField(editable=False, help_text='of the key', max_length=32, primary_key=True, serialize=False)),
                ('data', models.TextField(editable=False)),
                ('since', models.DateTimeField(null=True)),
                ('seen_at', models.DateTimeField(help_text='when last, to the hour or so')),
                ('expires_at', models.DateTimeField(db_index=True)),
                ('browser', models.CharField(blank=True, help_text='as it calls itself', max_length=40)),
                ('system', models.CharField(blank=True, help_text='on which it says to run', max_length=40)),
                ('account', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='logins', to=settings.AUTH_USER_MODEL)),
            ],
        ),
    ]
