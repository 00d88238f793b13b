"""What the demo says at the end: where it is, what to do first, and who can log in."""

from decimal import Decimal

from django.urls import reverse

import games
from league.models import Account, Season
from league.services.seasons import rankings

from . import ahead, remote
from .club import Demo
from .members import ADMIN, GUESTS, password_of
from .text import aligned

BEST = 10
"""How many of a season's standings are printed."""


def standings_text(season: Season) -> str:
    """Return the best of a season's standings as a table of text."""
    rows = [
        [row.rank or "–", row.player.name, row.matches, row.wins, row.score, _number(row.points)]
        for row in rankings.table(season)[:BEST]
    ]
    table = aligned(["#", "player", "matches", "wins", "score", "points"], rows)
    title = f"{season.club.name}, {season.name}: {games.get(season.game).name}"
    return f"\n{title}\n\n{table}"


def first_steps_text(address: str, demo: Demo) -> str:
    """Return what to do first, each with its address and who to log in as."""
    online = demo.cast.club.seasons.filter(events__name=ahead.ONLINE).first()
    event = online.events.get(name=ahead.ONLINE) if online else demo.evening
    ladder = demo.cast.club.seasons.filter(name=remote.LADDER).first()
    steps = [
        ["run a club", "alice", _at(address, "event", demo.evening.code), "tonight's tables"],
        ["play", "bob", _at(address, "tables", event.code), "a table waits for one more"],
        ["enter a bot", "carol", _at(address, "my-bots"), "her bot has a ladder and a test"],
    ]
    if ladder:  # somebody may have deleted it
        at = _at(address, "season", ladder.code)
        steps.append(["serve a bot", "carol", at, "a ladder of remote bots"])
    return f"\n{aligned(['first steps', 'log in as', 'where', 'what is there'], steps)}"


def logins_text(address: str, *names: str) -> str:
    """Return who can log in with which password, as a table of text."""
    rows = []
    for name in names or (*GUESTS, ADMIN):
        is_own = Account.objects.get(username=name).check_password(password_of(name))
        who = (
            f"{GUESTS[name][0]}, {GUESTS[name][1].label}" if name in GUESTS else f"{address}/admin/"
        )
        rows.append([name, password_of(name) if is_own else "(changed)", who])
    return f"\n{aligned(['log in as', 'password', 'who is'], rows)}"


def watch_text(address: str, demo: Demo) -> str:
    """Return where a match is that is worth watching."""
    viewer = _at(address, "viewer", demo.watched.code)
    return f"\nWorth watching, decided in its last deal: {viewer}"


def _at(address: str, page: str, *code: str) -> str:
    return address + reverse(f"web:{page}", args=code)


def _number(points: Decimal) -> Decimal:
    """Return points without zeros after the point."""
    whole = points.to_integral_value()
    return whole if whole == points else points.normalize()
