"""Guests who enter and confirm results of their own table, by the code of its card."""

from django.db import migrations, models

from league.models.operations import AddFieldAlone


class Migration(migrations.Migration):

    atomic = False  # requests that use several of these tables would wait for it, and it for them

    dependencies = [
        ('league', '0036_reports_of_evenings'),
    ]

    operations = [
        AddFieldAlone(
            model_name='event',
            name='guests_enter',
            field=models.BooleanField(db_default=False, default=False, help_text='who has no account enters results of the own table, by the code of its card'),
        ),
        AddFieldAlone(
            model_name='result',
            name='entered_seat',
            field=models.SmallIntegerField(blank=True, help_text='the seat of a guest who entered it without an account', null=True),
        ),
        AddFieldAlone(
            model_name='result',
            name='confirmed_seat',
            field=models.SmallIntegerField(blank=True, help_text='the seat of a guest who confirmed it without an account', null=True),
        ),
    ]
