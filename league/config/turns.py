"""Requests take turns: a process works at few at once, however many come.

One interpreter does not answer ten pages sooner side by side than one after the other: all are
late, and handing it to and fro costs as well. So a few are begun at once; one that takes long most
likely waits for the database, and another is begun beside it, up to as many as there are
connections. All others wait here, in the order in which they came, without a connection. Otherwise
a hall full of scorers waits in the pool of connections instead, and is put off after some seconds
though nothing is wrong but that many came at once.
"""

import asyncio
import re
from collections import deque
from typing import Any, Final

from .bodies import Application, Message, Receive, Scope, Send
from .health import HEALTHZ, METRICS, READYZ

UNAVAILABLE: Final = 503
LONG_S: Final = 0.1
"""A request that is at work for longer stands in nobody's way any more."""
PROBES: Final = re.compile("|".join(f"{path}\\Z" for path in (HEALTHZ, READYZ, METRICS)))
"""The paths of what programs ask, who want to know how a process is that has much to do."""


class Turns:
    """An ASGI application that begins `few` requests at once, and passes on `most` in all.

    A turn begins when a request has been read to its end, and is over when its answer begins: who
    sends or reads slowly, or listens to a stream of events for minutes, keeps nobody waiting.
    Whoever hangs up leaves the line. Probes take no turn. While the database serves nobody, more
    are let in each time, to be told so before long.
    """

    def __init__(self, application: Application, *, few: int, most: int) -> None:
        self._application = application
        self._few = few
        self._most = most
        self._at_work = 0
        self._begun: dict[asyncio.Future[None], asyncio.TimerHandle] = {}
        self._line: deque[asyncio.Future[None]] = deque()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on; it waits when it has been read."""
        path = scope.get("path", "")
        if scope["type"] != "http" or PROBES.match(path):
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
        self._let_in()
        return turn

    def give_back(self, turn: "asyncio.Future[None]", *, is_outage: bool = False) -> None:
        """End a turn, or leave the line."""
        if not turn.done():
            self._line.remove(turn)
            return
        self._at_work -= 1
        if turn in self._begun:
            self._begun.pop(turn).cancel()
        self._let_in(least=2 if is_outage else 0)

    def _let_in(self, *, least: int = 0) -> None:
        places = min(self._few - len(self._begun), self._most - self._at_work)
        for _ in range(min(max(places, least), len(self._line))):
            turn = self._line.popleft()
            self._at_work += 1
            self._begun[turn] = asyncio.get_running_loop().call_later(LONG_S, self._pass_by, turn)
            turn.set_result(None)

    def _pass_by(self, turn: "asyncio.Future[None]") -> None:
        del self._begun[turn]
        self._let_in()


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
