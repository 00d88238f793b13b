"""The whole house for browsers to visit: web server, workers and clock, each a process of its own.

They share the database with the test, which makes what was there before the story begins.
"""

import contextlib
import fcntl

import pytest
import redis
from django.test.utils import override_settings

from league.management.commands.demo import HOST
from league.management.processes import clock, tables, web, worker
from tests.league.jobs import authors
from tests.league.programs import Programs, environment, own_port, url_of_test_database

from .conftest import PASSWORD

REDIS_URL = "redis://127.0.0.1:6379/11"


class House:
    """Where the web server is; in these tests it takes the place of `live_server`."""

    def __init__(self, url):
        self.url = url
        self._live_server_modified_settings = override_settings()


@contextlib.contextmanager
def own_redis(tmp_path_factory):
    """Give the address of an empty Redis that no other house uses; none where there is none."""
    with (
        (tmp_path_factory.getbasetemp().parent / "house").open("w") as lock,
        redis.Redis.from_url(REDIS_URL) as client,
    ):
        fcntl.flock(lock, fcntl.LOCK_EX)
        try:
            client.flushdb()
        except redis.ConnectionError:
            yield ""
            return
        yield REDIS_URL


@pytest.fixture
def live_server(transactional_db, tmp_path, tmp_path_factory, of_the_story):
    """The house, as soon as it answers."""
    port = own_port()
    with own_redis(tmp_path_factory) as redis_url, authors.open_folder() as folder:
        variables = environment(
            tmp_path,
            url_of_test_database(),
            REDIS_URL=redis_url,
            BOT_FOLDER=str(folder),
            LADDER_OPEN="1",
            LADDER_FILL_S="1",
            RATE_S="1",
            SITE_URL=f"http://{HOST}:{port}",
            **of_the_story,
        )
        with Programs(variables, tmp_path) as programs:
            for program in (web(host=HOST, port=port), worker(processes=1), tables(), clock()):
                programs.start(program)
            house = House(f"http://{HOST}:{port}")
            programs.wait_for_web(f"{house.url}/login/")
            yield house


@pytest.fixture
def surroundings():
    """Put nothing in the place of anything: workers are woken up, passwords hashed."""


@pytest.fixture
def log_in():
    """Log in through the form."""

    def do(page, name):
        page.goto("/login/")
        page.get_by_label("Username").fill(name)
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("main").get_by_role("button", name="Log in").click()
        page.wait_for_url("**/")
        return page

    return do
