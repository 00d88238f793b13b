"""Few requests begin at once, as many are at work as there may be, and none is put off."""

import asyncio

import pytest

from league.config import asgi, turns
from league.config.env import AT_WORK, BEGUN
from league.config.turns import Turns

END = {"type": "http.request", "body": b"", "more_body": False}
BEGINS = {"type": "http.response.start", "status": 200}


class Application:
    """Reads each request, as Django does, and answers when it is let."""

    def __init__(self, *, status=200):
        self.at_work = []
        self.is_let = asyncio.Event()
        self.read_slowly = asyncio.Event()
        self._answer = {**BEGINS, "status": status}

    async def __call__(self, scope, receive, send):
        while (message := await receive()).get("more_body"):
            pass
        if message["type"] == "http.disconnect":
            return
        self.at_work.append(scope["path"])
        await self.is_let.wait()
        await send(self._answer)
        await self.read_slowly.wait()


class Sender:
    """Somebody who sends a request, and may hang up."""

    def __init__(self, line, path, *, parts=(END,)):
        self._parts = list(parts)
        self.hangs_up = asyncio.Event()
        scope = {"type": "http", "path": path, "method": "GET", "headers": []}
        self.task = asyncio.ensure_future(line(scope, self._receive, self._send))

    async def _receive(self):
        if self._parts:
            return self._parts.pop(0)
        await self.hangs_up.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message):
        pass


async def settle():
    for _ in range(20):
        await asyncio.sleep(0)


@pytest.fixture
def at_once_long(monkeypatch):
    """Whatever has begun counts as long as soon as it is at work."""
    monkeypatch.setattr(turns, "LONG_S", 0)


def crowd(paths, act, *, most=2, few=None, **options):
    """Send requests at once, let `act` do something; return who was at work, in their order."""

    async def run():
        application = Application(**options)
        line = Turns(application, few=few or most, most=most)
        senders = [Sender(line, path) for path in paths]
        await settle()
        await act(application, senders)
        await settle()
        for sender in senders:
            sender.task.cancel()
        await asyncio.gather(*(sender.task for sender in senders), return_exceptions=True)
        return application.at_work

    return asyncio.run(run())


async def wait(application, senders):
    """Do nothing."""


async def answer(application, senders):
    application.is_let.set()


def test_requests_beyond_those_at_work_wait():
    assert crowd(["/a", "/b", "/c"], wait) == ["/a", "/b"]


def test_requests_are_let_in_as_they_came_though_answers_are_read_slowly():
    assert crowd(["/a", "/b", "/c", "/d", "/e"], answer) == ["/a", "/b", "/c", "/d", "/e"]


def test_few_begin_at_once():
    assert crowd(["/a", "/b", "/c"], wait, few=1, most=3) == ["/a"]
    assert crowd(["/a", "/b", "/c"], answer, few=1, most=3) == ["/a", "/b", "/c"]


@pytest.mark.usefixtures("at_once_long")
def test_what_takes_long_stands_in_nobodys_way_until_there_are_most():
    assert crowd(["/a", "/b", "/c", "/d"], wait, few=1, most=3) == ["/a", "/b", "/c"]


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/metrics"])
def test_probes_do_not_wait(path):
    assert crowd(["/a", path, path], wait, most=1) == ["/a", path, path]


def test_turn_of_who_fails_is_given_on():
    async def fail(application, senders):
        senders[0].task.cancel()

    assert crowd(["/a", "/b"], fail, most=1) == ["/a", "/b"]


def test_who_hangs_up_leaves_the_line():
    async def hang_up(application, senders):
        senders[1].hangs_up.set()
        await settle()
        assert senders[1].task.done()
        application.is_let.set()

    assert crowd(["/a", "/b", "/c"], hang_up, most=1) == ["/a", "/c"]


def test_more_are_let_in_while_the_database_serves_nobody():
    async def put_off_once(application, senders):
        application.is_let.set()
        await asyncio.sleep(0)
        application.is_let.clear()

    assert len(crowd(list("abcdef"), put_off_once, most=1, status=503)) == 3


def test_request_that_is_still_sent_takes_no_turn():
    async def run():
        application = Application()
        line = Turns(application, few=1, most=1)
        Sender(line, "/slow", parts=[{**END, "more_body": True}] * 2)
        quick = Sender(line, "/quick")
        await settle()
        quick.task.cancel()
        return application.at_work

    assert asyncio.run(run()) == ["/quick"]


def at_work_of_site(monkeypatch):
    """Send the site more requests than it works at; return at how many it does."""

    async def run():
        innermost, application = asgi.site, Application()
        while hasattr(innermost._application, "_application"):
            innermost = innermost._application
        monkeypatch.setattr(innermost, "_application", application)
        senders = [Sender(asgi.site, f"/{number}") for number in range(AT_WORK + 5)]
        await settle()
        for sender in senders:
            sender.task.cancel()
        await asyncio.gather(*(sender.task for sender in senders), return_exceptions=True)
        return len(application.at_work)

    return asyncio.run(run())


def test_the_site_begins_few_requests_at_once(monkeypatch):
    assert at_work_of_site(monkeypatch) == BEGUN


@pytest.mark.usefixtures("at_once_long")
def test_the_site_works_at_as_many_requests_as_it_has_connections(monkeypatch):
    assert at_work_of_site(monkeypatch) == AT_WORK
