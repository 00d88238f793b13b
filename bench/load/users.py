"""Users who ask and wait for the answer, each by an own connection."""

import http.client
import random
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

LOOKING_S = 3.0
"""How long a user looks at an answer, on average."""
PATIENCE_S = 120.0
KEPT_S = 2.0
"""How long a connection is used again; some seconds later the server ends it."""


@dataclass(frozen=True)
class Ask:
    """A request."""

    path: str
    method: str = "GET"
    body: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Answer:
    """An answer, and how long it took to its last byte; names of headers are in small letters."""

    status: int
    headers: Mapping[str, str]
    content: bytes
    took_s: float


class Connection:
    """The connection of one user, made anew after it has failed or was idle for long."""

    def __init__(self, address: str) -> None:
        self._connection = http.client.HTTPConnection(address, timeout=PATIENCE_S)
        self._used_at = 0.0

    def ask(self, ask: Ask) -> Answer:
        """Return the answer to a request; raises OSError or HTTPException where none came."""
        begun = time.perf_counter()
        if begun - self._used_at > KEPT_S:
            self.close()
        try:
            self._connection.request(ask.method, ask.path, ask.body, dict(ask.headers))
            answer = self._connection.getresponse()
            content = answer.read()
        except (OSError, http.client.HTTPException):
            self.close()
            raise
        self._used_at = time.perf_counter()
        headers = {name.lower(): value for name, value in answer.getheaders()}
        return Answer(answer.status, headers, content, self._used_at - begun)

    def close(self) -> None:
        """Hang up."""
        self._connection.close()


@dataclass
class Seen:
    """What one user saw: how long each answer took, and what was wrong with the others."""

    took_s: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)


Next = Callable[[int, random.Random, Answer | None], Ask]
"""What a user, by number, asks after an answer; the first time after none."""


def ask_for(
    seconds: float, users: int, address: str, following: Next, *, looking_s: float = LOOKING_S
) -> list[Seen]:
    """Let users ask for some seconds, look at each answer, and return what each of them saw."""
    seen = [Seen() for _ in range(users)]
    until = time.perf_counter() + seconds
    threads = [
        threading.Thread(
            target=_live, args=(number, until, address, following, seen[number], looking_s)
        )
        for number in range(users)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return seen


def percentiles(took_s: Sequence[float]) -> dict[str, float]:
    """Return within how many seconds 50, 95 and 99 % of the answers came."""
    took = sorted(took_s) or [0.0]
    return {f"p{part}": round(took[len(took) * part // 100], 5) for part in (50, 95, 99)}


def _live(  # noqa: PLR0917 - the arguments of a thread
    number: int, until: float, address: str, following: Next, seen: Seen, looking_s: float
) -> None:
    chance = random.Random(number)
    connection = Connection(address)
    last: Answer | None = None
    time.sleep(chance.uniform(0, looking_s))
    while time.perf_counter() < until:
        ask = following(number, chance, last)
        try:
            last = connection.ask(ask)
        except (OSError, http.client.HTTPException) as error:
            seen.wrong.append(repr(error))
            continue
        if last.status >= 300:
            said = f"{ask.method} {ask.path}: {last.status} {last.content[:200]!r}"
            seen.wrong.append(said)
        else:
            seen.took_s.append(last.took_s)
        if looking_s:
            left_s = until - time.perf_counter()
            time.sleep(max(0.0, min(chance.expovariate(1 / looking_s), left_s)))
    following(number, chance, last)  # is told of the last answer, too: users come back
    connection.close()
