"""A club with open matches, made row by row: these tests are about jobs, not about draws.

Also run by itself, in a process of its own, where workers are real: see `test_killed_worker`.
"""

import os
import signal
import sys
import time
from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path

BETWEEN_LOOKS_S = 0.03
"""So long a worker works on before it is looked at again, standing still meanwhile."""
END_S = 10
NOW = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)


def later(seconds):
    return NOW + timedelta(seconds=seconds)


def open_session():
    from league.models import Club, Event, Season, Session

    club = Club.objects.create(slug="linde", name="Stammtisch zur Linde")
    season = Season.objects.create(
        club=club, name="2026", game="mit-list-und-tuecke", status="running"
    )
    event = Event.objects.create(season=season, name="November")
    return Session.objects.create(event=event, number=1, status="published")


def two_bots():
    from league.models import Player

    return [
        Player.objects.create(name=name, kind="bot", builtin=name) for name in ("random", "greedy")
    ]


def jobs_of(matches, *, kind="play_match", version):
    """Return new jobs about matches, in their order."""
    from league.models import Job
    from league.services.jobs import jobs

    made = jobs.create(kind=kind, matches=matches, version=version, now=NOW)
    rows = Job.objects.in_bulk(made)
    return [rows[pk] for pk in made]


def open_matches(session, bots, *, count, players=4):
    from league.models import Match, Seat

    first = Match.objects.filter(session=session).count() + 1
    matches = Match.objects.bulk_create(
        Match(
            session=session,
            season=session.event.season,
            table_number=number,
            status="open",
            secret=number.to_bytes(32, "big"),
        )
        for number in range(first, first + count)
    )
    Seat.objects.bulk_create(
        Seat(match=match, number=seat, player=bots[seat % len(bots)])
        for match in matches
        for seat in range(players)
    )
    return matches


def queue_matches(count, authors_count):
    """Send `count` matches to the workers, five to a message, first those with authors' bots."""
    from tests.league.jobs import authors

    session, (one, other) = open_session(), two_bots()
    if authors_count:
        fox, owl = (authors.version_of(authors.THINKS, name=name) for name in ("Fox", "Owl"))
        seats = [fox.player, one, owl.player, other]
        send(open_matches(session, seats, count=authors_count))
    send(open_matches(session, [one, other], count=count - authors_count))


def send(matches):
    from django.utils import timezone

    from league import queue
    from league.models import Job
    from league.services.jobs import jobs

    for start in range(0, len(matches), 5):
        batch = matches[start : start + 5]
        jobs.create(kind=Job.Kind.PLAY_MATCH, matches=batch, version=0, now=timezone.now())
    assert queue.BATCH >= 5


def kill_in_the_middle(group, count, has_authors):
    """Kill a worker that holds jobs, once `count` results are stored; amid bots if there are any.

    Print how many results are stored, how many bots there were, and how many live on.
    """
    from league.models import Job, Result

    await_work()
    while True:
        time.sleep(BETWEEN_LOOKS_S)
        os.killpg(group, signal.SIGSTOP)
        bots = bots_alive()
        is_in_the_middle = bool(bots) == bool(has_authors)
        is_in_the_middle &= Job.objects.filter(status="running").exists()
        if is_in_the_middle and Result.objects.count() >= count:
            os.killpg(group, signal.SIGKILL)
            break
        os.killpg(group, signal.SIGCONT)
    print(Result.objects.count(), len(bots), len(bots_left()))  # noqa: T201


def kill_once_seen(group):
    """Kill a worker once it has answered, and print when that was by the clocks of the site."""
    from django.utils.timezone import localtime

    from league.services.monitoring import presence

    while "play" not in presence.last_seen():
        time.sleep(0.05)
    os.killpg(group, signal.SIGKILL)
    time.sleep(0.5)
    print(f"{localtime(presence.last_seen()['play']):%H:%M}")  # noqa: T201


def wait_until_missed():
    """Print why each job waits, once the worker is missed."""
    from django.utils import timezone

    from league.models import Job
    from league.services.jobs import waits
    from league.services.monitoring import presence

    while not presence.is_silent(presence.last_seen()["play"], now=timezone.now()):
        time.sleep(0.1)
    for job in waits.told(Job.objects.order_by("pk"), now=timezone.now()):
        print(job.reason)  # noqa: T201


def await_work():
    """Return when a worker has begun; until then it is not held up."""
    from league.models import Job

    while not Job.objects.filter(status="running").exists():
        time.sleep(0.05)


def queue_experiment(most):
    """Send an experiment between two authors' bots to the workers."""
    from django.utils import timezone

    from league.models import Account
    from league.services.experiments import experiments
    from tests.league.jobs import authors

    carol = Account.objects.create(username="carol")
    new, old = (
        authors.version_of(act, name=name, owner=carol)
        for act, name in ((authors.FIRST, "Fox"), (authors.LOWEST, "Owl"))
    )
    experiments.start(
        new=new, old=old, game="briscola", players=2, most=most, by=carol, now=timezone.now()
    )


def kill_in_an_experiment(group, count):
    """Kill a worker amid its bots, once `count` pairs are counted; print how many are."""
    from league.models import Experiment

    await_work()
    while True:
        time.sleep(BETWEEN_LOOKS_S)
        os.killpg(group, signal.SIGSTOP)
        if Experiment.objects.get().duplicates >= count and bots_alive():
            os.killpg(group, signal.SIGKILL)
            break
        os.killpg(group, signal.SIGCONT)
    print(Experiment.objects.get().duplicates, len(bots_left()))  # noqa: T201


def wait_for_experiment():
    """Wait until the experiment is over; print its end, and what playing it afresh gives."""
    from bots.contests import experiment as comparing
    from league.models import Experiment, Job
    from league.services.experiments import experiments, pairs

    while Experiment.objects.filter(status__in=["waiting", "running"]).exists():
        time.sleep(0.1)
    found, job = Experiment.objects.get(), Job.objects.get()
    counted, plan = experiments.course_of(found), experiments.plan_of(found)
    afresh = comparing.Course()
    seated = pairs._Slice(None, job, found, lambda: NOW).seated
    for pair in comparing.play(plan, seated, range(found.duplicates)):
        afresh = afresh.after(pair, plan)
    print(found.status, job.status, job.attempt > 1, found.curve[-1][0])  # noqa: T201
    print(counted, afresh, sep="\n")  # noqa: T201


def bots_left():
    """Return the processes of bots that outlive their worker by more than they need to end."""
    deadline = time.monotonic() + END_S
    while (bots := bots_alive()) and time.monotonic() < deadline:
        time.sleep(0.05)
    return bots


def bots_alive():
    """Return the numbers of processes that have the folder of bots in their words or as place."""
    from django.conf import settings

    folder = str(settings.BOT_FOLDER)
    return {pid for pid in Path("/proc").glob("[0-9]*") if folder in _words_and_place(pid)}


def _words_and_place(pid):
    try:
        if " Z " in (pid / "stat").read_text():
            return ""
        return (pid / "cmdline").read_bytes().decode(errors="replace") + str(
            (pid / "cwd").readlink()
        )
    except OSError:
        return ""


def wait_for_jobs():
    """Wait until no job waits or runs, and print what became of them."""
    from league.models import Job, Match, Part, Result, Standing

    while Job.objects.filter(status__in=["waiting", "running"]).exists():
        time.sleep(0.1)
    per_match = Counter(Result.objects.values_list("match", flat=True))
    print(  # noqa: T201
        dict(Counter(Job.objects.values_list("kind", "status"))),
        dict(Counter(Match.objects.values_list("status", flat=True))),
        dict(Counter(per_match.values())),
        sum(Standing.objects.values_list("matches", flat=True)),
        max(Job.objects.values_list("attempt", flat=True)),
        dict(Counter(Part.objects.values_list("fault", flat=True))),
        sep="\n",
    )


if __name__ == "__main__":
    import django

    django.setup()
    globals()[sys.argv[1]](*map(int, sys.argv[2:]))
