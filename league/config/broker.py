"""A message broker in a folder, for one host without Redis.

A message is one file in its queue's folder. It is written under a hidden name and renamed, so
nobody reads half of it; whoever unlinks it owns it, so nobody handles it twice. Kombu's own
filesystem transport guarantees neither. A message whose owner is killed is lost, here as there:
the job rows are the truth, and the sweep sends again what waits.
"""

import time
import uuid
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from queue import Empty
from typing import Any

from kombu.transport import virtual
from kombu.utils.json import dumps, loads

SUFFIX = ".json"


class Channel(virtual.Channel):
    """Queues as folders below the transport option `folder`."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._seen: dict[str, deque[Path]] = {}

    def _folder(self, queue: str) -> Path:
        options = self.connection.client.transport_options  # type: ignore[union-attr]
        folder = Path(options["folder"]) / queue  # type: ignore[index]
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return folder

    def _messages(self, queue: str) -> list[Path]:
        """Return the waiting messages, oldest first."""
        return sorted(
            path
            for path in self._folder(queue).iterdir()
            if path.suffix == SUFFIX and not path.name.startswith(".")
        )

    def _put(self, queue: str, message: dict[str, Any], **kwargs: Any) -> None:
        name = f"{time.time_ns():020d}-{uuid.uuid4().hex}{SUFFIX}"
        hidden = self._folder(queue) / f".{name}"
        try:
            hidden.write_text(dumps(message))
            hidden.rename(hidden.with_name(name))
        except OSError:  # such as a full disk, which half a message would go on filling
            hidden.unlink(missing_ok=True)
            raise

    def _get(self, queue: str, timeout: float | None = None) -> Any:
        for path in self._unread(queue):
            try:
                text = path.read_text()
                path.unlink()
            except FileNotFoundError:
                continue  # another consumer was first
            return loads(text)
        raise Empty

    def _unread(self, queue: str) -> Iterator[Path]:
        """Yield the messages of the last listing not tried yet; list the folder when none is."""
        seen = self._seen.setdefault(queue, deque())
        if not seen:
            seen.extend(self._messages(queue))
        while seen:
            yield seen.popleft()

    def _size(self, queue: str) -> int:
        return len(self._messages(queue))

    def _purge(self, queue: str) -> int:
        messages = self._messages(queue)
        for path in messages:
            path.unlink(missing_ok=True)
        return len(messages)


class Transport(virtual.Transport):
    """The transport of `folder://`; its options are `folder` and `polling_interval`."""

    Channel = Channel
    default_port = 0
    driver_type = "folder"
    driver_name = "folder"

    def driver_version(self) -> str:
        return "1"
