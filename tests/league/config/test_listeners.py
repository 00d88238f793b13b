"""Streams of events of a process begin in one thread, which none of them keeps."""

import asyncio
import threading

import pytest
from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.urls import reverse

from league.config.listeners import STREAMS, OneThreadForListeners

STREAM = "/tables/x7k2m9q4wz/events"


class Application:
    """Does something in a thread for each request, as Django does, and answers when it is let."""

    def __init__(self):
        self.threads = []
        self.is_let = asyncio.Event()

    async def __call__(self, scope, receive, send):
        async with ThreadSensitiveContext():
            await sync_to_async(lambda: self.threads.append(threading.get_ident()))()
            await self.is_let.wait()
            await sync_to_async(lambda: self.threads.append(threading.get_ident()))()


async def threads_of(path, count):
    """Make requests at once; return the threads they keep while open, and those they used."""
    application = Application()
    listeners = OneThreadForListeners(application)
    before = set(threading.enumerate())  # of other tests, some of which end meanwhile
    scope = {"type": "http", "path": path}
    requests = [asyncio.create_task(listeners(scope, None, None)) for _ in range(count)]
    while len(application.threads) < count:
        await asyncio.sleep(0.01)
    kept = len(set(threading.enumerate()) - before)
    application.is_let.set()
    await asyncio.gather(*requests)
    return kept, len(set(application.threads))


def test_streams_share_one_thread():
    assert asyncio.run(threads_of(STREAM, 50)) == (1, 1)


def test_other_requests_have_a_thread_each():
    assert asyncio.run(threads_of("/", 5)) == (5, 5)


@pytest.mark.parametrize("name", ["web:table-events", "api:table-events"])
def test_addresses_of_streams_are_known(name):
    assert STREAMS.search(reverse(name, args=["x7k2m9q4wz"]))


@pytest.mark.parametrize("path", ["/tables/x7k2m9q4wz/", "/seasons/x7k2m9q4wz/events/new/"])
def test_other_addresses_are_no_streams(path):
    assert not STREAMS.search(path)
