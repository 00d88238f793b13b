"""Who sat at matches, and how good they were by then: their ratings before each match.

In events these are the ratings of the game, on a ladder its own.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import F, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from league.logic.ratings import NEW, Skill
from league.models import GameRating, GameRatingChange, RatingChange, Season, Seat


class Sitter(NamedTuple):
    """Who has a seat: the player's code, and the rating before the match, None if nobody knows."""

    player: str
    skill: Skill | None


@dataclass(slots=True)
class Sitting:
    """A match as its seats saw it; on a ladder with its duplicate.

    `serial` says when its duplicate was rated, as `ladders.serial_of` does; None before that.
    """

    sitters: list[Sitter]
    duplicate: str | None = None
    serial: int | None = None

    def is_at_least(self, ordinal: float) -> bool:
        """Return whether each player was rated so high, by mu - 3 sigma."""
        return all(one.skill is not None and one.skill.ordinal >= ordinal for one in self.sitters)


def sittings_of(*, season: Season, match_ids: Collection[int]) -> dict[int, Sitting]:
    """Return who sat at some matches of a season, by match, in the order of seats.

    Whoever had not been rated before has the rating of a new player. Two queries, in which each
    seat costs one look into an index. None without matches.
    """
    if not match_ids:
        return {}
    seats = Seat.objects.filter(match__in=match_ids).order_by("match", "number")
    if season.kind == Season.Kind.LADDER:
        return _of_ladder(seats)
    return _of_events(seats, season.game)


def _of_events(seats: QuerySet[Seat], game: str) -> dict[int, Sitting]:
    """Return matches of events; a player's rating is that after the match rated before."""
    own = GameRating.objects.filter(pool__game=game, player=OuterRef("player"))
    published_at = OuterRef("match__session__published_at")
    log = GameRatingChange.objects.filter(rating=OuterRef("rating")).order_by("-at", "-match")
    # Apart, as a session may have more matches than anybody should walk past in an index.
    same_session = log.filter(at=published_at, match__lt=OuterRef("match"))
    last = Coalesce(
        Subquery(same_session.values("pk")[:1]),
        Subquery(log.filter(at__lt=published_at).values("pk")[:1]),
    )
    rows = seats.annotate(rating=Subquery(own.values("pk")[:1])).annotate(last=last)
    found = rows.values_list("match", "player__code", "last")
    changes = GameRatingChange.objects.in_bulk({last for _match, _player, last in found if last})
    sittings: dict[int, Sitting] = {}
    for match, player, last in found:
        skill = changes[last].skill if last in changes else NEW
        sittings.setdefault(match, Sitting([])).sitters.append(Sitter(player, skill))
    return sittings


def _of_ladder(seats: QuerySet[Seat]) -> dict[int, Sitting]:
    """Return matches of a ladder; a rating is that before its duplicate, None if not rated."""
    found = list(
        seats.values_list("match", "match__duplicate", "match__duplicate__code", "player__code")
    )
    rated = _changes_of({duplicate for _match, duplicate, _code, _player in found})
    sittings: dict[int, Sitting] = {}
    for match, duplicate, code, player in found:
        changes = rated[duplicate]
        serial = min((pk for pk, _skill in changes.values()), default=None)
        sitting = sittings.setdefault(match, Sitting([], duplicate=code, serial=serial))
        _pk, skill = changes.get(player, (0, None))
        sitting.sitters.append(Sitter(player, skill))
    return sittings


def _changes_of(duplicates: Collection[int]) -> Mapping[int, dict[str, tuple[int, Skill]]]:
    """Return of each duplicate and player the key of the change, and the rating before it."""
    own = RatingChange.objects.filter(rating=OuterRef("rating"), number=OuterRef("number") - 1)
    rows = (
        RatingChange.objects.filter(duplicate__in=duplicates)
        .annotate(mu_before=Subquery(own.values("mu")), sigma_before=Subquery(own.values("sigma")))
        .values_list("duplicate", F("rating__player__code"), "pk", "mu_before", "sigma_before")
    )
    found: defaultdict[int, dict[str, tuple[int, Skill]]] = defaultdict(dict)
    for duplicate, player, pk, mu, sigma in rows:
        skill = NEW if mu is None or sigma is None else Skill(mu, sigma)
        found[duplicate][player] = (pk, skill)
    return found
