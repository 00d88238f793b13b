"""Live news: who watches an online table is told that there is something new, and no more.

A message is the number of a version, never a card or a name: whoever gets it asks for what they
may see. Remote bots hear of all their tables, and of challenges, in one stream of their own. Each
process of the web server has one connection to Redis for all who watch, and none to the database
while it streams. Without Redis nothing is told, and those who watch ask from time to time.
"""

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, partial
from time import monotonic
from typing import Any
from weakref import WeakKeyDictionary

import redis
import redis.asyncio
from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.db import connection, transaction
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase

from league.models import OnlineTable, Player

logger = logging.getLogger(__name__)

TIMEOUT_S = 1
AGAIN_S = 2
"""After so many seconds without Redis it is tried again."""
HEARTBEAT_S = 15
LONGEST_S = 600
"""So long one answer goes on; browsers then ask anew."""
TABLES = "table:"
BOTS = TABLES + "bot:"
SEEN_S = 30
"""So often it is noted that somebody still listens."""
PERHAPS = b'data: {"version": null}\n\n'
"""Told at the beginning, and where messages may have been lost: there may be news."""


def channel_of(table: OnlineTable) -> str:
    """Return the channel on which versions of a table are told."""
    return TABLES + table.code


def channel_of_bot(player: Player) -> str:
    """Return the channel on which a remote bot is told of its tables, and of challenges."""
    return BOTS + player.code


def tell_table(table: OnlineTable, bots: Sequence[Player] = ()) -> None:
    """Tell the version of a table to who watches it, and to these remote bots that sit there.

    Once the transaction is committed.
    """
    if not settings.REDIS_URL:
        return
    news = {"version": table.version}
    transaction.on_commit(partial(_publish, channel_of(table), news))
    for bot in bots:
        own = {"table": table.code, **news}
        transaction.on_commit(partial(_publish, channel_of_bot(bot), own))


def tell_challenge(table: OnlineTable, bot: Player) -> None:
    """Tell a remote bot that it is asked to sit down at a table, once that is committed."""
    if settings.REDIS_URL:
        news = {"challenge": table.code}
        transaction.on_commit(partial(_publish, channel_of_bot(bot), news))


def stream(
    request: HttpRequest, channel: str, *, listens: Callable[[], object] | None = None
) -> HttpResponseBase:
    """Return an answer of server-sent events with what is told on a channel.

    An empty one (204), after which browsers do not ask again, where there is no Redis or where the
    server cannot stream. The caller has checked that the asker may know of the channel's subject.
    In a thread of its own `listens` is called at the beginning and every SEEN_S while the stream
    goes on; it may use the database.
    """
    if not settings.REDIS_URL or not isinstance(request, ASGIRequest):
        return HttpResponse(status=204)
    if not connection.in_atomic_block:
        connection.close()  # it would be held, idle, as long as the stream goes on
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingHttpResponse(
        _events(channel, listens), content_type="text/event-stream", headers=headers
    )


async def _events(
    channel: str, listens: Callable[[], object] | None = None
) -> AsyncIterator[bytes]:
    """Yield the messages of a channel, and a comment where there was none for a while."""
    end = monotonic() + LONGEST_S
    due = monotonic()
    with _hub().listening(channel) as queue:
        yield PERHAPS
        while (left := end - monotonic()) > 0:
            if listens is not None and monotonic() >= due:
                due = monotonic() + SEEN_S
                await asyncio.to_thread(_apart, listens)
            try:
                yield await asyncio.wait_for(queue.get(), min(HEARTBEAT_S, left))
            except TimeoutError:
                yield b": still here\n\n"


def _apart(act: Callable[[], object]) -> None:
    """Do something with the database in a thread that keeps no connection to it."""
    try:
        act()
    finally:
        connection.close()


class Hub:
    """Gives what Redis tells to those who listen in one event loop, by one connection."""

    def __init__(self) -> None:
        self._queues: dict[str, set[asyncio.Queue[bytes]]] = {}
        self._reader: asyncio.Task[None] | None = None

    @contextmanager
    def listening(self, channel: str) -> Iterator[asyncio.Queue[bytes]]:
        """Give a queue that gets the messages of a channel from now on."""
        queue: asyncio.Queue[bytes] = asyncio.Queue()
        self._queues.setdefault(channel, set()).add(queue)
        if self._reader is None or self._reader.done():
            self._reader = asyncio.ensure_future(self._read())
        try:
            yield queue
        finally:
            self._queues[channel].discard(queue)
            if not self._queues[channel]:
                del self._queues[channel]
            if not self._queues and self._reader is not None:
                self._reader.cancel()
                self._reader = None

    async def _read(self) -> None:
        """Read messages until nobody listens any more, whatever happens to Redis meanwhile."""
        while True:
            try:
                await self._read_messages()
            except (redis.RedisError, OSError):
                logger.warning("there is no live news: Redis does not answer")
                await asyncio.sleep(AGAIN_S)

    async def _read_messages(self) -> None:
        client = redis.asyncio.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=TIMEOUT_S)
        try:
            async with client.pubsub(ignore_subscribe_messages=False) as pubsub:
                await pubsub.psubscribe(TABLES + "*")
                while True:
                    message = await pubsub.get_message(timeout=HEARTBEAT_S)
                    self._pass_on(message)
        finally:
            await client.aclose()

    def _pass_on(self, message: dict[str, Any] | None) -> None:
        if message is None:
            return
        if message["type"] == "psubscribe":
            for channel in self._queues:
                self._put(channel, PERHAPS)  # whatever was told before, nobody has heard
        elif message["type"] == "pmessage":
            self._put(message["channel"].decode(), b"data: " + message["data"] + b"\n\n")

    def _put(self, channel: str, event: bytes) -> None:
        for queue in self._queues.get(channel, ()):
            queue.put_nowait(event)


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def _hub() -> Hub:
    """Return the hub of the running event loop."""
    return _hubs.setdefault(asyncio.get_running_loop(), Hub())


def _publish(channel: str, news: Mapping[str, object]) -> None:
    try:
        _redis(settings.REDIS_URL).publish(channel, json.dumps(news))
    except redis.RedisError:  # what is committed does not fail for want of listeners
        logger.warning("nobody was told of %s: Redis does not answer", channel)


@cache
def _redis(url: str) -> redis.Redis:
    """Return the connections of this process."""
    return redis.Redis.from_url(url, socket_timeout=TIMEOUT_S, socket_connect_timeout=TIMEOUT_S)
