"""One measurement of the load, in a process of its own, at each size."""

import json
import random
from collections.abc import Iterator, Sequence

from django.utils import timezone

from bench.measure import say
from league.models import Account, Match, Player, Season, Session
from league.services.accounts import people

from . import data, site
from .users import Answer, Ask, Next, Seen, ask_for, percentiles

USERS, SECONDS, WARM_UP_S = 50, 12, 3
HASTY_S = 5
"""For so long all ask without a pause, for how many answers a second there are at most."""
SAMPLE = 400
"""Of so many pages of a kind, spread over all there are, users look at any."""
KEPT = 20
"""Of so few that all of them are kept by each process before long."""
STANDINGS = "/api/v1/seasons/{}/standings"
SCORES = {"source": "scores", "rounds": [[30, 20, 10, 0], [1, 2, 3, 4], [0, 0, 0, 9], [5, 5, 5, 5]]}


def measure(sizes: Sequence[int]) -> None:
    """Measure with so many seasons, the fewest first; prints a line of JSON for each figure."""
    site.prepare()
    say("a season is played")
    data.play_season()
    data.remember(max(sizes))
    there = 1
    for size in sorted(sizes):
        say(f"{size} seasons")
        if size > there:
            data.multiply(there, size - 1)
        there = size
        data.settle()
        with site.served() as address:
            for kind, what, following in _kinds(size):
                ask_for(WARM_UP_S, USERS, address, following)
                seen = ask_for(SECONDS, USERS, address, following)
                hasty = ask_for(HASTY_S, USERS, address, following, looking_s=0)
                most = sum(len(user.took_s) for user in hasty) / HASTY_S
                figure = {"matches": size * data.MATCHES, "kind": kind, "what": what, "most": most}
                print(json.dumps(figure | _summary(seen)), flush=True)


def _summary(seen: Sequence[Seen]) -> dict[str, object]:
    took = [one for user in seen for one in user.took_s]
    wrong = [one for user in seen for one in user.wrong]
    told = {"answers": len(took), "seconds": SECONDS}
    return percentiles(took) | told | {"failed": len(wrong), "why": wrong[0] if wrong else ""}


def _kinds(size: int) -> Iterator[tuple[str, str, Next]]:
    """Yield what is measured: the limit it is held against, its name, and what users ask."""
    seasons = _codes(Season)
    yield "floor", "a view that does nothing", lambda *_: Ask("/healthz")
    yield "read", "front page", lambda *_: Ask("/")
    yield "read", "standings, page", _any("/seasons/{}/", seasons)
    yield "read", "course of a season, page", _any("/seasons/{}/course/", seasons)
    yield "read", "standings, API", _any(STANDINGS, seasons)
    yield "read", "matches of a season, API", _any("/api/v1/matches?season={}", seasons)
    yield "read", "session, page", _any("/sessions/{}/", _codes(Session))
    yield "read", "match, page", _any("/matches/{}/", _codes(Match))
    yield "kept", "standings, page, one that is kept", _any("/seasons/{}/", seasons[:KEPT])
    yield "kept", "standings, API, one that is kept", _any(STANDINGS, seasons[:KEPT])
    yield "kept", "match, page, one that is kept", _any("/matches/{}/", _codes(Match)[:KEPT])
    players = _codes(Player)
    yield "read", "player, page", _any("/players/{}/", players)
    yield "read", "rating, page", _any("/players/{}/rating/", players)
    yield "read", "opponents, page", _any("/players/{}/opponents/", players)
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

    Each has a match of a club of its own, as far as there are clubs; those of the first stay as
    they are, for of these the next copies are made.
    """
    asked, clubs = [], size - 1
    for user in range(USERS):
        number = 1 + user % clubs
        codes = data.open_matches(number)
        account = Account.objects.get(username=f"player0-{number}")
        _token, plain = people.issue_token(
            account=account, name=f"load {user}", scopes=["results"], now=timezone.now()
        )
        asked.append((codes[user // clubs], plain))

    etags: dict[int, str] = {}

    def following(user: int, _chance: random.Random, last: Answer | None) -> Ask:
        code, plain = asked[user]
        headers = {"Authorization": f"Bearer {plain}", "Content-Type": "application/json"}
        told = last.headers if last else {}
        etags[user] = told.get("etag", etags.get(user, ""))
        if etags[user]:
            headers["If-Match"] = etags[user]
        return Ask(f"/api/v1/matches/{code}/result", "PUT", json.dumps(SCORES), headers)

    return following
