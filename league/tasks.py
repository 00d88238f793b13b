"""Tasks: ids in, call a service, nothing out."""

from collections.abc import Callable
from typing import Any, ParamSpec

from celery import shared_task
from django.utils import timezone

from league.models import Job
from league.queue import task_name
from league.services.archives import imports
from league.services.bots import checks, reports
from league.services.events import sessions
from league.services.experiments import duplicates as unrated_duplicates
from league.services.experiments import pairs
from league.services.jobs import jobs, leftovers
from league.services.ladders import duplicates
from league.services.letters import daily
from league.services.letters import deliveries as mails
from league.services.monitoring import tallies
from league.services.play import bot_matches, ladder_tables, table_answers, table_watch
from league.services.push import deliveries as pushes
from league.services.registration import open_evenings
from league.services.results import analysing, record_files, records
from league.services.seasons import game_ratings
from league.services.webhooks import deliveries

P = ParamSpec("P")

SOFT_LIMIT_S = 240
PLAY_LIMIT_S = 900
"""A batch, and after it a match of slow bots: each may take all its time on a busy machine."""
GRACE_S = 60


def task(name: str, *, limit_s: int = SOFT_LIMIT_S) -> Callable[[Callable[P, None]], Any]:
    """Make a function a task that survives its worker: acknowledged when done, limited in time."""
    return shared_task(
        name=name,
        acks_late=True,
        reject_on_worker_lost=True,
        ignore_result=True,
        soft_time_limit=limit_s,
        time_limit=limit_s + GRACE_S,
    )


@task(task_name(Job.Kind.PLAY_MATCH), limit_s=PLAY_LIMIT_S)
def play_match(ids: list[int]) -> None:
    """Play the matches of the jobs `ids`."""
    bot_matches.play_batch(ids=ids)


@task(task_name(Job.Kind.VALIDATE_RECORD))
def validate_record(ids: list[int]) -> None:
    """Replay the records of the jobs `ids`."""
    records.validate_batch(ids=ids)


@task(task_name("forget_words"))
def forget_words() -> None:
    """Blank old logs and evidence of authors' bots."""
    reports.forget_words(now=timezone.now())


@task(task_name("forget_records"))
def forget_records() -> None:
    """Delete old records of ladders and of unrated duplicates."""
    records.forget_old(now=timezone.now())
    unrated_duplicates.forget_old(now=timezone.now())


@task(task_name("write_records"))
def write_records() -> None:
    """Write files of records, if it is night."""
    record_files.write_at_night(now=timezone.now())


@task(task_name("forget_leftovers"))
def forget_leftovers() -> None:
    """Delete old notices and stored answers, logins that have ended, and the like."""
    leftovers.forget(now=timezone.now())


@task(task_name(Job.Kind.CHECK_VERSION))
def check_version(ids: list[int]) -> None:
    """Check the version of a bot that the job `ids` is about."""
    checks.check_batch(ids=ids)


@task(task_name(Job.Kind.RUN_EXPERIMENT), limit_s=PLAY_LIMIT_S)
def run_experiment(ids: list[int]) -> None:
    """Play a slice of the experiment that the job `ids` is about."""
    pairs.run_batch(ids=ids)


@task(task_name(Job.Kind.IMPORT_SEASON))
def import_season(ids: list[int]) -> None:
    """Read the archive that the job `ids` is about."""
    imports.import_batch(ids=ids)


@task(task_name(Job.Kind.ANALYSE_MATCH), limit_s=PLAY_LIMIT_S)
def analyse_match(ids: list[int]) -> None:
    """Look at decisions in the match that the job `ids` is about."""
    analysing.analyse_batch(ids=ids)


@task(task_name("sweep_jobs"))
def sweep_jobs() -> None:
    """Give back what silent workers hold, and send lost messages again."""
    jobs.sweep(now=timezone.now())


@task(task_name("fill_ladders"))
def fill_ladders(season_ids: list[int] | None = None) -> None:
    """Open tables in ladders, by default in all that run."""
    duplicates.fill_all(now=timezone.now(), season_ids=season_ids)
    ladder_tables.fill_all(now=timezone.now(), season_ids=season_ids)


@task(task_name("publish_draws"))
def publish_draws() -> None:
    """Publish the drafts whose time has come."""
    sessions.publish_due(now=timezone.now())


@task(task_name("rate_games"))
def rate_games() -> None:
    """Bring the ratings of players in games up to date."""
    game_ratings.rate_waiting()


@task(task_name("deliver"))
def deliver(ids: list[int]) -> None:
    """Send the deliveries `ids` to their webhooks."""
    deliveries.deliver_batch(ids=ids)


@task(task_name("sweep_deliveries"))
def sweep_deliveries() -> None:
    """Have sent what is due, also what silent workers hold."""
    deliveries.sweep(now=timezone.now())


@task(task_name("forget_archives"))
def forget_archives() -> None:
    """Drop archives of seasons that nobody tries to import again."""
    imports.forget(now=timezone.now())


@task(task_name("forget_deliveries"))
def forget_deliveries() -> None:
    """Delete old deliveries."""
    deliveries.forget(now=timezone.now())


@task(task_name("send_mails"))
def send_mails(ids: list[int]) -> None:
    """Send the mails `ids`."""
    mails.send_batch(ids=ids)


@task(task_name("sweep_mails"))
def sweep_mails() -> None:
    """Have mails sent that are due, also what silent workers hold."""
    mails.sweep(now=timezone.now())


@task(task_name("daily_mails"))
def daily_mails() -> None:
    """Gather what was kept for the mail of the day, and announce tomorrow's evenings."""
    daily.gather(now=timezone.now())
    daily.announce(now=timezone.now())


@task(task_name("forget_mails"))
def forget_mails() -> None:
    """Delete old mails, and what younger ones said."""
    mails.forget(now=timezone.now())


@task(task_name("send_pushes"))
def send_pushes(ids: list[int]) -> None:
    """Tell devices the pushes `ids`."""
    pushes.send_batch(ids=ids)


@task(task_name("sweep_pushes"))
def sweep_pushes() -> None:
    """Have devices told what is due, also what silent workers hold."""
    pushes.sweep(now=timezone.now())


@task(task_name("forget_pushes"))
def forget_pushes() -> None:
    """Delete old pushes."""
    pushes.forget(now=timezone.now())


@task(task_name("answer_tables"))
def answer_tables(ids: list[int]) -> None:
    """Let bots act at the online tables `ids`."""
    table_answers.answer_tables(ids=ids)


@task(task_name("watch_tables"))
def watch_tables() -> None:
    """Do what is due at online tables."""
    table_watch.watch(now=timezone.now())


@task(task_name("seat_waiting"))
def seat_waiting() -> None:
    """Seat who has waited long enough on open evenings."""
    open_evenings.seat_due(now=timezone.now())


@task(task_name("pulse"))
def pulse(queue: str) -> None:
    """Say that a worker of a queue is there."""
    tallies.see(queue, now=timezone.now())
