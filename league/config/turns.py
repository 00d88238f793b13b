"""Requests take turns: a process works at as many at once as it has connections to the database.

All others wait here, in the order in which they came, without a connection. Otherwise a hall full
of scorers waits in the pool of connections instead, and is put off after some seconds though
nothing is wrong but that many came at once.
"""

import asyncio
import re
from collections import deque
from typing import Any, Final

from .bodies import Application, Message, Receive, Scope, Send
from .health import HEALTHZ, METRICS, READYZ
from .listeners import STREAMS

UNAVAILABLE: Final = 503
PROBES: Final = re.compile("|".join(f"{path}\\Z" for path in (HEALTHZ, READYZ, METRICS)))
"""The paths of what programs ask, who want to know how a process is that has much to do."""


class Turns:
    """An ASGI application that passes on `most` requests at once.

    A turn begins when a request has been read to its end, and is over when its answer begins: who
    sends or reads slowly keeps nobody waiting. Whoever hangs up leaves the line. Streams of events,
    which are open for minutes, take no turn, nor do probes. While the database serves nobody, more
    are let in each time, to be told so before long.
    """

    def __init__(self, application: Application, *, most: int) -> None:
        self._application = application
        self._most = most
        self._at_work = 0
        self._line: deque[asyncio.Future[None]] = deque()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on; it waits when it has been read."""
        path = scope.get("path", "")
        if scope["type"] != "http" or STREAMS.search(path) or PROBES.match(path):
            await self._application(scope, receive, send)
            return
        request = _Request(self, receive)

        async def answer(message: Message) -> None:
            request.end(is_outage=message.get("status") == UNAVAILABLE)
            await send(message)

        try:
            await self._application(scope, request.read, answer)
        finally:
            request.close()

    def take(self) -> "asyncio.Future[None]":
        """Return a turn to wait for; it is done at once if there is one."""
        turn = asyncio.get_running_loop().create_future()
        self._line.append(turn)
        self._let_in(self._most - self._at_work)
        return turn

    def give_back(self, turn: "asyncio.Future[None]", *, is_outage: bool = False) -> None:
        """End a turn, or leave the line."""
        if not turn.done():
            self._line.remove(turn)
            return
        self._at_work -= 1
        self._let_in(2 if is_outage else self._most - self._at_work)

    def _let_in(self, places: int) -> None:
        for _ in range(min(places, len(self._line))):
            self._at_work += 1
            self._line.popleft().set_result(None)


class _Request:
    """A request that is read to its end, and then waits unless whoever sent it hangs up."""

    def __init__(self, turns: Turns, receive: Receive) -> None:
        self._turns = turns
        self._receive = receive
        self._turn: asyncio.Future[None] | None = None
        self._next: asyncio.Future[Message] | None = None

    async def read(self) -> Message:
        """Return the next message, the last of a request once it has its turn."""
        if self._next is not None:
            return await self._next
        message = await self._receive()
        if message["type"] != "http.request" or message.get("more_body", False):
            return message
        self._turn = self._turns.take()
        if self._turn.done():
            return message
        # Nothing comes after the end of a request but that somebody hangs up.
        self._next = asyncio.ensure_future(self._receive())
        either: list[asyncio.Future[Any]] = [self._turn, self._next]
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        return message if self._turn.done() else await self._next

    def end(self, *, is_outage: bool = False) -> None:
        """End the turn, if there is one, or leave the line."""
        if self._turn is not None:
            turn, self._turn = self._turn, None
            self._turns.give_back(turn, is_outage=is_outage)

    def close(self) -> None:
        """End what has not ended yet, when nobody reads any more."""
        self.end()
        if self._next is not None:
            self._next.cancel()
