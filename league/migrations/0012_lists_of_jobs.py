"""The clubs of jobs named, and indexes from which the lists of their jobs come.

Processes of the release before make jobs without a club; the sweep names those of these.
"""

from django.db import migrations, models, transaction
from django.db.models import OuterRef, Subquery
from django.db.models.functions import Coalesce

from league.models.operations import AddIndexUnlocked

SLICE = 5000


def name_clubs(apps, schema_editor):
    """Fill the column, from the oldest job to the newest; again goes on where it broke off."""
    job = apps.get_model("league", "Job")
    of_match = apps.get_model("league", "Match").objects.filter(pk=OuterRef("match"))
    of_import = apps.get_model("league", "SeasonImport").objects.filter(pk=OuterRef("imported"))
    club = Coalesce(Subquery(of_match.values("season__club")), Subquery(of_import.values("club")))
    unnamed = job.objects.filter(club=None, checked=None, experiment=None).order_by("pk")
    ids = [0]
    while ids:
        with transaction.atomic():
            # In the order in which workers lock them.
            held = unnamed.filter(pk__gt=ids[-1]).select_for_update(of=("self",))
            ids = list(held.values_list("pk", flat=True)[:SLICE])
            job.objects.filter(pk__in=ids).update(club=club)


class Migration(migrations.Migration):

    atomic = False  # rows are filled in slices, indexes are made while others write

    dependencies = [
        ('league', '0011_clubs_of_jobs'),
    ]

    operations = [
        migrations.RunPython(name_clubs, migrations.RunPython.noop),
        AddIndexUnlocked(
            model_name='job',
            index=models.Index(condition=models.Q(('checked', None), ('club', None), ('experiment', None)), fields=['id'], name='job_without_club'),
        ),
        AddIndexUnlocked(
            model_name='job',
            index=models.Index(fields=['club', 'kind', 'id'], name='job_of_club'),
        ),
        AddIndexUnlocked(
            model_name='job',
            index=models.Index(condition=models.Q(('status', 'failed')), fields=['club', 'kind', 'id'], name='job_of_club_failed'),
        ),
    ]
