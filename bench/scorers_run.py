"""One measurement of scorers, in a process of its own: all tables of a session end at once.

Two people of each table act at the same moment as those of all others, and without a pause. One
enters the result and a second person confirms it; at every fourth table both send each request
with the same key, as a telephone does that got no answer, and at every fourth they enter different
results, of which one is refused. All of them look at the standings, too.
"""

import json
import os
import random
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from http.client import HTTPException
from typing import Any

from django.db import connection
from django.db.backends.utils import CursorWrapper
from django.utils import timezone

from league.models import Account, AuditEntry, Match, Result, Season, Session
from league.services.accounts import people
from league.services.seasons import game_ratings, standings

from .load import data, site
from .load.users import Answer, Ask, Connection, percentiles
from .measure import say

WARM_UP = 20
"""Tables of a session before those that are measured."""
WAITS_S, POLL_S = 150, 0.2
"""Nobody waits longer for others."""
REFUSED = frozenset({409, 412, 428})
"""What is answered to whoever was not the first, with what is stored."""


class Way(StrEnum):
    """What the two people of a table do."""

    CALM = "one enters while the other one looks at the standings, who then confirms"
    DOUBLED = "each request is sent twice, with the same key"
    COLLIDING = "both enter a result, and whose was refused confirms what is stored"


WAYS = (Way.CALM, Way.DOUBLED, Way.CALM, Way.COLLIDING)
"""Of neighbouring tables."""


class Kind(StrEnum):
    """What people ask."""

    ENTRY = "entries"
    CONFIRMATION = "confirmations"
    PAGE = "standings, page"


@dataclass
class Table:
    """A match, two people who sit there, and what they were answered."""

    match: str
    tokens: Sequence[str]
    way: Way
    seen: dict[Kind, list[Answer]] = field(default_factory=lambda: defaultdict(list))
    failures: list[str] = field(default_factory=list)
    entered: threading.Barrier = field(default_factory=lambda: threading.Barrier(2))

    def entering(self, seat: int) -> Ask | None:
        """Return how a person enters a result, if it is theirs to do."""
        if self.way is Way.CALM and seat == 1:
            return None
        who = seat if self.way is Way.COLLIDING else 0
        body = json.dumps({"source": "scores", "rounds": rounds_of(self.match, who)})
        return Ask(f"/api/v1/matches/{self.match}/result", "PUT", body, self._headers(who, "enter"))

    def confirming(self, seat: int, was_refused: bool) -> Ask | None:
        """Return how a person confirms what is stored, if it is theirs to do."""
        if not {Way.CALM: seat == 1, Way.DOUBLED: True, Way.COLLIDING: was_refused}[self.way]:
            return None
        who = seat if self.way is Way.COLLIDING else 1
        etags = [answer.headers.get("etag", "") for answer in self.seen[Kind.ENTRY]]
        headers = self._headers(who, "confirm") | {"If-Match": max(etags, default="")}
        return Ask(f"/api/v1/matches/{self.match}/confirm", "POST", None, headers)

    def _headers(self, who: int, what: str) -> dict[str, str]:
        return {
            "Authorization": f"Bearer {self.tokens[who]}",
            "Content-Type": "application/json",
            "Idempotency-Key": f"{what}-{self.match}",
        }

    def wrong(self) -> Iterator[str]:
        """Yield what should have been answered otherwise."""
        yield from self.failures
        sent = 1 if self.way is Way.CALM else 2
        good = [answer for answer in self.seen[Kind.ENTRY] if answer.status == 200]
        refused = [answer for answer in self.seen[Kind.ENTRY] if answer.status in REFUSED]
        if len(good) + len(refused) != sent or len(refused) != (self.way is Way.COLLIDING):
            yield self._said(Kind.ENTRY)
        elif any(_totals(answer, "current") != self.totals() for answer in refused):
            yield f"{self.match}: who was refused was not told what is stored"
        confirmed = [answer.status for answer in self.seen[Kind.CONFIRMATION]]
        if confirmed != [200] * (1 + (self.way is Way.DOUBLED)):
            yield self._said(Kind.CONFIRMATION)
        if any(answer.status != 200 for answer in self.seen[Kind.PAGE]):
            yield self._said(Kind.PAGE)
        for kind in (Kind.ENTRY, Kind.CONFIRMATION):
            repeated = sum("idempotency-replayed" in answer.headers for answer in self.seen[kind])
            if repeated != (self.way is Way.DOUBLED):
                yield f"{self.match}: {kind}: {repeated} answers were repeated"

    def totals(self) -> list[int]:
        """Return the totals that were stored, as those who entered them were told."""
        good = [answer for answer in self.seen[Kind.ENTRY] if answer.status == 200]
        return _totals(good[0]) if good else []

    def _said(self, kind: Kind) -> str:
        said = ", ".join(f"{answer.status} {answer.content[:200]!r}" for answer in self.seen[kind])
        return f"{self.match}, {self.way}: {kind}: {said or 'nothing'}"


def measure(count: int, sessions: int) -> None:
    """Let people score so many sessions of so many tables; prints a line of JSON.

    Its figures: for each kind of request the answers and within how many seconds they came, how
    many matches are final and how long that took, then what was wrong at the end, and the load of
    the machine before and after.
    """
    site.prepare()
    load = os.getloadavg()[0]
    say(f"a season of {count * data.SEATS} players begins")
    season, players = data.begun(count * data.SEATS)
    event, chance = data.evening(season, 0), random.Random(1)
    sizes = [WARM_UP, *[count] * sessions]
    nights = [
        tables_of(data.drawn(event, players[: size * data.SEATS], turn, chance))
        for turn, size in enumerate(sizes)
    ]
    data.settle()
    served_from = timezone.now()
    with site.served() as address:
        took = [score(tables, season, address) for tables in nights]
    everything = [table for tables in nights for table in tables]
    wrong = [said for table in everything for said in table.wrong()]
    figures = {
        "kinds": [_figure(kind, nights[1:], took[1:]) for kind in Kind],
        "final": count * sessions - not_once([table for tables in nights[1:] for table in tables]),
        "final_s": round(sum(seconds[Kind.CONFIRMATION] for seconds in took[1:]), 3),
        "failed": len(wrong),
        "why": wrong[0] if wrong else "",
        "not_once": not_once(everything),
        "deadlocks": deadlocks(served_from),
        "differ": differing(season),
        "load": [round(load, 1), round(os.getloadavg()[0], 1)],
    }
    print(json.dumps(figures), flush=True)


def tables_of(session: Session) -> list[Table]:
    """Return the tables of a session, each with two of its players and their tokens."""
    now, found = timezone.now(), []
    for number, match in enumerate(session.matches.order_by("table_number")):
        seated = Account.objects.filter(player__seats__match=match).order_by(
            "player__seats__number"
        )
        tokens = [
            people.issue_token(
                account=account, name=match.code, scopes=["read", "results"], now=now
            )
            for account in seated[:2]
        ]
        found.append(Table(match.code, [plain for _row, plain in tokens], WAYS[number % len(WAYS)]))
    return found


def rounds_of(match: str, who: int) -> list[list[int]]:
    """Return the scores that a person enters, other ones for each match and each person."""
    chance = random.Random(f"{match} {who}")
    return [[chance.randrange(30) for _ in range(data.SEATS)] for _ in range(data.SEATS)]


def score(tables: Sequence[Table], season: Season, address: str) -> dict[Kind, float]:
    """Let all people of these tables act at once; return when the last of each kind was answered.

    In seconds since they began.
    """
    page, gate = Ask(f"/seasons/{season.code}/"), threading.Barrier(2 * len(tables) + 1)
    last: dict[Kind, float] = dict.fromkeys(Kind, 0.0)

    def act(table: Table, seat: int) -> None:
        own = Connection(address)

        def ask(kind: Kind, what: Ask) -> Answer | None:
            try:
                answer = own.ask(what)
            except (OSError, HTTPException) as error:
                table.failures.append(f"{table.match}: {kind}: {error!r}")
                return None
            # Telephones come back on another connection, and any that ends is then a fault.
            own.close()
            table.seen[kind].append(answer)
            last[kind] = time.perf_counter()
            return answer

        entering = table.entering(seat)
        gate.wait(WAITS_S)
        first = ask(Kind.ENTRY, entering) if entering else ask(Kind.PAGE, page)
        table.entered.wait(WAITS_S)
        if confirming := table.confirming(seat, first is not None and first.status in REFUSED):
            ask(Kind.CONFIRMATION, confirming)
        if entering:
            ask(Kind.PAGE, page)

    threads = [
        threading.Thread(target=act, args=(table, seat)) for table in tables for seat in range(2)
    ]
    for thread in threads:
        thread.start()
    gate.wait(WAITS_S)
    begun = time.perf_counter()
    for thread in threads:
        thread.join()
    return {kind: at - begun for kind, at in last.items()}


def not_once(tables: Sequence[Table]) -> int:
    """Return how many matches are not final exactly once, with what was entered first."""
    stored = defaultdict(list)
    for code, totals in Result.objects.values_list("match__code", "totals"):
        stored[code].append(totals)
    final = set(Match.objects.filter(status=Match.Status.FINAL).values_list("code", flat=True))
    noted = AuditEntry.objects.filter(action="result.final").values_list("subject", flat=True)
    times = Counter(noted)
    return sum(
        (table.match in final, stored[table.match], times[f"match:{table.match}"])
        != (True, [table.totals()], 1)
        for table in tables
    )


def deadlocks(since: datetime) -> int:
    """Return how many deadlocks the database has resolved, once those who came since hung up."""
    # What a program has counted is known when its connections have ended.
    others = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
    count = "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"
    until = time.monotonic() + WAITS_S
    with connection.cursor() as cursor:
        while _number(cursor, f"{others} AND backend_start > %s", since):
            if time.monotonic() > until:
                raise TimeoutError("programs that have ended are still connected")
            time.sleep(POLL_S)
        return _number(cursor, count)


def differing(season: Season) -> int:
    """Return how many rows of standings and ratings differ from what results give, as recounted."""
    game_ratings.rate_waiting()
    return standings.recount(season) + game_ratings.recount(game=season.game)


def _figure(
    kind: Kind, nights: Sequence[Sequence[Table]], took: Sequence[dict[Kind, float]]
) -> dict[str, Any]:
    answers = [
        answer.took_s for tables in nights for table in tables for answer in table.seen[kind]
    ]
    seconds = sum(last[kind] for last in took)
    each = percentiles(answers) | {"slowest": round(max(answers, default=0.0), 5)}
    return {"kind": kind, "answers": len(answers), "seconds": round(seconds, 3)} | each


def _totals(answer: Answer, *path: str) -> list[int]:
    """Return the totals of the result in a match that is somewhere in an answer."""
    found = json.loads(answer.content)
    for name in (*path, "result", "totals"):
        found = (found or {}).get(name)
    return list(found or ())


def _number(cursor: CursorWrapper, question: str, *values: datetime) -> int:
    cursor.execute(question, values)
    ((number,),) = cursor.fetchall()
    return int(number)
