"""The migrations say what the models say."""

from importlib import import_module

import pytest
from django.apps import apps
from django.core.management import call_command

from bots.contests.sprt import Verdict
from league.models import Agreement, Experiment, Job, SeasonImport
from league.services.accounts import agreements
from league.services.experiments import experiments
from tests.league.experiments import make_experiment
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


def test_experiments_of_before_go_on_from_their_ratio_slice_by_slice(carol, monkeypatch):
    """With deviation s, the ratio of two normal likelihoods is (u - l)(m/s - (u + l)/2) n."""
    bets = import_module("league.migrations.0016_bets_so_far")
    monkeypatch.setattr(bets, "SLICE", 2)
    made = [
        make_experiment(carol, upper=0.04, duplicates=4000, total=total, squares=100_000.0)
        for total in (1200.0, 0.0, -1200.0)
    ]
    bets.settle(apps, None)
    ratios = [ratio_of(experiment) for experiment in made]
    assert ratios == pytest.approx([6.4, -3.2, -12.9], abs=0.2)
    assert Experiment.objects.filter(fourths=3 * 100_000.0**2 / 4000).count() == 3


def test_experiments_of_before_are_settled_once(carol):
    """What has been played since is not weighed anew."""
    bets = import_module("league.migrations.0016_bets_so_far")
    row = make_experiment(carol, duplicates=100, total=50.0, squares=2525.0)
    bets.settle(apps, None)
    Experiment.objects.update(against_lower=1.5)
    bets.settle(apps, None)
    assert ratio_of(row) == 1.5


def test_experiments_of_before_are_decided_by_what_comes(carol):
    bets = import_module("league.migrations.0016_bets_so_far")
    row = make_experiment(carol, duplicates=100, total=20.0, squares=2525.0)
    bets.settle(apps, None)
    row.refresh_from_db()
    course, test = experiments.course_of(row), experiments.test_of(row)
    assert test.verdict(course.sums) is None
    sums = course.sums
    while test.verdict(sums) is None:
        sums = test.after(sums, 2.0 + 5.0 * (-1) ** sums.count)
    assert (test.verdict(sums), sums.count > 105) == (Verdict.BETTER, True)


def test_experiments_of_before_without_a_difference_begin_anew(carol):
    bets = import_module("league.migrations.0016_bets_so_far")
    row = make_experiment(carol, duplicates=60)
    bets.settle(apps, None)
    row.refresh_from_db()
    assert (row.fourths, row.against_lower, row.against_upper) == (0, 0, 0)


def ratio_of(experiment):
    experiment.refresh_from_db()
    return experiments.test_of(experiment).ratio(experiments.course_of(experiment).sums)


def test_who_counts_in_a_club_when_agreements_come_has_agreed(db, monkeypatch):
    so_far = import_module("league.migrations.0018_agreed_so_far")
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
    so_far = import_module("league.migrations.0018_agreed_so_far")
    places = [(model.__name__, player, club) for model, player, club in agreements.PLACES]
    assert places == list(so_far.PLACES)
