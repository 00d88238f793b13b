"""The records of a game that are open to everybody, as pages of lines that anybody takes home.

They come season by season, and in each in the order in which its matches were drawn. A page looks
at a bounded number of matches, however many are stored.
"""

import json
from base64 import b64encode
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from django.db.models import F, QuerySet
from django.utils.translation import gettext as _

from league.models import Match, Record, Season, Seat
from league.services.base import rights
from league.services.base.refusals import Invalid

MOST = 500
"""Matches that a page looks at, at most; those without a record have no line."""
MOST_SEASONS = 50
"""Seasons that a page looks at, at most."""


@dataclass(frozen=True, slots=True)
class Page:
    """Lines of JSON, one for each record, and after what the next page begins, "" at the end."""

    lines: list[str]
    after: str


def page(*, game: str, season: str = "", after: str = "") -> Page:
    """Return the next records, each with its match, season, players and compact form.

    `season` is the code of the only season wanted. `after` has the codes of a season and of its
    last match that was read, none before its first: `season.match`; Invalid where there are none
    such. Three queries for each season with matches.
    """
    begun, last = _read(after)
    seasons = rights.readable_seasons(None).filter(game=game)
    if season:
        seasons = seasons.filter(code=season)
    if begun is not None:
        seasons = seasons.filter(pk__gte=begun)
    rows = list(seasons.order_by("pk").only("pk", "code")[: MOST_SEASONS + 1])
    lines: list[str] = []
    room = MOST
    for row in rows[:MOST_SEASONS]:
        behind = last if row.pk == begun else 0
        matches = list(_final(row).filter(pk__gt=behind)[: room + 1])
        lines += _lines(row, matches[:room])
        if len(matches) > room:
            return Page(lines, f"{row.code}.{matches[room - 1].code if room else ''}")
        room -= len(matches)
    is_more = len(rows) > MOST_SEASONS
    return Page(lines, f"{rows[-1].code}." if is_more else "")


def _read(after: str) -> tuple[int | None, int]:
    """Return the keys of the season and of the match that were read last, 0 for none of it."""
    if not after:
        return None, 0
    season, _dot, match = after.partition(".")
    begun = Season.objects.filter(code=season).values_list("pk", flat=True).first()
    last = Match.objects.filter(code=match, season=begun).values_list("pk", flat=True).first()
    if begun is None or (match and last is None):
        raise Invalid({"after": [_("There is no such season or match.")]})
    return begun, last or 0


def _final(season: Season) -> QuerySet[Match]:
    """Return the matches of a season whose deals are open, in the order of their keys."""
    rows = Match.objects.filter(rights.deals_are_open(), season=season)
    return rows.only("pk", "code", "finished_at").order_by("pk")


def _lines(season: Season, matches: Sequence[Match]) -> list[str]:
    """Return a line for each of the matches that has a valid record in force; two queries."""
    ids = [match.pk for match in matches]
    records = _blobs(ids) if ids else {}
    players = _players(list(records)) if records else {}
    return [
        json.dumps(
            {
                "match": match.code,
                "season": season.code,
                "finished_at": match.finished_at.isoformat() if match.finished_at else None,
                "players": players[match.pk],
                "record": b64encode(records[match.pk]).decode(),
            }
        )
        + "\n"
        for match in matches
        if match.pk in records
    ]


def _blobs(matches: Iterable[int]) -> dict[int, bytes]:
    """Return the valid records of the results in force, by match."""
    found = Record.objects.filter(
        result__match__in=matches,
        result__version=F("result__match__result_version"),
        status=Record.Status.VALID,
    )
    return {match: bytes(blob) for match, blob in found.values_list("result__match", "blob")}


def _players(matches: Iterable[int]) -> dict[int, list[str]]:
    """Return the codes of the players of matches, by seat."""
    seats = Seat.objects.filter(match__in=matches).order_by("match", "number")
    named = seats.values_list("match", "player__code")
    tables = groupby(named, key=itemgetter(0))
    return {match: [code for _match, code in at_table] for match, at_table in tables}
