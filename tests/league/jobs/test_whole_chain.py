"""A bot from its upload to the leaderboard: all messages are delivered, all tasks are real."""

import numpy as np
import pytest
from celery import current_app
from django.utils import timezone

from bots import sdk
from bots.submission import archive
from league import tasks
from league.models import Account, Match, Part, Rating, Record
from league.services.bots import bots
from league.services.bots.archives import MOST_IN_ROW_BYTES
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


WITH_NUMPY = """
from pathlib import Path
import numpy as np
from net import CODES, order, seen
from stammtisch_bot import run
WEIGHTS = np.load(Path(__file__).parent / "weights.npz")
FIRST, SECOND, LAST = (WEIGHTS[name] for name in ("first", "second", "last"))
def choose(turn):
    rows = [CODES * card + code for card, code in enumerate(seen(turn.view))]
    worth = np.maximum(np.maximum(FIRST[rows].sum(axis=0), 0) @ SECOND, 0) @ LAST
    cards = dict(zip(order(turn.view["facts"]["trump"]), worth))
    return max(turn.legal, key=cards.__getitem__)
run(choose, tables=16)
"""


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


def small(folder):
    """Write a bot that needs nothing."""
    write(folder, LOOP.replace("{act}", authors.THINKS), games=["briscola"])


def large(folder):
    """Write a bot whose net is a large one in NumPy, with weights that nobody has trained."""
    sdk.create(folder, name="Owl", language="python", net=True)
    with (folder / "bot.toml").open("a") as manifest:
        manifest.write('runtime = "python-numeric"\n')
    (folder / "bot.py").write_text(WITH_NUMPY)
    chance = np.random.default_rng(7)
    first = chance.normal(size=(200, 1024)).astype(np.float32)
    second = chance.normal(size=(1024, 1536)).astype(np.float32)
    last = chance.normal(size=(1536, 40)).astype(np.float32)
    np.savez(folder / "weights.npz", first=first, second=second, last=last)


@pytest.fixture(
    params=[
        small,
        pytest.param(large, marks=pytest.mark.needs("libraries")),
    ]
)
def uploaded(request, tmp_path, deliver):
    """A version of Carol's that has been uploaded and checked."""
    carol = Account.objects.create(username="carol")
    request.param(tmp_path / "bot")
    content = archive.pack(tmp_path / "bot")
    assert (len(content) > MOST_IN_ROW_BYTES) == (request.param is large)
    version = bots.upload(content=content, by=carol, now=timezone.now()).version
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
