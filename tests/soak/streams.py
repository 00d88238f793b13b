"""People who watch online tables: each holds a stream of events and goes where a place leads."""

import asyncio
import threading
import time
from collections import Counter
from urllib.parse import urlsplit

LINE_S = 1.0
"""Somebody looks this often whether the place leads elsewhere by now."""
SILENCE_S = 25
"""A stream says something every 15 s at the least."""
OK = b"HTTP/1.1 200 "


class Place:
    """A place at which one online table is played after the other; any thread may use it."""

    def __init__(self):
        self._news = threading.Condition()
        self.code = None
        self._version = 0
        self._is_perhaps = False

    def lead_to(self, code):
        with self._news:
            self.code, self._version, self._is_perhaps = code, 0, False

    def tell(self, code, version):
        """Tell the version of a table, None where there may be a later one."""
        with self._news:
            if code == self.code:
                self._is_perhaps |= version is None
                self._version = max(self._version, version or 0)
                self._news.notify_all()

    def is_newer(self, version, *, within_s):
        """Wait until a stream has told of a later version, perhaps; False if none has in time."""
        with self._news:
            is_told = self._news.wait_for(
                lambda: self._version > version or self._is_perhaps, within_s
            )
            self._is_perhaps = False
            return is_told


class Streams(threading.Thread):
    """So many streams at each place; `seen` counts what they told, `failures` what went wrong."""

    def __init__(self, url, places, *, each, is_over):
        super().__init__(name="streams")
        self._address = urlsplit(url)
        self._places, self._each, self._is_over = places, each, is_over
        self.seen = Counter()
        self.failures = []
        self.open = 0

    def run(self):
        asyncio.run(self._all())

    async def _all(self):
        places = [place for place in self._places for _ in range(self._each)]
        await asyncio.gather(*map(self._watch, places))

    async def _watch(self, place):
        while not self._is_over.is_set():
            code = place.code
            if code is None:
                await asyncio.sleep(LINE_S)
                continue
            try:
                await self._listen(place, code)
            except (OSError, EOFError, TimeoutError) as error:
                self.failures.append(f"stream of {code}: {error!r}")
                await asyncio.sleep(LINE_S)

    async def _listen(self, place, code):
        """Read one stream until it ends, or until the place leads to another table."""
        reader, writer = await asyncio.open_connection(self._address.hostname, self._address.port)
        try:
            path, host = f"/api/v1/tables/{code}/events", self._address.netloc
            writer.write(f"GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
            status = await asyncio.wait_for(reader.readline(), SILENCE_S)
            if not status.startswith(OK):
                raise EOFError(status.decode())
            self.seen["begun"] += 1
            self.open += 1
            try:
                await self._read(reader, place, code)
            finally:
                self.open -= 1
        finally:
            writer.close()

    async def _read(self, reader, place, code):
        last = time.monotonic()
        while place.code == code and not self._is_over.is_set():
            try:
                line = await asyncio.wait_for(reader.readline(), LINE_S)
            except TimeoutError:
                if time.monotonic() > last + SILENCE_S:
                    raise
                continue
            last = time.monotonic()
            if line == b"0\r\n":
                self.seen["ended after its time"] += 1
                return
            if not line:
                raise EOFError("it broke off")
            self._told(line, place, code)

    def _told(self, line, place, code):
        if line.startswith(b"data: "):
            self.seen["events"] += 1
            version = line.partition(b": ")[2].strip().removeprefix(b'{"version": ').rstrip(b"}")
            place.tell(code, None if version == b"null" else int(version))
