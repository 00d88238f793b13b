"""Those who listen to live news share one thread of the process, however many they are.

Django's ASGI handler gives every request a thread of its own for what is not asynchronous in it:
middleware, and the question whether the asker may listen. It keeps that thread until the answer has
ended, for a stream of events minutes later, though nothing is left for it to do.
"""

import re
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from asgiref.sync import ThreadSensitiveContext

from .bodies import Application, Receive, Scope, Send

STREAMS: Final = re.compile(r"/tables/[^/]+/events\Z")
"""The paths of streams of events, as pages and as the API have them."""


class OneThreadForListeners:
    """An ASGI application in which requests for streams begin one after the other, in one thread.

    Each of them takes some milliseconds there; other requests have threads of their own.
    """

    def __init__(self, application: Application) -> None:
        self._application = application
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="listeners")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] != "http" or not STREAMS.search(scope["path"]):
            await self._application(scope, receive, send)
            return
        async with ThreadSensitiveContext(executor=self._thread):
            await self._application(scope, receive, send)
