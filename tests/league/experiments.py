"""Experiments as tests need them: two versions of Carol's, and what is played for them."""

from contextlib import contextmanager

from bots import builtin
from league.models import Experiment, Job
from league.services.experiments import experiments

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
            return [builtin.get(bots[f"v{player.version.number}"]) for player in players]

    @contextmanager
    def crew(*, clock):
        yield Seats()

    return crew
