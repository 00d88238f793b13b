"""What authors do with unrated duplicates."""

from datetime import timedelta

import pytest

from league.models import AuditEntry, Job, PairBlock, Version
from league.services.base import rights
from league.services.base.refusals import Conflict, Forbidden, Invalid, NotFound
from league.services.experiments import duplicates, experiments
from tests.league.experiments import make_duplicates, start, start_duplicates, two_versions
from tests.league.factories import NOW
from tests.league.ladders import make_version

SCORES = [{"new": 9.0, "greedy": 5.0}, {"new": 3.0, "greedy": 5.0}]


@pytest.fixture
def versions(carol):
    return two_versions(carol)


@pytest.fixture
def owl(mallory):
    return make_version(mallory, name="Owl")


@pytest.fixture
def played(carol):
    """Two duplicates, of which an opponent made faults in the second."""
    row = make_duplicates(carol, status="running", duplicates=2)
    code = row.opponents.get().player.code
    scores = [{"new": one["new"], code: one["greedy"]} for one in SCORES]
    PairBlock.objects.create(
        experiment=row,
        first=0,
        differences=[4.0, -2.0],
        faulty=[[], ["old"]],
        scores=scores,
        records=b"some",
    )
    return row


def against(row):
    return [one.player.shown_name for one in row.opponents.all()]


def refusal(*versions, **wanted):
    with pytest.raises(Invalid) as refused:
        start_duplicates(*versions, **wanted)
    return {field: " ".join(said) for field, said in refused.value.errors.items()}


def test_start_makes_a_job_and_a_line_of_the_log(versions):
    row = start_duplicates(versions[0])
    assert (row.kind, row.old, row.most) == ("duplicates", None, 4)
    assert row.jobs.get().kind == Job.Kind.RUN_EXPERIMENT
    assert AuditEntry.objects.get().subject == f"experiment:{row.code}"


def test_opponents_may_be_of_anybody_and_built_in(versions, owl):
    row = start_duplicates(versions[0], owl, versions[1], bots=["random"], game="fipsen", players=4)
    assert against(row) == ["Owl 1", "Carols bot 1", "Random"]


def test_opponents_take_the_free_seats_in_turn(versions, owl):
    row = start_duplicates(versions[0], owl, bots=["random"], game="fipsen", players=4)
    codes = [one.player.code for one in row.opponents.all()]
    assert experiments.plan_of(row).seats == ("new", *codes, codes[0])


def test_partners_are_played_by_the_version_itself(versions, owl):
    row = start_duplicates(versions[0], owl, bots=["random"], game="truco", players=4)
    assert [name == "new" for name in experiments.plan_of(row).seats] == [True, False] * 2


def test_only_the_author_asks(versions, mallory):
    with pytest.raises(Forbidden):
        start_duplicates(versions[0], by=mallory)


@pytest.mark.parametrize(
    ("wanted", "field", "said"),
    [
        ({"game": "whist"}, "game", "does not exist"),
        ({"players": 7}, "players", "Choose one of: 2, 3, 4"),
        ({"most": 1}, "most", "from 2 to 500"),
        ({"most": 501}, "most", "from 2 to 500"),
        ({"bots": []}, "opponents", "from 1 to 1 opponents"),
        ({"bots": ["greedy", "random"]}, "opponents", "from 1 to 1 opponents"),
        ({"bots": ["deep"]}, "bots", "does not exist"),
        ({"bots": ["greedy"] * 2, "players": 3}, "opponents", "each opponent once"),
    ],
)
def test_what_cannot_be_played_is_refused(versions, wanted, field, said):
    assert said in refusal(versions[0], **wanted)[field]


def test_a_version_does_not_meet_itself(versions):
    assert "not the version itself" in refusal(versions[0], versions[0])["opponents"]


def test_all_must_play_the_game(versions, mallory):
    other = make_version(mallory, name="Wren", games=["skat"])
    assert "Wren 1 does not play this game" in refusal(versions[0], other)["opponents"]
    assert "Owl 1 does not" in refusal(make_version(mallory, name="Owl", games=["skat"]))["game"]


@pytest.mark.parametrize("status", ["checking", "quarantined", "withdrawn"])
def test_versions_must_be_in_service(versions, owl, status):
    Version.objects.update(status=status)
    owl.refresh_from_db()
    assert "Owl 1" in refusal(versions[0], owl)["opponents"]
    assert "accepted" in refusal(owl)["new"]


def test_they_run_beside_experiments_by_the_same_count(versions):
    start(*versions)
    start_duplicates(versions[0])
    assert "stop it" in refusal(versions[0])["new"]


def test_an_author_has_a_quota_a_day(versions, carol, mallory):
    make_duplicates(mallory, most=500)
    make_duplicates(carol, most=500, status="stopped")
    make_duplicates(carol, most=450, status="played")
    make_duplicates(carol, most=500, status="played", created_at=NOW - timedelta(days=1))
    assert "You have 50 left" in refusal(versions[0], most=51)["most"]
    assert start_duplicates(versions[0], most=50)


def test_each_opponent_is_compared_with(played):
    [found] = duplicates.comparisons(played, duplicates.played(played))
    assert (found.player.builtin, found.mean, found.estimate.mean) == ("greedy", 5.0, 1.0)
    assert found.estimate.margin == pytest.approx(5.88, abs=0.01)


def test_fewer_points_are_better_where_the_game_says_so(played):
    played.game = "mulatschag"
    [found] = duplicates.comparisons(played, duplicates.played(played))
    assert found.estimate.mean == -1.0


def test_each_duplicate_is_told(played):
    assert duplicates.played(played)[1] == duplicates.Played(2, [3.0, 5.0], -2.0, ["old"])


def test_stop_and_resume(played, carol):
    experiments.stop(experiment=played, by=carol, now=NOW)
    experiments.resume(experiment=played, by=carol, now=NOW)
    assert played.status == "running"


def test_an_opponent_that_left_ends_it(versions, owl, carol):
    row = start_duplicates(versions[0], owl)
    experiments.stop(experiment=row, by=carol, now=NOW)
    owl.change_status("quarantined")
    with pytest.raises(Conflict, match="Owl 1 plays no more"):
        experiments.resume(experiment=row, by=carol, now=NOW)


def test_they_are_for_their_author_alone(versions, owl, mallory, carol):
    row = start_duplicates(versions[0], owl)
    assert row in rights.readable_experiments(carol)
    assert row not in rights.readable_experiments(mallory)


def test_records_are_kept_as_long_as_those_of_ladders(played, carol, settings):
    experiments.stop(experiment=played, by=carol, now=NOW)
    kept = timedelta(days=settings.LADDER_RECORD_DAYS)
    assert duplicates.forget_old(now=NOW + kept) == 0
    assert b"".join(duplicates.record_parts(played)) == b"some"
    assert duplicates.forget_old(now=NOW + kept + timedelta(seconds=1)) == 1
    with pytest.raises(NotFound, match="no longer kept"):
        duplicates.record_parts(played)
    assert len(duplicates.played(played)) == 2


def test_records_of_what_is_not_over_stay(played):
    assert duplicates.forget_old(now=NOW + timedelta(days=10_000)) == 0


def test_a_site_may_keep_records_for_ever(played, carol, settings):
    experiments.stop(experiment=played, by=carol, now=NOW)
    settings.LADDER_RECORD_DAYS = 0
    assert duplicates.forget_old(now=NOW + timedelta(days=10_000)) == 0
