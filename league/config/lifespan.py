"""What a web process does once, before it answers anybody.

Importing the application does nothing but build it, so that tests and tools may.
"""

from collections.abc import Callable

from .bodies import Application, Receive, Scope, Send


class Started:
    """An ASGI application that calls `start` before the first message goes to another one.

    Servers that speak the lifespan protocol say when they start; with others the first request
    does.
    """

    def __init__(self, application: Application, *, start: Callable[[], None]) -> None:
        self._application = application
        self._start: Callable[[], None] | None = start

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Start if that has not been done; answer the lifespan, and pass on all else."""
        start, self._start = self._start, None
        if start is not None:
            start()
        if scope["type"] == "lifespan":
            await _live(receive, send)
        else:
            await self._application(scope, receive, send)


async def _live(receive: Receive, send: Send) -> None:
    """Answer a server that it may go on, when it starts and when it ends."""
    while (message := await receive())["type"] != "lifespan.shutdown":
        await send({"type": f"{message['type']}.complete"})
    await send({"type": "lifespan.shutdown.complete"})
