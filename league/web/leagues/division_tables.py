"""Standings of divisions as pages show them: who goes up and down, and what is certain by now."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from league.logic.leagues import Reason
from league.models import Division, Entrant, League, Season
from league.services.base import rights
from league.services.leagues import division_ranks, division_standings, next_season
from league.services.leagues.division_standings import Place
from league.services.leagues.next_season import Prospect

REASONS: Final[Mapping[str, str | Promise]] = {
    Reason.DISPLACED: _("relegated, because the division is full"),
    Reason.RELEGATED: _("relegated"),
    Reason.STAYS: _("stays"),
    Reason.SPARED: _("stays, because there is room"),
    Reason.PROMOTED: _("promoted"),
    Reason.RAISED: _("promoted, because there is room"),
    Reason.MERGED: _("moves, because the division is no longer played"),
    Reason.NEW: _("is new"),
}
UP, DOWN = "up", "down"


@dataclass(frozen=True, slots=True)
class Line:
    """A row of a division's standings.

    `way` is up, down or empty; `said` says why in words; `certain` what can no longer be missed.
    """

    place: Place
    way: str = ""
    said: str | Promise = ""
    certain: str | Promise = ""


@dataclass(frozen=True, slots=True)
class Standings:
    """A division with its standings."""

    division: Division
    lines: Sequence[Line]

    @property
    def has_ways(self) -> bool:
        """Tell whether anybody goes up or down."""
        return any(line.way for line in self.lines)


def standings_of(
    league: League, season: Season, divisions: Sequence[Division], account: rights.Asking
) -> list[Standings]:
    """Return the standings of divisions of a season; queries do not depend on their number."""
    tables = division_standings.tables(divisions)
    moves = _moves_after(league, season, account)
    certain = _certain(tables, divisions)
    return [
        Standings(
            division,
            [
                Line(
                    place,
                    *moves.get(place.entrant.key, ("", "")),
                    certain=certain.get(place.entrant.pk, ""),
                )
                for place in tables[division.pk]
            ],
        )
        for division in divisions
    ]


def _moves_after(
    league: League, season: Season, account: rights.Asking
) -> dict[str, tuple[str, str | Promise]]:
    """Return who goes up and down by code: as it came, or as it would if the season ended now."""
    known = rights.readable_divisions(account).filter(league=league, season__pk__gt=season.pk)
    following = known.order_by("season").values_list("season", flat=True).first()
    if following is None:
        return _moves_in(next_season.preview(league=league, season=season))
    before, after = _levels(league, season.pk), _levels(league, following)
    return {
        key: (UP, REASONS[Reason.PROMOTED])
        if after[key] < before[key]
        else (DOWN, REASONS[Reason.RELEGATED])
        for key in before.keys() & after.keys()
        if before[key] != after[key]
    }


def _moves_in(prospect: Prospect) -> dict[str, tuple[str, str | Promise]]:
    return {
        move.key: (UP if move.after < move.before else DOWN, REASONS[move.reason])
        for moves in prospect.moves
        for move in moves
        if move.before is not None and move.before != move.after
    }


def _levels(league: League, season: int) -> dict[str, int]:
    rows = Entrant.objects.filter(division__league=league, division__season=season)
    return {
        row.key: row.division.level for row in rows.select_related("division", "player", "team")
    }


def _certain(
    tables: Mapping[int, Sequence[Place]], divisions: Sequence[Division]
) -> dict[int, str | Promise]:
    """Return what is certain for whom, by the primary keys of entrants."""
    bounds = division_ranks.of(divisions, tables)
    found: dict[int, str | Promise] = {}
    for division in divisions:
        for place in tables[division.pk]:
            own = bounds.get(place.entrant.pk)
            if own is None or place.rank is None or place.entrant.withdrawn_at is not None:
                continue
            if division.level > 1 and own.has_clinched(division.promoted):
                found[place.entrant.pk] = _("certain to be promoted")
            elif own.has_clinched(1):
                found[place.entrant.pk] = _("certain to finish first")
    return found
