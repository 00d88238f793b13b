"""Who belongs to the demo club, how well they play, and who of them can log in."""

import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings

from league.models import Account, Club, Player, Role, Venue
from league.services.accounts import agreements, people
from league.services.clubs import clubs, venues
from league.services.clubs.whereabouts import Whereabouts

CLUB = "stammtisch-zur-linde"
NAME = "Stammtisch zur Linde"
ABOUT = (
    "We meet every other week at half past seven in the back room of the Linde, at eight tables, "
    "and play Skat by the sheet. In summer it is Gong Zhu, and whoever has an hour to spare plays "
    "Briscola in the league. Guests are welcome: say hello at the bar, somebody will explain."
)
WHEREABOUTS: Whereabouts = {
    "town": "Lindenau",
    "country": "Deutschland",
    "address": "Gasthaus zur Linde, Lindenplatz 3",
    "directions": "Tram 4 to Lindenplatz. The back room has its own door, on the left.",
}
VENUE = ("Gasthaus zur Linde", "Lindenplatz 3, back room", 8)
ADMIN = "admin"

# Who has a login that is printed, and what they are in the club; the first is its owner.
GUESTS = {
    "alice": ("Alice Brandt", Role.OWNER),
    "bob": ("Bob Whitfield", Role.MEMBER),
    "carol": ("Carol Jansen", Role.MEMBER),
    "dora": ("Dora Rossi", Role.SCORER),
}
# An account of his own, for which no password is known.
ALSO = {"yusuf": ("Yusuf Demir", Role.MEMBER)}

SKILL = {
    "Alice Brandt": 0.9,
    "Bob Whitfield": 0.1,
    "Carol Jansen": 0.8,
    "Dora Rossi": 0.3,
    "Yusuf Demir": 0.6,
    "Heike Krüger": 1.2,
    "Kemal Aydın": 1.0,
    "Giulia Conti": 0.9,
    "Marek Nowak": 0.7,
    "Sanne de Vries": 0.4,
    "Gareth Pugh": 0.2,
    "Agnieszka Wójcik": 0.5,
    "Jürgen Vogt": 0.0,
    "Zeynep Kaya": 0.3,
    "Matteo Ferri": -0.1,
    "Fiona MacLeod": 0.6,
    "Daan Visser": -0.3,
    "Lotte Sommer": 0.2,
    "Piotr Zieliński": -0.2,
    "Elif Şahin": 0.1,
    "Harriet Ashworth": -0.4,
    "Lorenzo De Luca": -0.6,
    "Femke Bakker": 0.0,
    "Matthias Groß": -0.5,
    "Camille Lefèvre": 0.3,
    "Inês Carvalho": -0.2,
    "Søren Holm": -0.7,
    "Kateřina Nováková": 0.4,
    "Oleksandr Bondar": -0.1,
    "Nikos Pappas": -0.9,
}
"""How much better than most each plays, in the order in which they joined."""


@dataclass(frozen=True)
class Cast:
    """The club, those who act in it, and its members in the order in which they joined."""

    club: Club
    venue: Venue
    accounts: dict[str, Account]
    players: tuple[Player, ...]

    @property
    def owner(self) -> Account:
        """Whoever organises."""
        return self.accounts["alice"]

    @property
    def scorer(self) -> Account:
        """Whoever writes results down."""
        return self.accounts["dora"]

    def player(self, account: str) -> Player:
        """Return who plays from an account."""
        name, _role = (GUESTS | ALSO)[account]
        return next(player for player in self.players if player.name == name)

    def skills(self, players: Sequence[Player]) -> list[float]:
        """Return how well each of these plays."""
        return [SKILL.get(player.name, 0.0) for player in players]


def cast(*, now: datetime) -> Cast:
    """Return the club with its members; found if it is there."""
    accounts = {name: _account(name) for name in GUESTS}
    accounts |= {name: _account(name, is_open=False) for name in ALSO}
    club = Club.objects.filter(slug=CLUB).first() or _found(accounts, now)
    # Who has left or was erased since is not missed.
    belonging = club.memberships.filter(player__name__in=SKILL).select_related("player")
    players = tuple(one.player for one in belonging.order_by("pk"))
    venue = club.venues.order_by("pk").first() or _open_venue(club, accounts["alice"], now)
    return Cast(club=club, venue=venue, accounts=accounts, players=players)


def has_club() -> bool:
    """Tell whether the club has been founded."""
    return Club.objects.filter(slug=CLUB).exists()


def admin() -> Account:
    """Return the administrator of the site; made on the first run."""
    return _account(ADMIN, is_staff=True, is_superuser=True)


def password_of(name: str) -> str:
    """Return the password of a demo account: the same on every run, another elsewhere."""
    digest = hmac.new(settings.SECRET_KEY.encode(), f"demo {name}".encode(), hashlib.sha256)
    return digest.hexdigest()[:12]


def _account(name: str, *, is_open: bool = True, **rights: bool) -> Account:
    account, is_new = Account.objects.get_or_create(username=name, defaults=rights)
    if is_new:
        account.set_password(password_of(name) if is_open else None)
        account.save(update_fields=["password"])
    return account


def _found(accounts: dict[str, Account], now: datetime) -> Club:
    """Found the club, whose owner is the first of its guests, and admit all others."""
    [owner, *_others] = accounts
    by = accounts[owner]
    club = clubs.found_club(
        slug=CLUB, name=NAME, about=ABOUT, owner_name=GUESTS[owner][0], by=by, now=now
    )
    clubs.describe_club(club=club, by=by, now=now, **WHEREABOUTS)
    named = {name: (account, role) for account, (name, role) in (GUESTS | ALSO).items()}
    for name in SKILL:
        account, role = named.get(name, ("", Role.MEMBER))
        if account == owner:
            continue
        if account:
            own = accounts[account]
            player = people.register_person(name=name, account=own, by=own, now=now)
            agreements.agree_unasked(club=club, by=own, now=now)
            clubs.admit(club=club, player=player, role=role, by=by, now=now)
        else:
            clubs.admit_guest(club=club, name=name, role=role, by=by, now=now)
    club.memberships.update(joined_at=now)  # which is the clock's, whatever is passed
    return club


def _open_venue(club: Club, by: Account, now: datetime) -> Venue:
    name, address, tables = VENUE
    return venues.create_venue(club=club, name=name, address=address, tables=tables, by=by, now=now)
