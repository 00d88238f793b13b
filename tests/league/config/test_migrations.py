"""The migrations say what the models say."""

from importlib import import_module

import pytest
from django.apps import apps
from django.core.management import call_command

from league.models import Job, SeasonImport
from tests.league.factories import NOW, ClubFactory, JobFactory, MatchFactory
from tests.league.ladders import make_version


@pytest.mark.django_db
def test_no_migration_is_missing():
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)


def test_jobs_of_before_get_their_clubs_slice_by_slice(carol, monkeypatch):
    lists = import_module("league.migrations.0012_lists_of_jobs")
    monkeypatch.setattr(lists, "SLICE", 2)
    wanted = SeasonImport.objects.create(
        club=ClubFactory(), archive=b"", players="known", created_at=NOW
    )
    made = [JobFactory(match=MatchFactory()) for _ in range(3)]
    made += [
        Job.objects.create(kind="check_version", checked=make_version(carol), created_at=NOW),
        JobFactory(kind="import_season", imported=wanted),
    ]
    clubs = {job.pk: job.club_id for job in made}
    Job.objects.update(club=None)
    lists.name_clubs(apps, None)
    assert dict(Job.objects.values_list("pk", "club")) == clubs
