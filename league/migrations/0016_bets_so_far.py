"""Experiments of before go on from the likelihood ratio that they had.

It was that of the test for normal differences, by which what they have played was weighed; their
fourth powers are taken as those of normal differences. What a process of the release before
counts later is not weighed. An experiment without any difference so far begins as a new one does.
"""

from math import log, sqrt

from django.db import migrations, transaction

SLICE = 500
OF_NORMAL = 3
"""The mean fourth power of normal differences, in squares of their mean square."""


def settle(apps, schema_editor):
    """Fill the columns, from the oldest experiment to the newest; again goes on where it was."""
    experiment = apps.get_model("league", "Experiment")
    unsettled = experiment.objects.filter(squares__gt=0, fourths=0).order_by("pk")
    ids = [0]
    while ids:
        with transaction.atomic():
            held = unsettled.filter(pk__gt=ids[-1]).select_for_update()
            rows = list(held.only("lower", "upper", "duplicates", "total", "squares")[:SLICE])
            for row in rows:
                row.fourths = OF_NORMAL * row.squares**2 / row.duplicates
                row.against_lower = misfit(row, row.lower) - misfit(row, row.upper)
                row.against_upper = -row.against_lower
            experiment.objects.bulk_update(rows, ["fourths", "against_lower", "against_upper"])
            ids = [row.pk for row in rows]


def misfit(row, effect):
    """Return the negative log-likelihood of normal differences of mean `effect` deviations."""
    mean, square = row.total / row.duplicates, row.squares / row.duplicates
    deviation = (sqrt((effect * mean) ** 2 + 4 * square) - effect * mean) / 2
    bend = square / deviation**2 - 2 * effect * mean / deviation + effect**2
    return row.duplicates * (log(deviation) + bend / 2)


class Migration(migrations.Migration):

    atomic = False  # rows are filled in slices

    dependencies = [
        ('league', '0015_bets_of_experiments'),
    ]

    operations = [
        migrations.RunPython(settle, migrations.RunPython.noop),
    ]
