"""One measurement of the load, in a process of its own, at each size."""

import json
import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace

from django.core.management import call_command
from django.utils import timezone

from bench.measure import say
from league.management.commands.demo import HOST, free_port
from league.management.processes import Program, Supervisor, clock, web, worker
from league.models import Account, Match, Player, Season, Session
from league.services import people

from . import data
from .users import Answer, Ask, Next, Seen, ask_for

FIRST_PORT = 8950
USERS, SECONDS, WARM_UP_S = 50, 20, 4
HASTY_S = 8
"""For so long all ask without a pause, for how many answers a second there are at most."""
PATIENCE_S = 60
SAMPLE = 400
"""Of so many pages of a kind, spread over all there are, users look at any."""
SCORES = {"source": "scores", "rounds": [[30, 20, 10, 0], [1, 2, 3, 4], [0, 0, 0, 9], [5, 5, 5, 5]]}


def measure(sizes: Sequence[int]) -> None:
    """Measure with so many seasons, the fewest first; prints a line of JSON for each figure."""
    call_command("migrate", verbosity=0)
    call_command("collectstatic", verbosity=0, interactive=False)
    say("a season is played")
    data.play_season()
    data.remember(max(sizes))
    port, there = free_port(FIRST_PORT), 1
    address = f"{HOST}:{port}"
    for size in sorted(sizes):
        say(f"{size} seasons")
        if size > there:
            data.multiply(there, size - 1)
        there = size
        data.settle()
        programs = [_two(web(host=HOST, port=port)), worker(processes=1), clock()]
        with Supervisor(programs, out=sys.stderr) as supervisor:
            _await(address, supervisor)
            for kind, what, following in _kinds(size):
                ask_for(WARM_UP_S, USERS, address, following)
                seen = ask_for(SECONDS, USERS, address, following)
                hasty = ask_for(HASTY_S, USERS, address, following, looking_s=0)
                most = sum(len(user.took_s) for user in hasty) / HASTY_S
                figure = {"matches": size * data.MATCHES, "kind": kind, "what": what, "most": most}
                print(json.dumps(figure | _summary(seen)), flush=True)


def _two(program: Program) -> Program:
    return replace(program, command=(*program.command, "--workers", "2"))


def _await(address: str, supervisor: Supervisor) -> None:
    for _ in range(PATIENCE_S):
        seen = ask_for(1, 1, address, lambda *_: Ask("/healthz"))
        if name := supervisor.ended():
            raise RuntimeError(f"the {name} ended")
        if seen[0].took_s:
            return
    raise RuntimeError(f"the web server does not answer: {seen[0].wrong}")


def _summary(seen: Sequence[Seen]) -> dict[str, object]:
    took = sorted(one for user in seen for one in user.took_s) or [0.0]
    wrong = [one for user in seen for one in user.wrong]
    at: dict[str, object] = {
        f"p{part}": round(took[len(took) * part // 100], 5) for part in (50, 95, 99)
    }
    why = wrong[0] if wrong else ""
    return at | {"answers": len(took), "seconds": SECONDS, "failed": len(wrong), "why": why}


def _kinds(size: int) -> Iterator[tuple[str, str, Next]]:
    """Yield what is measured: the limit it is held against, its name, and what users ask."""
    seasons = _codes(Season)
    yield "floor", "a view that does nothing", lambda *_: Ask("/healthz")
    yield "read", "standings, page", _any("/seasons/{}/", seasons)
    yield "read", "standings, API", _any("/api/v1/seasons/{}/standings", seasons)
    yield "read", "matches of a season, API", _any("/api/v1/matches?season={}", seasons)
    yield "read", "session, page", _any("/sessions/{}/", _codes(Session))
    yield "read", "match, page", _any("/matches/{}/", _codes(Match))
    yield "read", "player, page", _any("/players/{}/", _codes(Player))
    yield "read", "club, page", _any("/clubs/{}/", [_slug(number) for number in range(size)])
    yield "write", "a result is entered, API", _entering(size)


def _codes(model: type[Season | Session | Match | Player]) -> list[str]:
    keys = model._default_manager.order_by("pk").values_list("pk", "code")
    last = keys.values_list("pk", flat=True).last() or 0
    wanted = {1 + last * number // SAMPLE for number in range(SAMPLE)}
    return [code for _pk, code in keys.filter(pk__in=wanted)]


def _any(path: str, codes: Sequence[str]) -> Next:
    return lambda _user, chance, _last: Ask(path.format(chance.choice(codes)))


def _slug(number: int) -> str:
    return "club" if number == 0 else f"club-{number}"


def _entering(size: int) -> Next:
    """Return how users enter the results of matches, and what they have entered before again.

    Each has a match of a club of its own, as far as there are clubs.
    """
    asked = []
    for user in range(USERS):
        number = user % size
        codes = data.open_matches(number)
        name = "player0" if number == 0 else f"player0-{number}"
        account = Account.objects.get(username=name)
        _token, plain = people.issue_token(
            account=account, name=f"load {user}", scopes=["results"], now=timezone.now()
        )
        asked.append((codes[user // size], plain))

    etags: dict[int, str] = {}

    def following(user: int, _chance: random.Random, last: Answer | None) -> Ask:
        code, plain = asked[user]
        headers = {"Authorization": f"Bearer {plain}", "Content-Type": "application/json"}
        told = {name.lower(): value for name, value in last[1].items()} if last else {}
        etags[user] = told.get("etag", etags.get(user, ""))
        if etags[user]:
            headers["If-Match"] = etags[user]
        return Ask(f"/api/v1/matches/{code}/result", "PUT", json.dumps(SCORES), headers)

    return following
