"""Matches between bots, played by a worker: built-in ones, and authors' in a sandbox.

A fault ends the part of the bot that made it, and no more. When the machine fails, nobody is to
blame: the match is void, nothing of it is stored, and it is played again.
"""

import hashlib
import hmac
import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from itertools import groupby
from operator import itemgetter

from celery.exceptions import SoftTimeLimitExceeded
from django.db.models import prefetch_related_objects
from django.utils import timezone

import games
from bots import builtin
from bots.builtin import Builtin
from bots.conversation.process import ProcessPlayer
from bots.playing import runner, together
from bots.playing.runner import Fault, StandIn
from bots.playing.together import BuiltinTable
from bots.sandbox import SandboxError
from engine.play.table import Table
from engine.rules.errors import NotCompiled
from league.models import Job, Match, Seat
from league.services.bots import bots
from league.services.bots.crew import Crew, NoSandbox
from league.services.bots.reports import PlayedPart
from league.services.jobs import jobs
from league.services.monitoring import host_errors, traces
from league.services.results import records, results
from league.services.results.results import Played

logger = logging.getLogger(__name__)

# Longer than this no batch goes on; what is left wakes up another worker.
BATCH_S = 60


class NotOpen(ValueError):
    """The match was decided in another way."""


def play_batch(*, ids: Sequence[int], clock: Callable[[], datetime] = timezone.now) -> None:
    """Play the matches of those of the jobs `ids` that wait, and store them in one transaction.

    Their records are replayed here before they are stored, and then final. A match that cannot be
    played fails its own job only, and one with authors' bots waits for another worker where this
    one has no sandbox. Nothing is stored for jobs whose lease was lost meanwhile.
    """
    claim = jobs.claim(kind=Job.Kind.PLAY_MATCH, ids=ids, now=clock())
    prefetch_related_objects([_match_of(job) for job in claim.jobs], "season", "session")
    watch = _Watch(claim, clock)
    plays = _play_together(claim.jobs)
    alone = [job for job in claim.jobs if job.pk not in plays]
    prefetch_related_objects(alone, "match__seats__player__version")
    with Crew() as crew:
        for job in watch.in_time(alone):
            with traces.doing(job=job.code):
                played = _try(job, crew, watch)
            if played is not None:
                plays[job.pk] = played
    proved = dict(zip(plays, records.replayed(list(plays.values())), strict=True))
    _store(claim, proved, now=clock())


def play(
    match: Match, *, crew: Crew | None = None, pulse: Callable[[], object] | None = None
) -> Played:
    """Play a match to its end; built-in bots play the same match alike every time.

    Without a crew there is one for this match alone. `pulse` is called whenever an author's bot
    is to act. SandboxError or OSError when the machine fails, NoSandbox when it cannot play
    authors' bots at all.
    """
    if crew is None:
        with Crew() as own:
            return play(match, crew=own, pulse=pulse)
    season = match.season
    if match.status != Match.Status.OPEN:
        raise NotOpen(f"the match is {match.get_status_display()}")
    game = games.get(season.game)
    seats = list(match.seats.all())
    table = Table(
        game,
        players=len(seats),
        secret=bytes(match.secret),
        native=season.native,
        cycles=season.cycles,
        options=game.options.model_validate(season.options),
    )
    crew.begin(bytes(match.secret))
    players = crew.seat([seat.player for seat in seats])
    seed = seed_of_players(bytes(match.secret))
    faults = runner.play_match(table, players, seed=seed, pulse=pulse)
    return Played.of_table(match, table, parts=_parts(seats, players, faults))


def seed_of_players(secret: bytes) -> bytes:
    """Return the seed from which the bots of a match draw, apart from that of its deals."""
    return hmac.digest(secret, b"players", hashlib.sha256)


def _play_together(rows: Sequence[Job]) -> dict[int, Played]:
    """Play the matches of built-in bots that need no thought, many at once.

    What cannot be played so is left out: played alone, it fails alone and with its own reason.
    """
    tables = _builtin_tables(rows)
    groups: dict[tuple[int, int], list[Job]] = {}
    for job in rows:
        match = _match_of(job)
        players = tables[match.pk]
        if match.status == Match.Status.OPEN and together.can_play(players):
            groups.setdefault((match.season_id, len(players)), []).append(job)
    plays: dict[int, Played] = {}
    for group in groups.values():
        try:
            plays |= _play_group(group, tables)
        except SoftTimeLimitExceeded:
            raise
        except Exception:
            logger.exception("%d matches could not be played together", len(group))
    return plays


def _play_group(rows: Sequence[Job], players: Mapping[int, Sequence[Builtin]]) -> dict[int, Played]:
    """Play matches of one season with the same number of seats, by job."""
    matches = [_match_of(job) for job in rows]
    season = matches[0].season
    game = games.get(season.game)
    tables = [
        BuiltinTable(players[match.pk], secret, seed_of_players(secret))
        for match in matches
        for secret in [bytes(match.secret)]
    ]
    done = together.play_together(
        game,
        tables,
        native=season.native,
        cycles=season.cycles,
        options=game.options.model_validate(season.options),
    )
    return {
        job.pk: Played.of_batch(match, one)
        for job, match, one in zip(rows, matches, done, strict=True)
    }


def _builtin_tables(rows: Sequence[Job]) -> dict[int, list[Builtin]]:
    """Return the built-in bots of each match, none if there is anybody else; one query."""
    matches = [_match_of(job).pk for job in rows]
    seats = Seat.objects.filter(match__in=matches).order_by("match", "number")
    named = seats.values_list("match", "player__builtin")
    found: dict[int, list[Builtin]] = {match: [] for match in matches}
    for match, at_table in groupby(named, key=itemgetter(0)):
        with suppress(builtin.UnknownBot):
            found[match] = [builtin.get(name) for _match, name in at_table]
    return found


def _match_of(job: Job) -> Match:
    assert job.match is not None  # noqa: S101 - jobs of this kind are about matches
    return job.match


def _try(job: Job, crew: Crew, watch: "_Watch") -> Played | None:
    """Return the match of a job as it was played, or give the job up with the reason."""
    match, claim = _match_of(job), watch.claim
    try:
        return play(match, crew=crew, pulse=watch.pulse)
    except NoSandbox as refusal:
        logger.warning("job %s waits: %s", job.code, refusal)
        jobs.postpone(claim=claim, ids=[job.pk], reason=host_errors.NO_SANDBOX, now=watch.clock())
    except NotCompiled:
        jobs.postpone(
            claim=claim,
            ids=[job.pk],
            reason=host_errors.NOT_COMPILED,
            now=watch.clock(),
            again=host_errors.SOON,
        )
    except (SandboxError, OSError, SoftTimeLimitExceeded) as error:
        told = host_errors.tell(error, job=job, now=watch.clock())
        reason = f"the match is played again: {told}"
        jobs.interrupt(claim=claim, ids=[job.pk], reason=reason, now=watch.clock())
    except NotOpen as error:
        reason = f"the match could not be played: {error}"
        jobs.fail(claim=claim, ids=[job.pk], reason=reason, now=watch.clock())
    except Exception as error:  # whatever goes wrong in one match is that match's failure
        told = host_errors.tell(error, job=job, now=watch.clock())
        reason = f"the match could not be played: {told}"
        jobs.fail(claim=claim, ids=[job.pk], reason=reason, now=watch.clock())
    return None


def _parts(
    seats: Sequence[Seat],
    players: Sequence[Builtin | ProcessPlayer | StandIn],
    faults: Sequence[Fault],
) -> list[PlayedPart]:
    """Return what authors' bots did at a table."""
    by_seat = {fault.seat: fault for fault in faults}
    return [
        PlayedPart(
            seat=seat,
            version=seat.player.version,
            effort=player.effort if isinstance(player, ProcessPlayer) else None,
            fault=by_seat.get(number),
        )
        for number, (seat, player) in enumerate(zip(seats, players, strict=True))
        if not isinstance(player, Builtin)
    ]


class _Watch:
    """Looks after the time of a claim: the lease is prolonged, and late jobs are given back."""

    def __init__(self, claim: jobs.Claim, clock: Callable[[], datetime]) -> None:
        self.claim = claim
        self.clock = clock
        self._began = self._beat = clock()

    def in_time(self, rows: Sequence[Job]) -> Iterator[Job]:
        """Yield claimed jobs, until there is no time for the rest."""
        for number, job in enumerate(rows):
            if self.pulse() - self._began > timedelta(seconds=BATCH_S):
                rest = [job.pk for job in rows[number:]]
                reason = "the batch took long; waiting for a worker"
                jobs.release(claim=self.claim, ids=rest, reason=reason)
                return
            yield job

    def pulse(self) -> datetime:
        """Prolong the lease if that is due; return what time it is."""
        now = self.clock()
        if now - self._beat > jobs.heartbeat():
            jobs.extend(claim=self.claim, now=now)
            self._beat = now
        return now


def _store(claim: jobs.Claim, plays: dict[int, Played], *, now: datetime) -> None:
    def work() -> None:
        held = jobs.finish(claim=claim, ids=list(plays), now=now)
        stored = results.store_played(plays=[plays[pk] for pk in sorted(held)], now=now)
        if faulty := _faulty(plays[pk] for pk in held):
            bots.quarantine_if_faulty(version_ids=faulty, now=now)
        results.count_played(results=stored, now=now)

    try:
        jobs.store(work)
    except Exception:
        reason = "the results could not be stored; the log of the worker says why"
        jobs.interrupt(claim=claim, ids=list(plays), reason=reason, now=now)
        raise


def _faulty(plays: Iterable[Played]) -> set[int]:
    """Return the versions that have made a fault in matches."""
    return {part.version.pk for play in plays for part in play.parts if part.fault is not None}
