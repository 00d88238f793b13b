"""A request is worked on in one thread, from its beginning to its end.

Django's own ASGI handler hands it to and fro between a new thread and the event loop: to say that
it begins, for middleware, for the view, and to say that it is over. Each time it waits until other
requests let it have the interpreter, and each time it has a new connection to the database.
"""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from typing import IO, Final, cast

from asgiref.sync import sync_to_async
from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.handlers.base import BaseHandler
from django.db import close_old_connections
from django.http import StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix

from .bodies import Receive, Scope, Send

MOST_THREADS: Final = 200
"""So many requests begin at once at most; `turns` lets in far fewer of those that take long."""


class OneThreadHandler(ASGIHandler):
    """Answers requests in threads that are kept; streams of bytes are sent by the event loop."""

    def __init__(self) -> None:
        BaseHandler.__init__(self)
        self.load_middleware(is_async=False)
        self._threads = ThreadPoolExecutor(MOST_THREADS, thread_name_prefix="request")

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Read a request, have it answered, and send the answer."""
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        work = partial(copy_context().run, self._answer, scope, body)
        response = await asyncio.get_running_loop().run_in_executor(self._threads, work)
        if isinstance(response, StreamingHttpResponse):
            await self._stream(response, receive, send)
        else:
            await self.send_response(response, send)

    def _answer(self, scope: Scope, body: IO[bytes]) -> HttpResponseBase:
        """Return the answer to a request, done with but for what is streamed."""
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=self.__class__, scope=scope)
        request, refusal = self.create_request(scope, body)
        refused = cast(HttpResponseBase, refusal)
        response = refused if request is None else self.get_response(request)
        vars(response)["_handler_class"] = self.__class__
        if response.streaming:
            close_old_connections()  # what is streamed is read in another thread
        else:
            response.close()
        body.close()
        return response

    async def _stream(self, response: StreamingHttpResponse, receive: Receive, send: Send) -> None:
        """Send a stream until it ends or nobody listens any more."""
        gone = asyncio.ensure_future(self.listen_for_disconnect(receive))
        sent = asyncio.ensure_future(self.send_response(response, send))
        try:
            await asyncio.wait([gone, sent], return_when=asyncio.FIRST_COMPLETED)
            if sent.done():
                sent.result()
        finally:
            for task in (gone, sent):
                task.cancel()
            await asyncio.gather(gone, sent, return_exceptions=True)
            await sync_to_async(response.close)()
