"""Matches between bots, played by a worker."""

import hashlib
import hmac
import logging
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta

from django.db.models import prefetch_related_objects
from django.utils import timezone

import games
from bots import builtin, runner
from league.models import Job, Match

from . import jobs, results
from .results import Played

logger = logging.getLogger(__name__)

# Longer than this no batch goes on; what is left wakes up another worker.
BATCH_S = 60


def play_batch(*, ids: Sequence[int], clock: Callable[[], datetime] = timezone.now) -> None:
    """Play the matches of those of the jobs `ids` that wait, and store them in one transaction.

    A match that cannot be played fails its own job only. Nothing is stored for jobs whose lease
    was lost meanwhile.
    """
    claim = jobs.claim(kind=Job.Kind.PLAY_MATCH, ids=ids, now=clock())
    prefetch_related_objects(claim.jobs, "match__seats__player")
    plays: dict[int, Played] = {}
    for job in _in_time(claim, clock):
        match = job.match
        assert match is not None  # noqa: S101 - jobs of this kind are about matches
        try:
            plays[job.pk] = play(match)
        except Exception as error:  # whatever goes wrong in one match is that match's failure
            logger.exception("match %s could not be played", match.code)
            reason = f"the match could not be played: {error or type(error).__name__}"
            jobs.fail(claim=claim, ids=[job.pk], reason=reason, now=clock())
    _store(claim, plays, now=clock())


def play(match: Match) -> Played:
    """Play a match to its end; the same match gives the same result again."""
    season = match.season
    if match.status != Match.Status.OPEN:
        raise ValueError(f"the match is {match.get_status_display()}")
    game = games.get(season.game)
    seats = match.seats.all()
    table = game.table(
        players=len(seats),
        secret=bytes(match.secret),
        native=season.native,
        cycles=season.cycles,
        options=game.options.model_validate(season.options),
    )
    players = [builtin.get(seat.player.builtin) for seat in seats]
    runner.play_match(table, players, seed=seed_of_players(bytes(match.secret)))
    return Played.of_table(match, table)


def seed_of_players(secret: bytes) -> bytes:
    """Return the seed from which the bots of a match draw, apart from that of its deals."""
    return hmac.digest(secret, b"players", hashlib.sha256)


def _in_time(claim: jobs.Claim, clock: Callable[[], datetime]) -> Iterator[Job]:
    """Yield the claimed jobs, prolonging the lease; give back those there is no time for."""
    began = beat = clock()
    for number, job in enumerate(claim.jobs):
        now = clock()
        if now - began > timedelta(seconds=BATCH_S):
            rest = [job.pk for job in claim.jobs[number:]]
            jobs.release(claim=claim, ids=rest, reason="the batch took long; waiting for a worker")
            return
        if now - beat > jobs.heartbeat():
            jobs.extend(claim=claim, now=now)
            beat = now
        yield job


def _store(claim: jobs.Claim, plays: dict[int, Played], *, now: datetime) -> None:
    def work() -> None:
        held = jobs.finish(claim=claim, ids=list(plays), now=now)
        stored = results.store_played(plays=[plays[pk] for pk in sorted(held)], now=now)
        matches = [result.match for result in stored]
        jobs.create(kind=Job.Kind.VALIDATE_RECORD, matches=matches, version=1, now=now)

    try:
        jobs.store(work)
    except Exception as error:
        reason = f"the results could not be stored: {error or type(error).__name__}"
        jobs.interrupt(claim=claim, ids=list(plays), reason=reason, now=now)
        raise
