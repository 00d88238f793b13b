"""Two at once over one bot: exactly one wins."""

import pytest

from league.models import Archive, Bot, Job, Notice, Player, Version
from league.services.base.refusals import Invalid
from league.services.bots import bots
from tests.bots.archives import GOOD, tar_gz
from tests.league.factories import AuthorsBotFactory, PartFactory, VersionFactory
from tests.league.services.races import at_once, losers, winners

pytestmark = pytest.mark.django_db(transaction=True)


def uploading(by, now, number=0):
    content = tar_gz({**GOOD, "weights.txt": str(number).encode()})
    return lambda: bots.upload(content=content, by=by, now=now)


def test_same_archive_uploaded_twice_at_once_is_one_version(carol, now):
    outcomes = at_once(*[uploading(carol, now)] * 3)
    assert len({outcome.version.pk for outcome in outcomes}) == 1
    assert sorted(outcome.is_new for outcome in outcomes) == [False, False, True]
    assert Bot.objects.count() == Version.objects.count() == Job.objects.count() == 1


def test_archives_uploaded_at_once_have_their_own_numbers(carol, now):
    outcomes = at_once(*[uploading(carol, now, number) for number in range(3)])
    assert sorted(outcome.version.number for outcome in outcomes) == [1, 2, 3]
    assert Archive.objects.count() == 3


def test_quota_holds_for_uploads_at_once(carol, now, settings):
    settings.BOT_MOST_A_DAY = 2
    outcomes = at_once(*[uploading(carol, now, number) for number in range(4)])
    assert len(winners(outcomes)) == Version.objects.count() == 2


def test_name_taken_by_two_authors_at_once_is_one_authors(carol, mallory, now):
    outcomes = at_once(uploading(carol, now, 1), uploading(mallory, now, 2))
    assert [type(loser) for loser in losers(outcomes)] == [Invalid]
    assert "Another author already has a bot" in str(losers(outcomes)[0])
    assert Bot.objects.count() == Version.objects.count() == 1


@pytest.fixture
def checking(carol, now):
    return uploading(carol, now)().version


def own(version):
    return Version.objects.select_related("bot").get(pk=version.pk)


def test_version_withdrawn_while_it_is_accepted_ends_withdrawn(checking, carol, now):
    mine, other = own(checking), own(checking)
    at_once(
        lambda: bots.withdraw(version=mine, by=carol, now=now),
        lambda: bots.accept(version=other, report={}, now=now),
    )
    version = own(checking)
    assert version.status == "withdrawn"
    assert (version.player is None) == (not Player.objects.filter(kind="bot").exists())


def test_version_accepted_by_two_workers_has_one_player(checking, now):
    mine, other = own(checking), own(checking)
    outcomes = at_once(
        lambda: bots.accept(version=mine, report={}, now=now),
        lambda: bots.accept(version=other, report={}, now=now),
    )
    assert sorted(outcomes) == [False, True]
    assert Player.objects.filter(kind="bot").count() == Notice.objects.count() == 1


def test_version_is_quarantined_by_one_of_two_workers(carol, now):
    version = VersionFactory(bot=AuthorsBotFactory(owner=carol))
    PartFactory.create_batch(3, version=version, fault="crash")
    outcomes = at_once(*[lambda: bots.quarantine_if_faulty(version_ids=[version.pk], now=now)] * 2)
    assert sorted(map(len, outcomes)) == [0, 1]
    assert Notice.objects.count() == 1
