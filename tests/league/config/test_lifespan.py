"""A web process starts what it starts once, when its server does, and never by being imported."""

import asyncio
import subprocess
import sys

import pytest

from league.config.lifespan import Started

IMPORTED = """
from league.config import asgi
from engine.kernels.binding import compiles
print(compiles())
"""
HTTP = {"type": "http", "path": "/"}


@pytest.fixture
def happened():
    return []


@pytest.fixture
def application(happened):
    async def site(scope, receive, send):
        happened.append(scope["type"])

    return Started(site, start=lambda: happened.append("start"))


def serve(application, *scopes, messages=()):
    """Send scopes to an application one after the other; return what it answers."""
    left, sent = list(messages), []

    async def receive():
        return {"type": left.pop(0)}

    async def send(message):
        sent.append(message["type"])

    async def run():
        for scope in scopes:
            await application(scope, receive, send)

    asyncio.run(run())
    return sent


def test_a_server_that_starts_is_told_to_go_on(application, happened):
    messages = ["lifespan.startup", "lifespan.shutdown"]
    sent = serve(application, {"type": "lifespan"}, messages=messages)
    assert sent == ["lifespan.startup.complete", "lifespan.shutdown.complete"]
    assert happened == ["start"]


def test_the_first_request_starts_where_the_server_says_nothing(application, happened):
    serve(application, HTTP, HTTP)
    assert happened == ["start", "http", "http"]


def test_a_server_that_cannot_start_is_told_to_end():
    """Else it would serve, and compile in its requests."""

    def start():
        raise OSError("no more processes")

    sent = []

    async def receive():
        return {"type": "lifespan.startup"}

    async def send(message):
        sent.append(message)

    with pytest.raises(OSError, match="no more processes"):
        asyncio.run(Started(None, start=start)({"type": "lifespan"}, receive, send))
    assert sent == [{"type": "lifespan.startup.failed", "message": "no more processes"}]


@pytest.mark.slow
def test_importing_the_application_starts_nothing():
    """Else a process that imports it, as tests do, would compile nothing from then on."""
    done = subprocess.run(
        [sys.executable, "-c", IMPORTED], capture_output=True, text=True, check=True
    )
    assert done.stdout == "True\n"
