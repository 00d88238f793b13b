"""What a match has done to the ratings of those who played it."""

from dataclasses import dataclass

from django.db.models import F, OuterRef, Q, Subquery

from league.logic.ratings import NEW
from league.models import GameRatingChange, Match, Unrated


@dataclass(frozen=True, slots=True)
class Move:
    """The rating of a player, by key, before and after a match."""

    player: int
    before: float
    after: float


def rating_moves(match: Match) -> list[Move]:
    """Return how a match moved ratings; empty until it is rated, or if it never is. One query."""
    earlier = GameRatingChange.objects.filter(rating=OuterRef("rating")).filter(
        Q(at__lt=OuterRef("at")) | Q(at=OuterRef("at"), match__lt=OuterRef("match"))
    )
    before = Subquery(earlier.order_by("-at", "-match").values("mu")[:1])
    rows = GameRatingChange.objects.filter(match=match).annotate(
        player=F("rating__player"), before=before
    )
    return [
        Move(player, NEW.mu if was is None else was, mu)
        for player, was, mu in rows.order_by("pk").values_list("player", "before", "mu")
    ]


def is_waiting(match: Match) -> bool:
    """Return whether a match is still to be rated; one query."""
    return Unrated.objects.filter(match=match).exists()
