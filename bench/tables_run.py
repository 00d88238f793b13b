"""One measurement of online tables, in a process of its own: people and bots, with real workers.

Each table has one person, who acts after some seconds as people do, and bots of every strength.
How long a bot takes is read from the log: from a person's action to the first one of a bot.
"""

import json
import os
import random
import sys
import time
from collections.abc import Iterator
from datetime import datetime
from itertools import pairwise

from django.core.management import call_command
from django.utils import timezone

import games
from league.management.processes import Supervisor, clock, tables, worker
from league.models import Account, Event, OnlineTable, TableAction
from league.services.accounts import people
from league.services.clubs import clubs
from league.services.events import events
from league.services.play import tables as services
from league.services.registration import registrations
from league.services.seasons import seasons

THINKING_S = 6.0
"""How long a person thinks on average."""
WARM_UP_S = 45
"""Enough that the worker has every search ready; not measured."""
POLL_S = 0.05
BOTS = ("greedy", "easy", "medium", "hard")
GAMES = ("skat", "mit-list-und-tuecke", "briscola", "cinch")


def measure(count: int, seconds: int) -> None:
    """Let people play at so many tables for some time; prints a line of JSON.

    Its figures: answers, actions of people, seconds of p50, p95 and the slowest answer, and the
    load of the machine before and after.
    """
    call_command("migrate", verbosity=0)
    load = os.getloadavg()[0]
    with Supervisor([tables(), worker(), clock()], out=sys.stderr):
        accounts = open_tables(count)
        play(accounts, WARM_UP_S)
        begun = timezone.now()
        acts = play(accounts, seconds)
        took = sorted(answers(begun))
    cpu = os.times()
    print(
        json.dumps(
            {
                "cpu": cpu.children_user + cpu.children_system,
                "answers": len(took),
                "acts": acts,
                "p50": took[len(took) // 2],
                "p95": took[len(took) * 95 // 100],
                "slowest": took[-1],
                "load": [round(load, 1), round(os.getloadavg()[0], 1)],
            }
        )
    )


def open_tables(count: int) -> dict[int, Account]:
    """Open tables of one person each; return the accounts by their tables' keys."""
    now = timezone.now()
    alice = Account.objects.create(username="alice")
    people.register_person(name="Alice", account=alice, by=alice, now=now)
    club = clubs.found_club(slug="bench", name="Bench", by=alice, now=now)
    online = []
    for slug in GAMES:
        season = seasons.create_season(club=club, name=slug, game=slug, by=alice, now=now)
        season = seasons.start_season(season=season, by=alice, now=now)
        online.append(
            events.create_event(
                season=season, name="Online", draw=Event.Draw.ONLINE, by=alice, now=now
            )
        )
    found = {}
    for number in range(count):
        account = Account.objects.create(username=f"person{number}")
        player = people.register_person(name=f"P {number}", account=account, by=account, now=now)
        event = online[number % len(online)]
        registrations.register(event=event, player=player, by=account, now=now)
        size = games.get(event.season.game).players[0]
        bot = BOTS[number // len(online) % len(BOTS)]
        table = services.open_table(
            event=event, by=account, seats=size, bots=[bot] * (size - 1), now=timezone.now()
        )
        found[table.pk] = account
    return found


def play(accounts: dict[int, Account], seconds: float) -> int:
    """Act for whoever has thought for long enough, until the time is over; return how often."""
    chance, acts = random.Random(1), 0
    thinking: dict[tuple[int, int], float] = {}
    end = time.monotonic() + seconds
    waiting = OnlineTable.objects.filter(awaits=OnlineTable.Awaits.PERSON)
    while time.monotonic() < end:
        for key in list(waiting.values_list("pk", "length")):
            now = time.monotonic()
            due = thinking.setdefault(key, now + chance.expovariate(1 / THINKING_S))
            if now >= due:
                acts += 1
                table = services.loaded(OnlineTable.objects.all()).get(pk=key[0])
                act(table, accounts[table.pk], chance)
        time.sleep(POLL_S)
    return acts


def act(table: OnlineTable, by: Account, chance: random.Random) -> None:
    """Play any legal action."""
    look = services.look(table=table, by=by)
    services.act(
        table=table,
        by=by,
        action=chance.choice(look.legal),
        expected_version=look.version,
        now=timezone.now(),
    )


def answers(since: datetime) -> Iterator[float]:
    """Yield how long bots took to answer people, in seconds, once all was warm."""
    rows = TableAction.objects.filter(at__gte=since).order_by("table", "number")
    for before, after in pairwise(rows.iterator()):
        same = before.table_id == after.table_id and after.number == before.number + 1
        if same and before.seat == 0 and after.seat not in {0, None}:
            yield (after.at - before.at).total_seconds()
