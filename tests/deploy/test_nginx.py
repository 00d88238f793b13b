"""deploy/nginx.conf keeps what visitors see and nothing else."""

import asyncio
import re
import socket
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack
from http.client import HTTPConnection

import pytest

from league.api.parsers import MAX_FORM_BYTES
from league.services.play import live
from tests import nginx
from tests.league.factories import AccountFactory, ClubFactory
from tests.league.news import listening, there
from tests.league.served import HOST, served
from tests.league.web.online import online_event, seat_people

__all__ = ["served", "there"]

pytestmark = [pytest.mark.slow, pytest.mark.needs("nginx"), pytest.mark.django_db(transaction=True)]

PATIENCE_S = 10


@pytest.fixture
def proxy(served, tmp_path):
    """The site behind nginx; host and port."""
    with socket.create_server((HOST, 0)) as free:
        address = free.getsockname()
    listen = f"listen {HOST}:{address[1]};"
    command = nginx.lay_out(tmp_path, web=[served.url.removeprefix("http://")], listen=listen)
    program = subprocess.Popen(command, stderr=subprocess.PIPE)
    try:
        _await(address, program)
        yield address
    finally:
        program.terminate()
        program.communicate(timeout=PATIENCE_S)


def _await(address, program):
    until = time.monotonic() + PATIENCE_S
    while True:
        try:
            return socket.create_connection(address).close()
        except OSError:
            assert program.poll() is None, program.stderr.read()
            assert time.monotonic() < until
            time.sleep(0.05)


@pytest.fixture
def get(proxy):
    """Return what asks for a page: its status, how the proxy came by it, and its text."""

    def ask(path, **headers):
        connection = HTTPConnection(*proxy, timeout=PATIENCE_S)
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request("GET", path, headers=named)
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        return answer.status, answer.headers["X-Cache"], text

    return ask


def test_visitors_share_a_page_for_a_second(get):
    """Its seconds are those of the clock: one of them may end between two requests."""
    ClubFactory(slug="linde", name="Linde")
    assert get("/clubs/linde/")[:2] == (200, "MISS")
    assert "HIT" in [get("/clubs/linde/")[1] for _ in range(10)]
    time.sleep(2.1)
    assert get("/clubs/linde/")[1] == "REVALIDATED"


def test_a_change_is_seen_within_two_seconds(get):
    club = ClubFactory(slug="linde", name="Linde")
    assert "Zur Eiche" not in get("/clubs/linde/")[2]
    club.name = "Zur Eiche"
    club.save()
    time.sleep(2.1)
    assert "Zur Eiche" in get("/clubs/linde/")[2]


def test_each_language_has_its_own(get):
    assert '<html lang="en">' in get("/games/")[2]
    assert '<html lang="de">' in get("/games/", Accept_Language="de")[2]
    assert '<html lang="nl">' in get("/games/", Cookie="django_language=nl")[2]
    assert '<html lang="en">' in get("/games/")[2]


def test_nobody_sees_what_somebody_saw_who_is_logged_in(get, client):
    client.force_login(AccountFactory(username="bob"))
    cookie = f"sessionid={client.cookies['sessionid'].value}"
    for _ in range(2):
        assert "bob" in get("/games/", Cookie=cookie)[2]
    assert get("/games/")[1] == "MISS"
    assert "bob" not in get("/games/")[2]


def test_those_who_are_logged_in_do_not_wait_for_each_other(get, client):
    client.force_login(AccountFactory())
    cookie = f"sessionid={client.cookies['sessionid'].value}"
    get("/games/", Cookie=cookie)
    with ThreadPoolExecutor(8) as many:
        begun = time.monotonic()
        list(many.map(lambda _: get("/games/", Cookie=cookie), range(8)))
    assert time.monotonic() - begun < 2  # half a second for each, if nginx lets in one at a time


def test_forms_are_made_for_each(get):
    texts = [get("/login/") for _ in range(2)]
    tokens = {re.search(r'csrfmiddlewaretoken" value="(\w+)"', text)[1] for *_, text in texts}
    assert len(tokens) == 2


@pytest.mark.needs("redis")
def test_many_who_listen_to_a_table_hear_at_once(there, proxy):
    """Neither the proxy nor one who listens keeps another one waiting."""
    table, _accounts = seat_people(online_event(ClubFactory(), "skat"), 3)
    path = f"/tables/{table.code}/events"

    async def listen():
        async with AsyncExitStack() as streams, asyncio.timeout(3):
            readers = [await streams.enter_async_context(listening(proxy, path)) for _ in range(3)]
            live._publish(live.channel_of(table), {"version": 7})
            for reader in readers:
                await reader.readuntil(b'data: {"version": 7}\n\n')

    asyncio.run(listen())


def test_proxy_lets_through_as_much_as_the_site():
    assert f"client_max_body_size {MAX_FORM_BYTES};" in nginx.CONFIGURATION
