"""Bots that are served play whole matches at a real site, over connections that fail."""

import signal
import subprocess
import sys
import time
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.utils import timezone

from league.models import Event, OnlineTable, TableAction, TableSeat
from league.services.accounts import people
from league.services.play import remote_bots
from stammtisch.client import Client, Conflict, Outdated
from tests.bots.folders import FIRST, acting
from tests.league.factories import EventFactory, RegistrationFactory
from tests.league.served_site import Way, own_redis, site

pytestmark = [
    pytest.mark.slow,
    pytest.mark.needs("redis"),
    pytest.mark.django_db(transaction=True),
    pytest.mark.xdist_group("programs"),
]

NOWHERE = "http://127.0.0.1:9"
"""Whatever is served there, no site has it."""
CUT_S = 3.0
PATIENCE = timedelta(seconds=120)


@pytest.fixture
def event(season, bob):
    event = EventFactory(
        season=season, name="Online", draw=Event.Draw.ONLINE, takes_remote_bots=True
    )
    RegistrationFactory(event=event, player=bob.player)
    return event


@pytest.fixture
def fox(carol):
    return remote_bots.create(name="Fox", by=carol, now=timezone.now())


@pytest.fixture
def token(fox, carol):
    issued = remote_bots.issue_token(bot=fox, name="home", by=carol, now=timezone.now())
    return issued[1]


class Person:
    """Bob, who plays over the API as fast as he can."""

    def __init__(self, url, account):
        now = timezone.now()
        scopes = ["read", "play"]
        _, token = people.issue_token(account=account, name="bob", scopes=scopes, now=now)
        self.client = Client(url, token=token)
        self.tables = self.client.tables

    def open_table(self, event, **wanted):
        return self.client.events.tables_open(event.code, **wanted)["table"]["code"]

    def play(self, code, *, until=lambda look: False):
        """Play until the match is over, or something holds."""
        deadline = timezone.now() + PATIENCE
        while timezone.now() < deadline:
            look = self.tables.retrieve(code)
            if until(look) or look["table"]["status"] == "over":
                return look
            try:
                if look["legal"]:
                    seen = look["version"]
                    self.tables.act(code, action=look["legal"][0], expected_version=seen)
                elif look["clock"]["awaits"] == "deal":
                    self.tables.deal(code)
            except (Conflict, Outdated):
                pass  # somebody else was first
            time.sleep(0.02)
        raise AssertionError(look)


def wait_for(what, seconds=60):
    deadline = time.monotonic() + seconds
    while not (found := what()):
        assert time.monotonic() < deadline
        time.sleep(0.1)
    return found


@pytest.fixture
def serve(tmp_path, token):
    """Return a function that serves Fox to an address, until the test ends."""
    acting(tmp_path / "fox", FIRST)
    running = []

    def start(url, *words, kills=False):
        """Serve it in the place of who served it before; return what reads what it says."""
        end(running, kills=kills)
        command = [sys.executable, "-m", "bots", "serve", str(tmp_path / "fox"), "--site", url]
        log = (tmp_path / f"served{len(running)}.txt").open("w+")
        process = subprocess.Popen([*command, "--token", token, *words], stdout=log, stderr=log)
        running.append((process, log))
        return Path(log.name).read_text

    yield start
    end(running)


def end(running, *, kills=False):
    for process, log in running:
        process.send_signal(signal.SIGKILL if kills else signal.SIGTERM)
        process.wait(20)
        log.close()


def own_actions(code, seat):
    return TableAction.objects.filter(table__code=code, seat=seat)


def seat_of(look, name):
    return next(seat["number"] for seat in look["table"]["seats"] if seat["player"]["name"] == name)


def test_a_bot_is_asked_sits_down_and_plays_to_the_end(tmp_path, event, fox, bob, serve):
    with own_redis(tmp_path) as redis_url, site(tmp_path, redis_url) as url:
        said = serve(url)
        person = Person(url, bob)
        code = person.open_table(event, seats=4)
        wait_for(lambda: person.client.remote_bots.retrieve(fox.player.code)["is_connected"])
        person.tables.challenge(code, bot=fox.player.code)
        wait_for(lambda: len(person.tables.retrieve(code)["table"]["seats"]) == 2)
        person.tables.fill(code, bots=["greedy", "greedy"])
        look = person.play(code)
        wait_for(lambda: "it is over: place " in said())
    actions = own_actions(code, seat_of(look, "Fox"))
    assert actions.exists()
    assert not actions.filter(is_default=True).exists()


def test_a_connection_that_is_cut_costs_no_action(tmp_path, event, bob, serve):
    with (
        own_redis(tmp_path) as redis_url,
        site(tmp_path, redis_url) as url,
        Way(urlsplit(url).port) as way,
    ):
        said = serve(way.url, "--join", event.code)
        person = Person(url, bob)
        code = person.open_table(event, seats=4)
        wait_for(lambda: len(person.tables.retrieve(code)["table"]["seats"]) == 2)
        person.tables.fill(code, bots=["greedy", "greedy"])
        person.play(code, until=lambda look: len(look["log"]) >= 8)
        way.cut()
        cut_at = time.monotonic()
        person.play(code, until=lambda look: time.monotonic() - cut_at > CUT_S)
        way.mend()
        look = person.play(code)
        wait_for(lambda: "it is over: place " in said())
    assert "Trying again until it answers." in said()
    assert "The site answers again." in said()
    assert not own_actions(code, seat_of(look, "Fox")).filter(is_default=True).exists()


def let_time_pass(code, **until):
    """Let the clock of a table run out as often as it takes."""

    def has_passed():
        table = OnlineTable.objects.filter(code=code, awaits=OnlineTable.Awaits.PERSON)
        table.update(due_at=timezone.now())
        return TableSeat.objects.filter(table__code=code, **until).exists()

    wait_for(has_passed)


def test_who_was_away_is_stood_in_for_until_it_is_served_again(tmp_path, event, bob, serve):
    with own_redis(tmp_path) as redis_url, site(tmp_path, redis_url) as url:
        said = serve(url, "--join", event.code)
        person = Person(url, bob)
        code = person.open_table(event, seats=4)
        wait_for(lambda: len(person.tables.retrieve(code)["table"]["seats"]) == 2)
        person.tables.fill(code, bots=["greedy", "greedy"])
        look = person.play(code, until=lambda look: len(look["log"]) >= 8)
        fox = seat_of(look, "Fox")
        own_seat = TableSeat.objects.filter(table__code=code, number=fox)
        serve(NOWHERE)
        assert f"  {url}/tables/{code}/" in said()
        assert own_seat.get().stood_in  # it has stepped away, so nobody waits
        serve(url)
        wait_for(own_seat.filter(stood_in=False).exists)
        serve(NOWHERE, kills=True)
        person.play(code, until=lambda look: look["clock"]["turn"] == fox)
        let_time_pass(code, number=fox, stood_in=True)
        wait_for(own_actions(code, fox).filter(is_default=True).exists)
        said = serve(url)
        person.play(code)
        wait_for(lambda: "it is over: place " in said())
    last_default = own_actions(code, fox).filter(is_default=True).last()
    assert own_actions(code, fox).filter(number__gt=last_default.number).exists()


def test_without_a_stream_the_site_is_asked_from_time_to_time(tmp_path, event, bob, serve):
    with site(tmp_path, "") as url:
        said = serve(url, "--join", event.code)
        person = Person(url, bob)
        code = person.open_table(event, seats=4)
        wait_for(lambda: len(person.tables.retrieve(code)["table"]["seats"]) == 2)
        person.tables.fill(code, bots=["greedy", "greedy"])
        person.play(code, until=lambda look: len(look["log"]) >= 8)
        assert "begins, " in said()
    assert OnlineTable.objects.get(code=code).length > 8
