"""Users who ask, wait for the answer, look at it, and ask again, each by an own connection."""

import http.client
import random
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

LOOKING_S = 3.0
"""How long a user looks at an answer, on average."""
PATIENCE_S = 30.0


@dataclass(frozen=True)
class Ask:
    """A request."""

    path: str
    method: str = "GET"
    body: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass
class Seen:
    """What one user saw: how long each answer took, and what was wrong with the others."""

    took_s: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)


Answer = tuple[int, Mapping[str, str]]
"""The status of an answer, and its headers."""
Next = Callable[[int, random.Random, Answer | None], Ask]
"""What a user, by number, asks after an answer; the first time after none."""


def ask_for(
    seconds: float, users: int, address: str, following: Next, *, looking_s: float = LOOKING_S
) -> list[Seen]:
    """Let users ask for some seconds and return what each of them saw."""
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


def _live(  # noqa: PLR0917 - the arguments of a thread
    number: int, until: float, address: str, following: Next, seen: Seen, looking_s: float
) -> None:
    chance = random.Random(number)
    connection = http.client.HTTPConnection(address, timeout=PATIENCE_S)
    last: Answer | None = None
    time.sleep(chance.uniform(0, looking_s))
    while time.perf_counter() < until:
        ask = following(number, chance, last)
        begun = time.perf_counter()
        try:
            connection.request(ask.method, ask.path, ask.body, dict(ask.headers))
            answer = connection.getresponse()
            content = answer.read()
        except (OSError, http.client.HTTPException) as error:
            connection.close()
            seen.wrong.append(repr(error))
            continue
        last = (answer.status, dict(answer.getheaders()))
        if answer.status >= 300:
            seen.wrong.append(f"{ask.method} {ask.path}: {answer.status} {content[:200]!r}")
        else:
            seen.took_s.append(time.perf_counter() - begun)
        if looking_s:
            time.sleep(chance.expovariate(1 / looking_s))
    connection.close()
