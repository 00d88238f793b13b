"""A remote bot whose connection is cut finds all again, as uvicorn serves it."""

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from django.db import connection
from django.utils import timezone

from league.models import RemoteBot, TableAction
from league.services.play import challenges, live, remote_bots, tables
from tests.league.news import there, wait_until
from tests.league.served import served
from tests.league.services.play import acts, remote

__all__ = ["served", "there"]

pytestmark = [pytest.mark.slow, pytest.mark.needs("redis")]

EVENTS = "/api/v1/remote-bots/me/events"


@pytest.fixture
def home(served, there, event, carol, now):
    """Carol's machine: Fern's token, and the site."""
    remote.let_in(event)
    fern = remote_bots.create(name="Fern", by=carol, now=now)
    _token, plain = remote_bots.issue_token(bot=fern, name="home", by=carol, now=timezone.now())
    return Home(served, fern, plain)


class Home:
    """What a program at an author's has: the address of a site, and a token."""

    def __init__(self, served, bot, token):
        self.served, self.bot, self._token = served, bot, token

    def ask(self, path, body=None):
        """Return status and answer of a request."""
        headers = {"Authorization": f"Bearer {self._token}", "Content-Type": "application/json"}
        content = None if body is None else json.dumps(body).encode()
        request = Request(f"{self.served.url}/api/v1/{path}", content, headers)
        try:
            with urlopen(request, timeout=20) as answer:
                said = answer.read()
                return answer.status, json.loads(said) if said else None
        except HTTPError as error:
            with error:
                return error.code, json.loads(error.read())

    @asynccontextmanager
    async def listening(self):
        """Open the stream, and give what is read from it once it has begun; it ends cut off."""
        reader, writer = await asyncio.open_connection(*self.served.address)
        host, _port = self.served.address
        head = f"GET {EVENTS} HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {self._token}\r\n"
        try:
            writer.write(f"{head}\r\n".encode())
            await reader.readuntil(live.PERHAPS)
            yield reader
        finally:
            writer.transport.abort()


def apart(act):
    """Do something in a thread that keeps no connection to the database."""

    def acting():
        try:
            return act()
        finally:
            connection.close()

    return asyncio.to_thread(acting)


def act_of(home, code):
    """Return the first legal action of a bot, as it is sent."""
    _status, asked = home.ask(f"tables/{code}/turn")
    return {"action": asked["view"]["legal"][0], "expected_version": asked["version"]}


async def be_asked(home, table, bob):
    """Listen, be asked, lose the connection, sit down, and find it all by a new one."""
    async with asyncio.timeout(60):
        async with home.listening() as stream:
            await apart(lambda: wait_until_seen(home.bot))
            await apart(lambda: challenge(home, table, bob))
            await stream.readuntil(f'data: {{"challenge": "{table.code}"}}\n\n'.encode())
        await apart(lambda: home.ask(f"tables/{table.code}/join", {}))
        async with home.listening() as stream:
            _status, me = await apart(lambda: home.ask("remote-bots/me"))
            await apart(lambda: deal(table))
            return me, await next_news(stream)


async def next_news(stream):
    """Return what is told next but that there may be news."""
    while True:
        data = (await stream.readuntil(b"\n\n")).partition(b"data: ")[2]
        if data and (told := json.loads(data)) != {"version": None}:
            return told


def wait_until_seen(bot):
    rows = RemoteBot.objects.filter(pk=bot.pk)
    wait_until(rows.exclude(seen_at=None).count, 1)


def challenge(home, table, bob):
    now = timezone.now()
    challenges.challenge(table=acts.row(table), bot=home.bot.player, by=bob, now=now)


def deal(table):
    acts.watch(timezone.now(), seconds=5)


def test_a_bot_whose_stream_is_cut_finds_its_table_again(home, event, bob):
    table = tables.open_table(event=event, by=bob, bots=["greedy"] * 2, now=timezone.now())
    me, told = asyncio.run(be_asked(home, table, bob))
    assert [own["code"] for own in me["tables"]] == [table.code]
    assert me["challenges"] == []
    assert told == {"table": table.code, "version": acts.row(table).version}


def test_the_same_act_sent_twice_at_once_is_played_once(home, event, bob):
    now = timezone.now()
    table = tables.open_table(event=event, by=bob, bots=["greedy"] * 2, now=now)
    home.ask(f"tables/{table.code}/join", {})
    while not acts.look(table, home.bot.account).legal:
        acts.play_on(table, [bob], now)
    act, length = act_of(home, table.code), acts.row(table).length
    with ThreadPoolExecutor(2) as both:
        answers = [both.submit(home.ask, f"tables/{table.code}/act", act) for _ in range(2)]
        statuses = sorted(answer.result()[0] for answer in answers)
    assert statuses == [200, 412]
    own = TableAction.objects.filter(table=table, seat=3, number__gte=length)
    assert own.count() == 1


def test_a_token_that_is_revoked_opens_no_stream(home, carol):
    remote_bots.retire(bot=home.bot, by=carol, now=timezone.now())
    assert home.ask("remote-bots/me/events")[0] == 401
