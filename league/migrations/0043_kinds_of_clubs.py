"""Whether a club is a federation, and how a season of one ranks its clubs, each table on its own."""

from django.db import migrations, models

from league.models.operations import AddFieldAlone


class Migration(migrations.Migration):

    atomic = False  # requests that use several of these tables would wait for it, and it for them

    dependencies = [
        ('league', '0042_federations'),
    ]

    operations = [
        AddFieldAlone(
            model_name='club',
            name='kind',
            field=models.CharField(choices=[('club', 'club'), ('federation', 'federation')], db_default='club', default='club', editable=False, max_length=10),
        ),
        AddFieldAlone(
            model_name='season',
            name='club_points',
            field=models.CharField(choices=[('sum', 'sum of the points of its players'), ('average', 'average of the points of its players')], db_default='sum', default='sum', help_text='of a federation: what a club has of its players', max_length=10),
        ),
        AddFieldAlone(
            model_name='season',
            name='club_best',
            field=models.PositiveSmallIntegerField(blank=True, help_text="how many of a club's players count; None: all", null=True),
        ),
    ]
