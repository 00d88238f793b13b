"""The migrations say what the models say."""

from importlib import import_module

import pytest
from django.apps import apps
from django.core.management import call_command

from league.models import Agreement, Job, SeasonImport
from league.services import agreements
from tests.league.factories import (
    NOW,
    ClubFactory,
    JobFactory,
    MatchFactory,
    MembershipFactory,
    PersonFactory,
    PlayerFactory,
    RegistrationFactory,
    TeamFactory,
)
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


def test_who_counts_in_a_club_when_agreements_come_has_agreed(db, monkeypatch):
    so_far = import_module("league.migrations.0016_agreed_so_far")
    monkeypatch.setattr(so_far, "SLICE", 2)
    people = PersonFactory.create_batch(3)
    wanted = {
        (MembershipFactory(player=people[0]).club_id, people[0].pk),
        (RegistrationFactory(player=people[0]).event.season.club_id, people[0].pk),
        (MatchFactory(players=[people[1]]).season.club_id, people[1].pk),
        (TeamFactory(players=[people[2]]).club_id, people[2].pk),
    }
    PersonFactory()
    MembershipFactory(player=PlayerFactory())
    Agreement.objects.all().delete()
    for _again in "ab":
        so_far.agree(apps, None)
    rows = Agreement.objects.filter(status="agreed").values_list("club", "player")
    assert set(rows) == wanted


def test_the_migration_and_the_service_know_the_same_places():
    so_far = import_module("league.migrations.0016_agreed_so_far")
    places = [(model.__name__, player, club) for model, player, club in agreements.PLACES]
    assert places == list(so_far.PLACES)
