"""One measurement of a crowd, in a process of its own."""

import json
import random
import statistics
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from league.models import Season

from .load import data, site
from .load.users import Answer, Ask, Connection, Next, Seen, ask_for
from .measure import say
from .scorers_run import Table, rounds_of, tables_of

PLAYERS, SESSIONS = 40, 8
EACH_S = 0.5
"""So long after a result was seen the next one is entered."""
LOOK_S, PATIENCE_S = 0.01, 5.0
"""Somebody looks this often whether a result is there, and gives up after that long."""


def measure(people: int, seconds: int) -> None:
    """Let people look at one page; prints a line of JSON.

    Its figures: answers a second of a view that does nothing, of the page while results come in
    and while nothing does; after how many seconds a confirmed result was seen, at the median and
    at most.
    """
    site.prepare()
    season, players = data.begun(PLAYERS)
    event, chance = data.evening(season, 0), random.Random(1)
    tables = [
        table
        for turn in range(SESSIONS)
        for table in tables_of(data.drawn(event, players, turn, chance))
    ]
    data.settle()
    with site.served() as address:
        say("a view that does nothing")
        floor = ask_for(seconds, people, address, lambda *_: Ask("/healthz"), looking_s=0)
        say("the standings, while results come in")
        late: list[float] = []
        with ThreadPoolExecutor(1) as beside:
            over = threading.Event()
            scoring = beside.submit(_score, tables, season, address, over, late)
            crowd = ask_for(seconds, people, address, _looking(season), looking_s=0)
            over.set()
            scoring.result()
        say("the standings, while nothing comes in")
        alone = ask_for(seconds, people, address, _looking(season), looking_s=0)
    wrong = [one for user in (*floor, *crowd, *alone) for one in user.wrong]
    told = {
        "floor": _speed(floor, seconds),
        "page": _speed(crowd, seconds),
        "page_alone": _speed(alone, seconds),
        "results": len(late),
        "median_s": round(statistics.median(late), 3),
        "latest_s": round(max(late), 3),
        "failed": len(wrong),
        "why": wrong[0] if wrong else "",
    }
    print(json.dumps(told), flush=True)


def _looking(season: Season) -> Next:
    """Return how people ask for the page: each time all of it, as with an empty cache."""
    return lambda *_: Ask(f"/seasons/{season.code}/")


def _speed(seen: Sequence[Seen], seconds: int) -> float:
    return sum(len(user.took_s) for user in seen) / seconds


def _score(
    tables: Sequence[Table], season: Season, address: str, over: threading.Event, late: list[float]
) -> None:
    """Enter and confirm results until it is over; note after how long each of them was seen."""
    scorer, looker = Connection(address), Connection(address)
    for table in tables:
        if over.wait(EACH_S):
            break
        before = _etag(looker, season)
        body = json.dumps({"source": "scores", "rounds": rounds_of(table.match, 0)})
        address_of = f"/api/v1/matches/{table.match}"
        first, second = ({"Authorization": f"Bearer {token}"} for token in table.tokens)
        first["Content-Type"] = "application/json"
        entered = _good(scorer.ask(Ask(f"{address_of}/result", "PUT", body, first)))
        second["If-Match"] = entered.headers["etag"]
        _good(scorer.ask(Ask(f"{address_of}/confirm", "POST", None, second)))
        late.append(_seen_after(looker, season, before))


def _seen_after(looker: Connection, season: Season, before: str) -> float:
    """Return how many seconds from now the page is another one."""
    begun = time.perf_counter()
    while _etag(looker, season) == before:
        if time.perf_counter() - begun > PATIENCE_S:
            raise TimeoutError("a result is not seen")
        time.sleep(LOOK_S)
    return time.perf_counter() - begun


def _etag(looker: Connection, season: Season) -> str:
    return _good(looker.ask(Ask(f"/seasons/{season.code}/"))).headers["etag"]


def _good(answer: Answer) -> Answer:
    if answer.status != 200:
        raise RuntimeError(f"{answer.status}: {answer.content[:200]!r}")
    return answer
