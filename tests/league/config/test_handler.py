"""A request keeps to one thread, which the next one gets; a stream keeps none."""

import asyncio
import contextlib
import threading

import pytest
from django.db import connections
from django.http import HttpResponse, StreamingHttpResponse
from django.urls import path
from django.utils import translation

from league.config.handler import OneThreadHandler
from league.config.turns import Turns

HERE = "tests.league.config.test_handler"
seen = []


def note(request):
    seen.append((threading.current_thread(), translation.get_language()))
    if "speak" in request.GET:
        translation.activate(request.GET["speak"])
    return HttpResponse("noted")


class Noting:
    """Middleware that notes its thread, before and after the view."""

    def __init__(self, get_response):
        self._get_response = get_response

    def __call__(self, request):
        note(request)
        response = self._get_response(request)
        note(request)
        return response


class Events:
    """A stream that goes on until nobody listens."""

    open, closed = 0, 0

    async def __aiter__(self):
        type(self).open += 1
        try:
            yield b"first\n"
            await asyncio.Event().wait()
        finally:
            type(self).closed += 1


def stream(_request):
    return StreamingHttpResponse(Events())


def query(_request):
    with connections["default"].cursor() as cursor:
        cursor.execute("SELECT 1")
    seen.append(connections["default"])
    return HttpResponse("asked")


urlpatterns = [path("note", note), path("stream", stream), path("query", query)]


class Visitor:
    """Asks, hears what is sent, and leaves when told to."""

    def __init__(self, handler, address):
        self.sent, self._asked = [], False
        self.has_answer, self.leaves = asyncio.Event(), asyncio.Event()
        address, _, words = address.partition("?")
        scope = {"type": "http", "method": "GET", "path": address, "headers": []}
        scope["query_string"] = words.encode(errors="surrogateescape")
        self.done = asyncio.ensure_future(handler(scope, self._receive, self._send))

    async def _receive(self):
        if not self._asked:
            self._asked = True
            return {"type": "http.request"}
        await self.leaves.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message):
        self.sent.append(message)
        if message.get("body"):
            self.has_answer.set()


@pytest.fixture
def handler(settings):
    settings.ROOT_URLCONF, settings.MIDDLEWARE = HERE, [f"{HERE}.Noting"]
    seen.clear()
    return OneThreadHandler()


async def ask(handler, *addresses):
    """Ask for one after the other; return what was sent."""
    visitors = []
    for address in addresses:
        visitors.append(Visitor(handler, address))
        await visitors[-1].done
    return [visitor.sent for visitor in visitors]


def test_middleware_and_view_have_one_thread_that_is_kept(handler):
    answers = asyncio.run(ask(handler, "/note", "/note"))
    assert [sent[0]["status"] for sent in answers] == [200, 200]
    assert len(seen) == 6
    [thread] = {thread for thread, _ in seen}
    assert thread is not threading.main_thread()


def test_a_language_is_not_left_to_the_next_request(handler):
    asyncio.run(ask(handler, "/note?speak=de", "/note"))
    assert [language for _, language in seen][2:] == ["de", "en", "en", "en"]


def test_a_thread_keeps_no_connection(handler, transactional_db):
    asyncio.run(ask(handler, "/query"))
    [connection] = [one for one in seen if not isinstance(one, tuple)]
    assert connection.connection is None


@pytest.mark.further
def test_open_streams_have_no_threads(handler):
    async def listen(count):
        before = set(threading.enumerate())
        visitors = [Visitor(handler, "/stream") for _ in range(count)]
        for visitor in visitors:
            await visitor.has_answer.wait()
        begun = {t for t in set(threading.enumerate()) - before if "request" not in t.name}
        for visitor in visitors:
            visitor.leaves.set()
            await visitor.done
        return begun

    Events.open = Events.closed = 0
    assert asyncio.run(listen(50)) == set()
    assert (Events.open, Events.closed) == (50, 50)


def test_what_cannot_be_read_is_refused(handler):
    [sent] = asyncio.run(ask(handler, "/note?\udcff"))
    assert sent[0]["status"] == 400
    assert seen == []


def test_what_was_sent_is_closed_however_it_is_answered(handler, monkeypatch):
    read_body, sent = handler.read_body, []

    async def read(receive):
        sent.append(await read_body(receive))
        return sent[-1]

    async def listen():
        await ask(handler, "/note", "/note?\udcff")
        listener = Visitor(handler, "/stream")
        await listener.has_answer.wait()
        are_closed = [body.closed for body in sent]
        listener.leaves.set()
        await listener.done
        return are_closed

    monkeypatch.setattr(handler, "read_body", read)
    assert asyncio.run(listen()) == [True, True, True]


def test_a_request_that_is_taken_back_is_not_answered(handler):
    async def leave():
        visitor = Visitor(handler, "/note")
        visitor._asked = True
        visitor.leaves.set()
        with contextlib.suppress(asyncio.CancelledError):
            await visitor.done
        return visitor.sent

    assert asyncio.run(leave()) == []
    assert seen == []


def test_open_streams_keep_no_turn(handler):
    async def listen():
        turns = Turns(handler, few=1, most=1)
        listeners = [Visitor(turns, "/stream") for _ in range(3)]
        for listener in listeners:
            await listener.has_answer.wait()
        [sent] = await ask(turns, "/note")
        for listener in listeners:
            listener.leaves.set()
            await listener.done
        return sent

    assert asyncio.run(asyncio.wait_for(listen(), 20))[0]["status"] == 200
