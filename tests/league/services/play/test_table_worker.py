"""The worker of online tables answers by itself, whatever the others have to do."""

import pytest

from league.management.processes import clock, tables, worker
from league.models import Job, OnlineTable
from league.services.jobs import jobs
from tests.league.factories import BotFactory, MatchFactory
from tests.league.news import wait_until
from tests.league.programs import Programs, environment, url_of_test_database
from tests.league.services.play import acts

pytestmark = [
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
    pytest.mark.xdist_group("programs"),
]


def test_queues_of_workers_have_nothing_in_common():
    assert tables().command[-4:-2] == ("--queues", "tables")
    assert worker().command[-2:] == ("--exclude-queues", "tables")


@pytest.fixture
def to_bot(table, bob, now):
    """The table, when a bot is to act and the watch is late already."""
    while acts.row(table).awaits != OnlineTable.Awaits.BOT:
        acts.act(table, bob, now)
    return table


@pytest.fixture
def waiting(db, now):
    """A job of the queue `play`, which nobody does."""
    match = MatchFactory(players=[BotFactory(), BotFactory()])
    return jobs.create(kind=Job.Kind.PLAY_MATCH, matches=[match], version=0, now=now)


def test_bots_answer_while_nobody_plays_matches(to_bot, waiting, tmp_path):
    variables = environment(tmp_path, url_of_test_database(), REDIS_URL="", TABLE_WATCH_S="1")
    with Programs(variables, tmp_path) as programs:
        programs.start(tables(processes=1))
        programs.start(clock())
        wait_until(lambda: acts.row(to_bot).awaits, OnlineTable.Awaits.PERSON, seconds=120)
    assert Job.objects.get().status == Job.Status.WAITING
