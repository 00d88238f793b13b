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
        if scope["type"] == "lifespan":
            await self._live(receive, send)
            return
        self._begin()
        await self._application(scope, receive, send)

    def _begin(self) -> None:
        if self._start is not None:
            self._start()
            self._start = None

    async def _live(self, receive: Receive, send: Send) -> None:
        """Tell a server whether it may go on when it starts, and that all is done when it ends."""
        await receive()
        try:
            self._begin()
        except Exception as error:
            await send({"type": "lifespan.startup.failed", "message": str(error)})
            raise
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await send({"type": "lifespan.shutdown.complete"})
