"""A bot from its upload to the leaderboard: all messages are delivered, all tasks are real."""

import pytest
from celery import current_app
from django.utils import timezone

from bots.submission import archive
from league import tasks
from league.models import Account, Match, Part, Rating, Record
from league.services.bots import bots
from league.services.ladders import duplicates, ladders
from tests.bots.folders import LOOP, write
from tests.league.factories import BotFactory
from tests.league.ladders import make_ladder, rate_player

from . import authors

pytestmark = [
    pytest.mark.slow,
    pytest.mark.needs("bubblewrap"),
    pytest.mark.django_db(transaction=True),
]


@pytest.fixture(autouse=True)
def folder(settings):
    authors.open_sandbox()
    settings.LADDER_OPEN = 1
    with authors.open_folder() as folder:
        settings.BOT_FOLDER = folder / "bots"
        yield


@pytest.fixture
def deliver(messages):
    """Return a function that lets a worker do what messages ask for, and all that follows."""
    assert tasks.play_match.name == "league.play_match"

    def run():
        while messages:
            name, ids, _queue = messages.pop(0)
            current_app.tasks[name](ids)

    return run


@pytest.fixture
def uploaded(tmp_path, deliver):
    """A version of Carol's that has been uploaded and checked."""
    carol = Account.objects.create(username="carol")
    bot = write(tmp_path / "fox", LOOP.replace("{act}", authors.THINKS), games=["briscola"])
    version = bots.upload(content=archive.pack(bot.folder), by=carol, now=timezone.now()).version
    deliver()
    version.refresh_from_db()
    return version


def test_uploaded_bot_is_checked_matched_played_validated_and_rated(uploaded, club, deliver):
    assert uploaded.status == "accepted", uploaded.report
    season = make_ladder(club, bots=0, size=2, game="briscola")
    anchor = rate_player(season, BotFactory(builtin="random"))
    ladders.enter(season=season, version=uploaded, by=uploaded.bot.owner, now=timezone.now())
    [duplicate] = duplicates.fill(season=season, now=timezone.now())
    deliver()
    duplicate.refresh_from_db()
    assert duplicate.status == "rated"
    assert set(Match.objects.values_list("status", flat=True)) == {"final"}
    assert set(Record.objects.values_list("status", flat=True)) == {"valid"}
    assert [part.fault for part in Part.objects.filter(version=uploaded)] == ["", ""]
    board = list(ladders.leaderboard(season))
    assert {row.player for row in board} == {anchor.player, uploaded.player}
    assert [row.duplicates for row in board] == [1, 1]
    assert Rating.objects.get(player=uploaded.player).sigma < anchor.sigma
