"""Sending a message to an address that somebody else has named, and nowhere inside the network.

The host is resolved once, every address it has must be public, and the connection goes to the
very address that was looked at: what a name server says a moment later does not count. Redirects
are answers like any other. The answer's body is not read.
"""

import http.client
import socket
import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from threading import Timer
from time import monotonic
from urllib.parse import SplitResult, urlsplit

from django.conf import settings

from league.logic.addresses import is_address, is_public

LIMIT_S = 10
"""How long a message may take from the first byte to the answer's status."""
LEASE = timedelta(seconds=2 * LIMIT_S + 60)
"""How long a row is held whose message is sent: longer than one takes, with its connection."""
NOWHERE = "the host has no public address"
"""The same of a host that is inside and of one that is not: nobody learns which names there are."""
PORTS = {"https": 443, "http": 80}


class NotSent(Exception):
    """A message did not get an answer; the text says why.

    `may_have_arrived` if all of it had been written when the connection ended or time was over.
    """

    def __init__(self, said: str, *, may_have_arrived: bool = False) -> None:
        super().__init__(said)
        self.may_have_arrived = may_have_arrived


class _Unanswered(Exception):
    """All was written, and then no answer came; `why` is what happened instead."""

    def __init__(self, why: Exception) -> None:
        super().__init__()
        self.why = why


@dataclass(frozen=True, slots=True)
class Answer:
    """What was answered: a status, and when to come again if it says so."""

    status: int
    retry_after: str = ""


def post(url: str, *, body: bytes, headers: Mapping[str, str], limit_s: float = LIMIT_S) -> int:
    """Send `body` and return the HTTP status of the answer; raises NotSent."""
    return ask(url, body=body, headers=headers, limit_s=limit_s).status


def ask(url: str, *, body: bytes, headers: Mapping[str, str], limit_s: float = LIMIT_S) -> Answer:
    """Send `body` and return the answer, but for its body; raises NotSent."""
    parts = urlsplit(url)
    address, port = _resolve(parts)
    try:
        raw = socket.create_connection((address, port), timeout=limit_s)
        with raw, _secured(raw, parts) as line:
            return _talk(line, parts, body, headers, limit_s)
    except _Unanswered as error:
        raise NotSent(_words(error.why, limit_s), may_have_arrived=True) from None
    except (OSError, http.client.HTTPException) as error:
        raise NotSent(_words(error, limit_s)) from None


def schemes() -> tuple[str, ...]:
    """Return the schemes that an address may have."""
    return ("https", "http") if settings.WEBHOOK_ALLOW_HTTP else ("https",)


def is_inside(host: str) -> bool:
    """Tell whether a host is given by an address that is not to be written to."""
    return not settings.WEBHOOK_ALLOW_PRIVATE and is_address(host) and not is_public(host)


def _resolve(parts: SplitResult) -> tuple[str, int]:
    """Return the address and port to connect to; raises NotSent unless all are public."""
    if parts.scheme not in schemes() or not parts.hostname:
        raise NotSent(f"only addresses with {' or '.join(schemes())} are written to")
    try:
        port = parts.port or PORTS[parts.scheme]
        found = socket.getaddrinfo(parts.hostname, port, type=socket.SOCK_STREAM)
    except (OSError, ValueError):  # no such name, no name, no port
        raise NotSent(NOWHERE) from None
    addresses = [str(entry[4][0]) for entry in found]
    if any(map(is_inside, addresses)):
        raise NotSent(NOWHERE)
    return addresses[0], port


def _talk(
    line: socket.socket,
    parts: SplitResult,
    body: bytes,
    headers: Mapping[str, str],
    limit_s: float,
) -> Answer:
    """Send a request through an open connection and return the answer.

    The timeout of a socket begins anew with each byte, so a clock hangs up when time is over.
    """
    end, is_written = monotonic() + limit_s, False
    clock = Timer(limit_s, _hang_up, [line])
    clock.daemon = True
    clock.start()
    try:
        if isinstance(line, ssl.SSLSocket):
            line.do_handshake()
        connection = http.client.HTTPConnection(str(parts.hostname), parts.port)
        connection.sock = line
        path = f"{parts.path or '/'}{'?' if parts.query else ''}{parts.query}"
        connection.request("POST", path, body, {**headers, "Connection": "close"})
        is_written = True
        answer = connection.getresponse()
        return Answer(answer.status, answer.headers.get("Retry-After", ""))
    except (OSError, http.client.HTTPException) as error:
        why = TimeoutError() if monotonic() >= end else error
        raise (_Unanswered(why) if is_written else why) from None
    finally:
        clock.cancel()


def _secured(raw: socket.socket, parts: SplitResult) -> socket.socket:
    """Return the socket to speak through: one that will prove the host by its certificate."""
    if parts.scheme != "https":
        return raw
    return ssl.create_default_context().wrap_socket(
        raw, server_hostname=parts.hostname, do_handshake_on_connect=False
    )


def _words(error: Exception, limit_s: float) -> str:
    """Return why no answer came."""
    if isinstance(error, TimeoutError):
        return f"no answer within {limit_s:g} s"
    if isinstance(error, ssl.SSLError):
        return f"no secure connection: {error.reason or error}"
    if isinstance(error, OSError):
        return f"no connection: {error.strerror or error}"
    return f"no answer of HTTP: {type(error).__name__}"


def _hang_up(line: socket.socket) -> None:
    """End a connection, whoever is reading from it."""
    try:
        line.shutdown(socket.SHUT_RDWR)
    except OSError:  # it has ended by itself
        return
