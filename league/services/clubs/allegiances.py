"""Allegiances: for which club somebody plays in the season of a federation.

One club in a season: who registers plays for the club that they belong to, and chooses where there
are several. A later choice counts for the whole season, for what has been played as well.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _

from league.models import (
    Account,
    Affiliation,
    Allegiance,
    AuditEntry,
    Club,
    Membership,
    Player,
    Role,
    Season,
)
from league.services.base import rights, shares
from league.services.base.refusals import Conflict, Forbidden, Invalid

MEMBER = Affiliation.Status.MEMBER
CLOSED = Season.Status.CLOSED


def of_season(season: Season) -> QuerySet[Allegiance]:
    """Return who plays for which club in a season, by name of the player."""
    rows = season.allegiances.select_related("player", "club")
    return rows.order_by("player__name", "pk")


def clubs_of(season: Season, players: Collection[int]) -> Mapping[int, Club]:
    """Return the clubs for which players play in a season, by keys of players.

    One query, none in a season that is not of a federation; its club is loaded.
    """
    if not (players and season.club.is_federation):
        return {}
    rows = season.allegiances.filter(player__in=players).select_related("club")
    return {row.player_id: row.club for row in rows}


def choices(season: Season, player: Player) -> list[Club]:
    """Return the clubs of the federation to which somebody belongs, by name; one query."""
    if not season.club.is_federation:
        return []
    return list(_clubs(season).filter(memberships__player=player).order_by("name", "pk"))


def offered(season: Season, player: Player) -> list[Club]:
    """Return the clubs that may be chosen for somebody, by name; one query.

    People with an account play for clubs to which they belong, others for any.
    """
    if player.account_id is not None:
        return choices(season, player)
    return list(_clubs(season).order_by("name", "pk"))


def usual(season: Season, player: Player) -> Club | None:
    """Return the club for which somebody plays where nobody asks, None if that is clear.

    Of several it is the one to which they have belonged longest. Three queries at most.
    """
    found = choices(season, player)
    if len(found) < 2 or clubs_of(season, [player.pk]):
        return None
    rows = Membership.objects.filter(player=player, club__in=found).select_related("club")
    return rows.order_by("joined_at", "pk")[0].club


def foreign(player: Player, *others: Player) -> QuerySet[Allegiance]:
    """Return for which clubs a player plays to which neither they nor the `others` belong.

    What was so in a season that is closed stays.
    """
    own = Membership.objects.filter(player__in=[player, *others], club=OuterRef("club"))
    return Allegiance.objects.filter(~Exists(own), player=player).exclude(season__status=CLOSED)


def choose(
    *, season: Season, player: Player, club: Club | None, by: Account, now: datetime
) -> Allegiance | None:
    """Let somebody who comes to a season of a federation play there for a club, or for none.

    Players choose for themselves, organisers of the federation for anybody. Raises Invalid for a
    club that cannot be chosen, Conflict for somebody who comes to no event of the season and in
    one that is closed.
    """
    organises = rights.has_role(season.club, by, Role.ORGANISER)
    if not organises and player.account_id != by.pk:
        raise Forbidden(_("Only organisers and the player can choose for which club they play."))
    with transaction.atomic():
        if club is None:
            _hold_open(season)
            _end(season.allegiances.filter(player=player), by, now)
            return None
        _require_there(season, player)
        return store(season=season, player=player, club=club, by=by, now=now)


def store(*, season: Season, player: Player, club: Club, by: Account, now: datetime) -> Allegiance:
    """Store what was chosen; that `by` may choose is for the caller to check.

    Raises Invalid for a club that cannot be chosen, Conflict in a season that is closed.
    """
    with transaction.atomic():
        _hold_open(season)
        known = clubs_of(season, [player.pk]).get(player.pk)
        if club != known and club not in offered(season, player):
            said = _("%(name)s cannot play for this club here. Choose a club of the federation.")
            raise Invalid({"club": [said % {"name": player.shown_name}]})
        rows = Allegiance.objects.select_related("club", "player")
        if club == known:
            return rows.get(season=season, player=player)
        row, _is_new = rows.update_or_create(
            season=season, player=player, defaults={"club": club, "since": now}
        )
        _note([(season, player, club)], by, now)
    return row


def keep_own(*, player: Player, by: Account, now: datetime) -> None:
    """Let a guest who has an account now play for clubs to which they belong only."""
    _end(foreign(player), by, now)


def settle(season: Season, players: Sequence[Player], *, by: Account, now: datetime) -> None:
    """Let those who belong to one club of a federation play for it, unless they have chosen.

    Four queries in a season of a federation, none in others; its club is loaded.
    """
    if not season.club.is_federation:
        return
    chosen = clubs_of(season, [player.pk for player in players])
    rows = Membership.objects.filter(
        club__in=_clubs(season),
        player__in=[player for player in players if player.pk not in chosen],
    )
    only = _alone(rows.select_related("club").order_by("pk"))
    settled = [(season, player, only[player.pk]) for player in players if player.pk in only]
    Allegiance.objects.bulk_create(
        (
            Allegiance(season=season, player=player, club=club, since=now)
            for season, player, club in settled
        ),
        ignore_conflicts=True,
    )
    _note(settled, by, now)


def store_named(*, season: Season, named: Mapping[Player, tuple[str, str]], now: datetime) -> None:
    """Let players play for the member clubs of these addresses and names, as it may be chosen.

    Of clubs of one name the address says which is meant. Three queries in a season of a
    federation, none in others.
    """
    if not (named and season.club.is_federation):
        return
    wanted = set(named.values())
    clubs = _meant(wanted, _clubs(season).filter(name__in={name for _slug, name in wanted}))
    members = Membership.objects.filter(club__in=clubs.values(), player__in=list(named))
    belong = set(members.values_list("player", "club"))
    found = [(player, clubs[meant].pk) for player, meant in named.items() if meant in clubs]
    Allegiance.objects.bulk_create(
        Allegiance(season=season, player=player, club_id=club, since=now)
        for player, club in found
        if player.account_id is None or (player.pk, club) in belong
    )


def require_chosen(season: Season, player: Player) -> None:
    """Raise Invalid for somebody who belongs to several clubs and has chosen none of them."""
    if len(choices(season, player)) > 1 and not clubs_of(season, [player.pk]):
        raise Invalid({"club": [_("Choose the club for which you play.")]})


def _clubs(season: Season) -> QuerySet[Club]:
    """Return the clubs that belong to the federation of a season."""
    return Club.objects.filter(federations__federation=season.club, federations__status=MEMBER)


def _alone(rows: Iterable[Membership]) -> dict[int, Club]:
    """Return the club of each player who has one."""
    found: dict[int, set[Club]] = {}
    for row in rows:
        found.setdefault(row.player_id, set()).add(row.club)
    return {player: clubs.pop() for player, clubs in found.items() if len(clubs) == 1}


def _meant(
    wanted: Collection[tuple[str, str]], clubs: Iterable[Club]
) -> dict[tuple[str, str], Club]:
    """Return which club is meant by address and name: by both, or by a name that only one has."""
    by_both = {(club.slug, club.name): club for club in clubs}
    said = Counter(name for _slug, name in wanted)
    known = Counter(name for _slug, name in by_both)
    alone = {name: club for (_, name), club in by_both.items() if said[name] == known[name] == 1}
    found = {meant: by_both.get(meant) or alone.get(meant[1]) for meant in wanted}
    return {meant: club for meant, club in found.items() if club is not None}


def _hold_open(season: Season) -> None:
    """Hold a season, so that it is not closed meanwhile; raises Conflict where it is.

    It is shared with results that count there, which may wait for an event that is held.
    """
    [held] = shares.shared(Season.objects.filter(pk=season.pk))
    if held.status == CLOSED:
        raise Conflict(held, _("The season is closed. An organiser can reopen it."))


def _end(rows: QuerySet[Allegiance], by: Account, now: datetime) -> None:
    """Let players play for no club where they have played for one."""
    ending = list(rows.select_related("season__club", "player").order_by("pk"))
    Allegiance.objects.filter(pk__in=[row.pk for row in ending]).delete()
    _note([(row.season, row.player, None) for row in ending], by, now)


def _note(rows: Iterable[tuple[Season, Player, Club | None]], by: Account, now: datetime) -> None:
    """Add an entry for each player to the trail of the federation; one query."""
    AuditEntry.objects.bulk_create(
        AuditEntry(
            at=now,
            account=by,
            club=season.club,
            action="season.plays_for",
            subject=f"season:{season.code}",
            data={"player": player.code, "club": club.slug if club else None},
        )
        for season, player, club in rows
    )


def _require_there(season: Season, player: Player) -> None:
    is_there = player.registrations.filter(event__season=season).exists()
    if not (is_there or season.standings.filter(player=player).exists()):
        said = _("%(name)s comes to no event of this season.")
        raise Conflict(season, said % {"name": player.shown_name})
