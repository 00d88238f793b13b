"""What a rule proposes as handicaps of an event, from what its players have done until now.

Nothing is stored: an organiser looks at what is proposed, changes it and sets it by hand.
"""

from collections.abc import Collection, Mapping
from decimal import Decimal

from django.db.models import Count, Sum, TextChoices
from django.utils.translation import gettext_lazy as _

from league.logic import handicaps as rules
from league.logic.handicaps import Rule
from league.models import Account, Event, GameRating, Match, Role, Season, Seat
from league.services.base import rights

from . import handicaps

HUNDREDTH = Decimal("0.01")


class Basis(TextChoices):
    """What tells how good somebody is."""

    AVERAGE = "average", _("earlier points per match in this club")
    RATING = "rating", _("rating in this game")


def propose(*, event: Event, basis: Basis, rule: Rule, by: Account) -> dict[int, Decimal]:
    """Return by primary key the handicap of who may get one and has played before; two queries.

    Raises Forbidden for who does not organise.
    """
    rights.require_role(club=event.season.club, account=by, role=Role.ORGANISER)
    players = list(handicaps.eligible(event).values_list("pk", flat=True))
    return rules.proposed(levels(event, players, basis), rule)


def levels(event: Event, players: Collection[int], basis: Basis) -> dict[int, Decimal | None]:
    """Return how good these players are, None for who has not shown it yet; one query."""
    found = _ratings(event, players) if basis == Basis.RATING else _averages(event, players)
    return {pk: found.get(pk) for pk in players}


def _averages(event: Event, players: Collection[int]) -> Mapping[int, Decimal]:
    """Return points per match played in seasons of the club that count by the same rule."""
    season = event.season
    seats = Seat.objects.filter(
        player__in=players,
        points__isnull=False,
        match__status=Match.Status.FINAL,
        match__season__club=season.club,
        match__season__game=season.game,
        match__season__points_rule=season.points_rule,
        match__season__kind=Season.Kind.EVENTS,
    ).exclude(match__session__event=event)
    sums = seats.values("player").annotate(all_points=Sum("points"), all_matches=Count("pk"))
    return {
        row["player"]: (row["all_points"] / row["all_matches"]).quantize(HUNDREDTH)
        for row in sums.order_by()
    }


def _ratings(event: Event, players: Collection[int]) -> Mapping[int, Decimal]:
    rows = GameRating.objects.filter(pool__game=event.season.game, player__in=players)
    return {pk: Decimal(mu).quantize(HUNDREDTH) for pk, mu in rows.values_list("player", "mu")}
