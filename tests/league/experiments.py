"""Experiments as tests need them: two versions of Carol's, and what is played for them."""

import gzip
from contextlib import contextmanager

from bots import builtin
from league.models import Experiment, Job
from league.services.accounts import people
from league.services.experiments import duplicates, experiments

from .factories import NOW, VersionFactory
from .ladders import make_version

GAME, PLAYERS = "briscola", 2


def two_versions(account):
    """Return versions 2 and 1 of a bot of the account."""
    return make_version(account, number=2), make_version(account, number=1)


def start(new, old, **more):
    """Return an experiment that its author has started."""
    wanted = {"game": GAME, "players": PLAYERS, "by": new.bot.owner, "now": NOW, **more}
    return experiments.start(new=new, old=old, **wanted)


def start_duplicates(new, *opponents, **more):
    """Return unrated duplicates that their author has started, against `greedy` if nobody else."""
    bots = [] if opponents else ["greedy"]
    wanted = {"game": GAME, "players": PLAYERS, "bots": bots, "most": 4, "now": NOW, **more}
    return duplicates.start(**{"new": new, "opponents": opponents, "by": new.bot.owner, **wanted})


def make_duplicates(account, *, records=False, **fields):
    """Return unrated duplicates of the account against `greedy` as a row, with their job.

    With `records` one is played, with a file that has no line.
    """
    nothing = dict.fromkeys(("old", "lower", "upper", "alpha", "beta"))
    given = {"kind": "duplicates", "most": 50, "duplicates": int(records), **nothing, **fields}
    row = make_experiment(account, **given)
    player = people.builtin_bot(name="greedy")
    row.opponents.create(number=0, player=player)
    if records:
        row.blocks.create(
            first=0,
            differences=[2.0],
            faulty=[[]],
            scores=[{"new": 3.0, player.code: 1.0}],
            records=gzip.compress(b""),
        )
    return row


def make_experiment(account, **fields):
    """Return an experiment of the account as a row, with its job."""
    version = VersionFactory(bot__owner=account)
    experiment = Experiment.objects.create(
        **{
            "new": version,
            "old": VersionFactory(bot=version.bot),
            "game": GAME,
            "players": PLAYERS,
            "lower": 0.0,
            "upper": 0.2,
            "alpha": 0.05,
            "beta": 0.05,
            "most": 5000,
            "seed": bytes(32),
            "created_at": NOW,
            **fields,
        }
    )
    Job.objects.create(kind=Job.Kind.RUN_EXPERIMENT, experiment=experiment, created_at=NOW)
    return experiment


def crew_of(**bots):
    """Return a crew that seats the named built-in bots for versions by their numbers."""

    class Seats:
        def seat(self, players):
            return [
                builtin.get(player.builtin or bots[f"v{player.version.number}"])
                for player in players
            ]

    @contextmanager
    def crew(*, clock):
        yield Seats()

    return crew
