"""The commands of docs/remote-bots.md give the answers it names, and its bot plays."""

import json
import os
import re
import string
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import pytest
from django.utils import timezone

from bots.commands.serving.link import Patience
from league.models import Account, Event, OnlineTable, RemoteBot, TableAction
from league.services.play import challenges, live, remote_bots, table_play, tables
from tests.league.api.conftest import ContractClient
from tests.league.api.test_docs import kept, run
from tests.league.factories import EventFactory, RegistrationFactory
from tests.league.served import served
from tests.league.services.play import acts, remote

__all__ = ["served"]

pytestmark = pytest.mark.usefixtures("messages")

PAGE = (Path(__file__).parents[4] / "docs" / "remote-bots.md").read_text()
BLOCK = re.compile(r"^```sh\n(curl [^`]*?)\n# (\d+)(?: or (\d+))?(.*)\n```$", re.MULTILINE)
KEPT = re.compile(r"; its (\S+) is (\w+) below")
MOST_LINES = 200
PLAYING = OnlineTable.Status.PLAYING


def written(language):
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def online(season, bob, name):
    event = EventFactory(season=season, name=name, draw=Event.Draw.ONLINE)
    RegistrationFactory(event=event, player=bob.player)
    return remote.let_in(event)


@pytest.fixture
def event(season, bob):
    return online(season, bob, "Online")


@pytest.fixture
def now():
    """The time of the clock, by which requests and tables live."""
    return timezone.now()


@pytest.fixture
def fox(carol, now):
    return remote.make(carol, now, "Fox")


@dataclass(frozen=True)
class Scene:
    """A table that Bob has opened, with two bots, and to which he asks Fox."""

    table: OnlineTable
    fox: RemoteBot
    bob: Account
    token: str

    @property
    def is_turn(self):
        return bool(acts.look(self.table, self.fox.account).legal)

    def play_on(self):
        acts.play_on(self.table, [self.bob], timezone.now())

    def play_until_turn(self):
        while not self.is_turn:
            self.play_on()


@pytest.fixture
def scene(event, fox, bob, carol, now):
    table = tables.open_table(event=event, by=bob, seats=4, bots=["greedy"] * 2, now=now)
    table = challenges.challenge(table=acts.row(table), bot=fox.player, by=bob, now=now)
    token = remote_bots.issue_token(bot=fox, name="home", by=carol, now=now)[1]
    return Scene(table, fox, bob, token)


def test_every_command_gives_the_answer_named(scene):
    variables = {"API": "/api/v1", "TOKEN": scene.token, "TABLE": scene.table.code}
    for command, status, other, rest in BLOCK.findall(PAGE):
        if "/turn" in command:
            scene.play_until_turn()
        response = run(string.Template(command.replace(" -N", "")).substitute(variables))
        assert str(response.status_code) in {status, other}, (command, response.content)
        for what, name in KEPT.findall(rest):
            variables[name] = str(kept(response, what))
    assert TableAction.objects.filter(table=scene.table, seat=3).exists()


def test_every_curl_of_the_page_is_run():
    assert len(BLOCK.findall(PAGE)) == PAGE.count("\ncurl ") == 5


def shape(value):
    """Return what fields an answer has, without those that are left out."""
    if isinstance(value, list):
        return [shape(each) for each in value[:1]]
    if isinstance(value, dict):
        return {name: shape(each) for name, each in value.items()}
    return ""


def test_answers_have_the_fields_that_are_shown(scene):
    me, turn = map(json.loads, written("json"))
    client = ContractClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {scene.token}")
    asked = client.get("remote-bots/me").json()
    client.post(f"tables/{scene.table.code}/join", {})
    told = client.get("remote-bots/me").json()
    assert shape(told | {"challenges": asked["challenges"], "games": [""]}) == shape(me)
    scene.play_until_turn()
    answer = client.get(f"tables/{scene.table.code}/turn").json()
    assert shape(answer | {"view": ""}) == shape(turn | {"view": ""})


def play_by_the_page(scene, served):
    """Run the bot of the page until it has acted three times."""
    [program] = written("python")
    environment = os.environ | {"API": f"{served.url}/api/v1", "TOKEN": scene.token}
    done = TableAction.objects.filter(table=scene.table, seat=3, is_default=False)
    with subprocess.Popen([sys.executable, "-c", program], env=environment) as bot:
        try:
            deadline = time.monotonic() + 60
            while done.count() < 3:
                assert time.monotonic() < deadline
                assert bot.poll() is None
                if acts.row(scene.table).status == PLAYING and not scene.is_turn:
                    scene.play_on()
                time.sleep(0.05)
        finally:
            bot.kill()


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_the_bot_of_the_page_plays(scene, served):
    play_by_the_page(scene, served)


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_table_that_refuses_the_bot_of_the_page_keeps_no_other_waiting(scene, season, now, served):
    event = online(season, scene.bob, "Full")
    other = tables.open_table(event=event, by=scene.bob, seats=4, bots=["greedy"] * 2, now=now)
    challenges.challenge(table=acts.row(other), bot=scene.fox.player, by=scene.bob, now=now)
    tables.join(table=scene.table, by=scene.fox.account, now=now)
    RemoteBot.objects.update(most_tables=1)
    play_by_the_page(scene, served)


def test_the_page_is_short():
    assert len(PAGE.splitlines()) <= MOST_LINES


PATIENCE = Patience()
FACTS = [
    f"A table gives {tables.MOVE_S} seconds",
    f"from {tables.LEAST_MOVE_S} seconds to {tables.MOST_MOVE_S // 60} minutes",
    f"{table_play.GRACE.seconds} seconds later the default bot plays",
    f"a table rests for {table_play.PAUSE.seconds} seconds",
    f"at most {PATIENCE.most_s:.0f} seconds",
    f"nothing comes for {PATIENCE.silence_s:.0f} seconds",
    f"every {live.HEARTBEAT_S} seconds",
    f"ends after {'ten' if live.LONGEST_S == 600 else '?'} minutes",
    f"asks {'four' if challenges.MOST_OPEN == 4 else '?'} bots at a time",
    f"have {'eight' if remote_bots.MOST_BOTS == 8 else '?'} bots that are not retired",
    f"asks every {'two' if PATIENCE.poll_s == 2 else '?'} seconds",
]


@pytest.mark.parametrize("fact", FACTS)
def test_number_is_what_it_is(fact):
    assert fact in " ".join(PAGE.split())
