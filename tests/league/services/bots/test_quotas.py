"""What one author may have, and how the refusal says to go on."""

from datetime import timedelta

import pytest

from league.models import Archive, Version
from league.services.base.refusals import Invalid
from league.services.bots import bots
from tests.bots.archives import GOOD, MANIFEST, tar_gz
from tests.league.factories import (
    AuthorsBotFactory,
    MatchFactory,
    VersionFactory,
)


def upload(by, now, *, name="Carol's", more=b""):
    manifest = MANIFEST.replace(b"Carol's", name.encode())
    content = tar_gz({**GOOD, "bot.toml": manifest, "more": more})
    return bots.upload(content=content, by=by, now=now).version


def refusal(by, now, **more):
    with pytest.raises(Invalid) as refused:
        upload(by, now, **more)
    return refused.value.errors["archive"][0]


def test_one_bot_too_many_is_refused(carol, now, settings):
    settings.BOT_MOST_BOTS = 2
    AuthorsBotFactory.create_batch(2, owner=carol)
    assert "Upload a new version of one of" in refusal(carol, now)


def test_new_version_of_a_bot_is_no_new_bot(carol, now, settings):
    settings.BOT_MOST_BOTS = 1
    upload(carol, now)
    assert upload(carol, now, more=b"x").number == 2


def test_one_upload_too_many_in_a_day_says_when_to_go_on(carol, now, settings):
    settings.BOT_MOST_A_DAY, settings.BOT_MOST_CHECKS = 2, 9
    upload(carol, now)
    upload(carol, now + timedelta(hours=1), more=b"1")
    assert "Try again after 2026-11-21 20:00 UTC" in refusal(
        carol, now + timedelta(hours=2), more=b"2"
    )
    upload(carol, now + timedelta(hours=24, seconds=1), more=b"2")


def test_one_check_too_many_waits_for_another(carol, now, settings):
    settings.BOT_MOST_CHECKS = 1
    upload(carol, now)
    assert "Wait until one" in refusal(carol, now, more=b"1")
    bots.accept(version=Version.objects.get(), report={}, now=now)
    upload(carol, now, more=b"1")


def test_quotas_of_one_author_are_not_those_of_another(carol, bob, now, settings):
    settings.BOT_MOST_BOTS = settings.BOT_MOST_CHECKS = settings.BOT_MOST_A_DAY = 1
    upload(carol, now)
    upload(bob, now, name="Bob's")


@pytest.fixture
def large(carol, settings):
    """A version whose archive leaves no room for another."""
    settings.BOT_MOST_BYTES = 2000
    return VersionFactory(bot=AuthorsBotFactory(owner=carol), archive__size_bytes=1900)


def test_one_byte_too_many_is_refused(large, carol, now):
    assert "Withdraw versions first" in refusal(carol, now)


def test_withdrawn_version_makes_room(large, carol, now):
    bots.withdraw(version=large, by=carol, now=now)
    upload(carol, now)
    assert bytes(Archive.objects.get(pk=large.archive_id).content) == b""


def test_withdrawn_version_that_is_still_to_play_makes_no_room(large, carol, now):
    MatchFactory(players=[large.player])
    bots.withdraw(version=large, by=carol, now=now)
    assert "Withdraw versions first" in refusal(carol, now)
    assert bytes(Archive.objects.get(pk=large.archive_id).content) == b"archive"
