"""The database knows how a season can rank clubs."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0044_kinds_are_known'),
    ]

    operations = [
        migrations.AddConstraint(
            model_name='season',
            constraint=models.CheckConstraint(condition=models.Q(('club_points__in', ['sum', 'average'])), name='season_club_points_are_known'),
        ),
        migrations.AddConstraint(
            model_name='season',
            constraint=models.CheckConstraint(condition=models.Q(('club_best', None), ('club_best__gte', 1), _connector='OR'), name='season_club_best'),
        ),
    ]
