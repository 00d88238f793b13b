"""Allegiances: for which club somebody plays in the season of a federation.

One club in a season: who registers plays for the club that they belong to, and chooses where there
are several. A later choice counts for the whole season, for what has been played as well.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from league.models import Account, Affiliation, Allegiance, Club, Membership, Player, Role, Season
from league.services.base import audit, rights
from league.services.base.refusals import Conflict, Forbidden, Invalid

MEMBER = Affiliation.Status.MEMBER


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
    rows = Club.objects.filter(
        federations__federation=season.club,
        federations__status=MEMBER,
        memberships__player=player,
    )
    return list(rows.order_by("name", "pk"))


def offered(season: Season, player: Player) -> list[Club]:
    """Return the clubs that an organiser may choose for somebody, by name; one query.

    People with an account play for clubs to which they belong, others for any.
    """
    if player.account_id is not None:
        return choices(season, player)
    rows = Club.objects.filter(federations__federation=season.club, federations__status=MEMBER)
    return list(rows.order_by("name", "pk"))


def choose(*, season: Season, player: Player, club: Club, by: Account, now: datetime) -> Allegiance:
    """Let somebody who comes to a season of a federation play there for a club.

    Players choose for themselves, organisers of the federation for anybody. Raises Invalid for a
    club that cannot be chosen, Conflict for somebody who comes to no event of the season.
    """
    organises = rights.has_role(season.club, by, Role.ORGANISER)
    if not organises and player.account_id != by.pk:
        raise Forbidden(_("Only organisers and the player can choose for which club they play."))
    with transaction.atomic():
        _require_there(season, player)
        return store(season=season, player=player, club=club, by=by, now=now)


def store(*, season: Season, player: Player, club: Club, by: Account, now: datetime) -> Allegiance:
    """Store what was chosen; that `by` may choose is for the caller to check.

    Raises Invalid for a club that cannot be chosen, Conflict in a season that is closed.
    """
    if season.status == Season.Status.CLOSED:
        raise Conflict(season, _("The season is closed. An organiser can reopen it."))
    organises = player.account_id != by.pk
    if club not in (offered(season, player) if organises else choices(season, player)):
        said = _("%(name)s cannot play for this club here. Choose a club of the federation.")
        raise Invalid({"club": [said % {"name": player.shown_name}]})
    with transaction.atomic():
        row, is_new = Allegiance.objects.select_related("club", "player").get_or_create(
            season=season, player=player, defaults={"club": club, "since": now}
        )
        if is_new or row.club_id != club.pk:
            row.club, row.since = club, now
            row.save(update_fields=["club", "since"])
            data = {"player": player.code, "club": club.slug}
            audit.note_season(season, "season.plays_for", data, by=by, now=now)
    return row


def settle(season: Season, players: Sequence[Player], now: datetime) -> None:
    """Let those who belong to one club of a federation play for it, unless they have chosen.

    Three queries in a season of a federation, none in others; its club is loaded.
    """
    if not season.club.is_federation:
        return
    chosen = clubs_of(season, [player.pk for player in players])
    rows = Membership.objects.filter(
        club__federations__federation=season.club,
        club__federations__status=MEMBER,
        player__in=[player for player in players if player.pk not in chosen],
    )
    only = _alone(rows.order_by("pk").values_list("player", "club"))
    Allegiance.objects.bulk_create(
        (
            Allegiance(season=season, player_id=player, club_id=club, since=now)
            for player, club in only.items()
        ),
        ignore_conflicts=True,
    )


def store_named(*, season: Season, named: Mapping[Player, str], now: datetime) -> None:
    """Let players play for member clubs of these names, as far as organisers could choose them.

    Three queries in a season of a federation, none in others.
    """
    if not (named and season.club.is_federation):
        return
    rows = Club.objects.filter(federations__federation=season.club, federations__status=MEMBER)
    clubs = dict(rows.filter(name__in=set(named.values())).values_list("name", "pk"))
    members = Membership.objects.filter(club__in=clubs.values(), player__in=list(named))
    belong = set(members.values_list("player", "club"))
    wanted = [(player, clubs[name]) for player, name in named.items() if name in clubs]
    Allegiance.objects.bulk_create(
        Allegiance(season=season, player=player, club_id=club, since=now)
        for player, club in wanted
        if player.account_id is None or (player.pk, club) in belong
    )


def require_chosen(season: Season, player: Player) -> None:
    """Raise Invalid for somebody who belongs to several clubs and has chosen none of them."""
    if len(choices(season, player)) > 1 and not clubs_of(season, [player.pk]):
        raise Invalid({"club": [_("Choose the club for which you play.")]})


def _alone(pairs: Iterable[tuple[int, int]]) -> dict[int, int]:
    """Return the club of each player who has one."""
    found: dict[int, set[int]] = {}
    for player, club in pairs:
        found.setdefault(player, set()).add(club)
    return {player: clubs.pop() for player, clubs in found.items() if len(clubs) == 1}


def _require_there(season: Season, player: Player) -> None:
    is_there = player.registrations.filter(event__season=season).exists()
    if not (is_there or season.standings.filter(player=player).exists()):
        said = _("%(name)s comes to no event of this season.")
        raise Conflict(season, said % {"name": player.shown_name})
