"""One measurement of remote bots, in a process of its own: people, bots, and real programs.

People act after some seconds, as they do. How long a bot takes is read from the log: from the
action before its own, or the deal, to its own.
"""

import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from itertools import pairwise
from urllib.error import URLError
from urllib.request import urlopen

from django.core.management import call_command
from django.utils import timezone

from league.management.commands.demo import HOST, free_port
from league.management.processes import Supervisor, clock, tables, web
from league.models import Account, Event, OnlineTable, RemoteBot, TableAction
from league.services.accounts import people
from league.services.clubs import clubs
from league.services.events import events
from league.services.play import remote_bots
from league.services.play import tables as services
from league.services.registration import registrations
from league.services.seasons import seasons

from .load.programs import in_two
from .remote_served import GAME
from .tables_run import POLL_S, THINKING_S, act

SEATS = 3
FIRST_PORT = 8970
WARM_UP_S = 30
"""Enough that all bots listen and all tables have begun; not measured."""
PROCESSES = 2
"""So many processes serve the bots; each has its share of them in threads."""
START_S = 120
PERSON = 0
"""The seat of whoever has opened a table."""


def measure(count: int, seconds: int) -> None:
    """Let people and remote bots play at so many tables for some time; prints a line of JSON.

    Its figures: answers of bots in so many `seconds`, bots `in_time`, seconds of p50, p95 and the
    slowest answer, and the load of the machine before and after.
    """
    call_command("migrate", verbosity=0)
    load = os.getloadavg()[0]
    port = free_port(FIRST_PORT)
    programs = [in_two(web(host=HOST, port=port)), tables(), clock()]
    with Supervisor(programs, out=sys.stderr):
        url = f"http://{HOST}:{port}"
        _wait_for(f"{url}/healthz")
        accounts, tokens = open_tables(count)
        with served(url, tokens):
            play(accounts, WARM_UP_S)
            begun = timezone.now()
            play(accounts, seconds)
    took = sorted(answers(begun))
    late = _late(begun)
    print(
        json.dumps(
            {
                "seconds": seconds,
                "answers": len(took),
                "in_time": len(tokens) - late,
                "p50": took[len(took) // 2],
                "p95": took[len(took) * 95 // 100],
                "slowest": took[-1],
                "load": [round(load, 1), round(os.getloadavg()[0], 1)],
            }
        )
    )


def open_tables(count: int) -> tuple[dict[int, Account], list[str]]:
    """Open tables of a person and two bots; return people by tables' keys, and bots' tokens."""
    now = timezone.now()
    alice = Account.objects.create(username="alice")
    people.register_person(name="Alice", account=alice, by=alice, now=now)
    club = clubs.found_club(slug="bench", name="Bench", by=alice, now=now)
    season = seasons.create_season(club=club, name=GAME, game=GAME, by=alice, now=now)
    season = seasons.start_season(season=season, by=alice, now=now)
    event = events.create_event(
        season=season,
        name="Online",
        draw=Event.Draw.ONLINE,
        takes_remote_bots=True,
        by=alice,
        now=now,
    )
    seated, tokens = {}, []
    bots = _bots((SEATS - 1) * count, now)
    for number in range(count):
        account = Account.objects.create(username=f"person{number}")
        player = people.register_person(name=f"P {number}", account=account, by=account, now=now)
        registrations.register(event=event, player=player, by=account, now=now)
        table = services.open_table(event=event, by=account, seats=SEATS, now=timezone.now())
        for _ in range(SEATS - 1):
            bot, token = next(bots)
            services.join(table=table, by=bot.account, now=timezone.now())
            tokens.append(token)
        seated[table.pk] = account
    return seated, tokens


def _bots(count: int, now: datetime) -> Iterator[tuple[RemoteBot, str]]:
    """Yield remote bots, each with a token; an author has as many as one may have."""
    for number in range(count):
        if number % remote_bots.MOST_BOTS == 0:
            author = Account.objects.create(username=f"author{number}")
        bot = remote_bots.create(name=f"Bot {number} of the bench", by=author, now=now)
        yield bot, remote_bots.issue_token(bot=bot, name="bench", by=author, now=now)[1]


@contextmanager
def served(url: str, tokens: Sequence[str]) -> Iterator[None]:
    """Have bots served by processes of their own."""
    running = []
    for first in range(PROCESSES):
        process = subprocess.Popen(
            [sys.executable, "-m", "bench.remote_served", url], stdin=subprocess.PIPE, text=True
        )
        assert process.stdin is not None
        process.stdin.write("\n".join(tokens[first::PROCESSES]))
        process.stdin.close()
        running.append(process)
    try:
        yield
    finally:
        for process in running:
            process.kill()
            process.wait()


def play(accounts: dict[int, Account], seconds: float) -> None:
    """Act for each person who has thought for long enough, until the time is over."""
    chance = random.Random(1)
    thinking: dict[tuple[int, int], float] = {}
    end = time.monotonic() + seconds
    waiting = OnlineTable.objects.filter(awaits=OnlineTable.Awaits.PERSON, turn=PERSON)
    while time.monotonic() < end:
        for key in list(waiting.values_list("pk", "length")):
            now = time.monotonic()
            due = thinking.setdefault(key, now + chance.expovariate(1 / THINKING_S))
            if now >= due:
                table = services.loaded(OnlineTable.objects.all()).get(pk=key[0])
                act(table, accounts[table.pk], chance)
        time.sleep(POLL_S)


def answers(since: datetime) -> Iterator[float]:
    """Yield how long bots took for their actions, in seconds, those played for them left out."""
    rows = TableAction.objects.filter(at__gte=since).order_by("table", "number")
    for before, after in pairwise(rows.iterator()):
        follows = before.table_id == after.table_id and after.number == before.number + 1
        if follows and after.seat not in {PERSON, None} and not after.is_default:
            yield (after.at - before.at).total_seconds()


def _late(since: datetime) -> int:
    """Return how many bots the default bot has played for."""
    rows = TableAction.objects.filter(at__gte=since, is_default=True).exclude(seat=PERSON)
    return rows.values("table", "seat").distinct().count()


def _wait_for(address: str) -> None:
    deadline = time.monotonic() + START_S
    while True:
        try:
            urlopen(address, timeout=30).close()
            return
        except (URLError, OSError):
            if time.monotonic() > deadline:
                raise
            time.sleep(0.2)
