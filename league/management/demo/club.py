"""The demo club: made on the first run, found on later ones."""

import hashlib
import hmac
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.db import transaction

from league.models import Account, Club, Event, Match, Player, Role, Season
from league.services import clubs, draws, events, ladders, people, seasons

CLUB = "stammtisch-zur-linde"
GAME = "mit-list-und-tuecke"
SEASON = "Demo season"
EVENT = "First evening"
ONLINE = "Online tables"

# Who comes, and what they are in the club; the first is its owner.
GUESTS = {
    "alice": ("Alice", Role.OWNER),
    "bob": ("Bob", Role.MEMBER),
    "carol": ("Carol", Role.MEMBER),
    "dora": ("Dora", Role.SCORER),
}
ADMIN = "admin"
BOTS = ("random", "greedy")
# How many tables of how many bots each session has; the people sit at table 1 of the first.
BOT_TABLES = ({4: 10}, {5: 8, 6: 8})
# Seasons of other games: name, game, and how many bots sit at each of how many tables.
MORE_SEASONS = (
    ("Skat round", "skat", {3: 4}),
    ("Briscola in sides", "briscola", {4: 4}),
    ("Truco nights", "truco", {4: 4}),
    ("Gong Zhu", "gong-zhu", {4: 4}),
)
# A ladder that plays on as long as the demo runs: name, game, table size and bots.
LADDER = ("Bots at Skat", "skat", 3, ("random", "greedy", "easy", "medium"))


@dataclass(frozen=True)
class Demo:
    """What the demo shows."""

    season: Season
    ladder: Season
    people: dict[str, Account]
    human_match: Match | None
    more: tuple[Season, ...] = ()

    @property
    def seasons(self) -> tuple[Season, ...]:
        """All seasons of the demo that come to an end."""
        return (self.season, *self.more)


def fill(*, now: datetime) -> Demo:
    """Return the demo club's seasons with their draws published; makes what is missing."""
    with transaction.atomic():
        accounts = {name: _account(name) for name in GUESTS}
        _account(ADMIN, is_staff=True, is_superuser=True)
        players = {name: _person(name, account, now) for name, account in accounts.items()}
        alice = accounts["alice"]
        club = Club.objects.filter(slug=CLUB).first() or _found(players, by=alice, now=now)
        season = _season(club, SEASON, GAME, by=alice, now=now)
        _evening(season, list(players.values()), BOT_TABLES, by=alice, now=now)
        more = []
        for name, game, sizes in MORE_SEASONS:
            more.append(_season(club, name, game, by=alice, now=now))
            _evening(more[-1], [], (sizes,), by=alice, now=now)
        for one in (season, *more):
            _online(one, by=alice, now=now)
        ladder = _ladder(club, by=alice, now=now)
    first = Match.objects.filter(season=season, table_number=1).order_by("session__number").first()
    return Demo(season=season, ladder=ladder, people=accounts, human_match=first, more=tuple(more))


def password_of(name: str) -> str:
    """Return the password of a demo account: the same on every run, another elsewhere."""
    digest = hmac.new(settings.SECRET_KEY.encode(), f"demo {name}".encode(), hashlib.sha256)
    return digest.hexdigest()[:12]


def _account(name: str, **rights: bool) -> Account:
    account, is_new = Account.objects.get_or_create(username=name, defaults=rights)
    if is_new:
        account.set_password(password_of(name))
        account.save(update_fields=["password"])
    return account


def _person(name: str, account: Account, now: datetime) -> Player:
    known = Player.objects.filter(account=account).first()
    return known or people.register_person(
        name=GUESTS[name][0], account=account, by=account, now=now
    )


def _found(players: dict[str, Player], *, by: Account, now: datetime) -> Club:
    club = clubs.found_club(slug=CLUB, name="Stammtisch zur Linde", by=by, now=now)
    for name, (_name, role) in GUESTS.items():
        if role != Role.OWNER:
            clubs.admit(club=club, player=players[name], role=role, by=by, now=now)
    return club


def _season(club: Club, name: str, game: str, *, by: Account, now: datetime) -> Season:
    """Return the running season of this name; made on the first run."""
    if known := club.seasons.filter(name=name).first():
        return known
    season = seasons.create_season(club=club, name=name, game=game, by=by, now=now)
    return seasons.start_season(season=season, by=by, now=now)


def _ladder(club: Club, *, by: Account, now: datetime) -> Season:
    """Return the running ladder; made on the first run, filled by the clock."""
    name, game, size, bots = LADDER
    if known := club.seasons.filter(name=name).first():
        return known
    season = ladders.create_ladder(
        club=club, name=name, game=game, table_size=size, bots=bots, by=by, now=now
    )
    return seasons.start_season(season=season, by=by, now=now)


def _evening(
    season: Season,
    guests: list[Player],
    tables_of_bots: Sequence[Mapping[int, int]],
    *,
    by: Account,
    now: datetime,
) -> None:
    """Hold a season's first evening, unless it has been; guests sit at its first table."""
    if season.events.exists():
        return
    event = events.create_event(season=season, name=EVENT, by=by, now=now)
    bots = [people.builtin_bot(name=name) for name in BOTS]
    for number, sizes in enumerate(tables_of_bots):
        session = events.create_session(event=event, starts_at=now, by=by, now=now)
        tables = [guests] if guests and number == 0 else []
        for size, count in sizes.items():
            tables += [_seated(bots, size, first) for first in range(count)]
        draws.seat_players(session=session, tables=tables, by=by, now=now)
        draws.publish(session=session, by=by, now=now)


def _online(season: Season, *, by: Account, now: datetime) -> None:
    """Let people play a season's game in the browser, at tables with AI seats."""
    if not season.events.filter(name=ONLINE).exists():
        events.create_event(season=season, name=ONLINE, draw=Event.Draw.ONLINE, by=by, now=now)


def _seated(bots: list[Player], size: int, first: int) -> list[Player]:
    """Return a table of bots in turn, beginning with another one at each table."""
    return [bots[(first + seat) % len(bots)] for seat in range(size)]
