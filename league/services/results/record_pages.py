"""The records of a game that are open to everybody, as pages of lines that anybody takes home.

They come season by season, and in each in the order in which its matches were drawn. A page looks
at a bounded number of matches, however many are stored.
"""

import json
from base64 import b64encode
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import F, QuerySet
from django.utils.translation import gettext as _

from league.models import Match, Record, Season
from league.services.base import rights
from league.services.base.refusals import Invalid

from . import past_skills
from .past_skills import Sitting

MOST = 500
"""Matches that a page looks at, at most; those without a record have no line."""
MOST_SEASONS = 50
"""Seasons that a page looks at, at most."""


@dataclass(frozen=True, slots=True)
class Field:
    """What a line has under a name."""

    name: str
    kind: str
    means: str


FIELDS: Final = (
    Field("match", "text", "code of the match"),
    Field("season", "text", "code of its season"),
    Field("finished_at", "text or null", "when it became final, in UTC"),
    Field("players", "list of text", "code of the player at each seat"),
    Field("mu", "list of number or null", "rating of each player before the match"),
    Field("sigma", "list of number or null", "standard deviation of each rating"),
    Field("duplicate", "text or null", "on a ladder, code of its duplicate"),
    Field("serial", "number or null", "in the order of these its ladder was rated"),
    Field("record", "text", "the match in the compact form, in base 64"),
)


@dataclass(frozen=True, slots=True)
class Page:
    """Lines of JSON, one for each record, and after what the next page begins, "" at the end."""

    lines: list[str]
    after: str


def page(*, game: str, season: str = "", ordinal: float | None = None, after: str = "") -> Page:
    """Return the next records, each with its match, season, players and compact form.

    `season` is the code of the only season wanted, `ordinal` how high each player must have been
    rated before the match, by mu - 3 sigma. `after` has the codes of a season and of its last
    match that was read, none before its first: `season.match`; Invalid where there are none such.
    Five queries for each season with records.
    """
    begun, last = _read(after)
    seasons = rights.readable_seasons(None).filter(game=game)
    if season:
        seasons = seasons.filter(code=season)
    if begun is not None:
        seasons = seasons.filter(pk__gte=begun)
    rows = list(seasons.order_by("pk").only("pk", "code", "kind", "game")[: MOST_SEASONS + 1])
    lines: list[str] = []
    room = MOST
    for row in rows[:MOST_SEASONS]:
        behind = last if row.pk == begun else 0
        matches = list(_final(row).filter(pk__gt=behind)[: room + 1])
        lines += [line for line, _blob in lines_of(row, matches[:room], ordinal=ordinal)]
        if len(matches) > room:
            return Page(lines, f"{row.code}.{matches[room - 1].code if room else ''}")
        room -= len(matches)
    is_more = len(rows) > MOST_SEASONS
    return Page(lines, f"{rows[-1].code}." if is_more else "")


def lines_of(
    season: Season, matches: Sequence[Match], *, ordinal: float | None = None
) -> list[tuple[str, bytes]]:
    """Return a line, and the record, for each of the matches that has one and is wanted.

    That is a valid record of the result in force. Four queries, and one more where somebody had
    been rated.
    """
    ids = set(_records([match.pk for match in matches]).values_list("result__match", flat=True))
    sittings = past_skills.sittings_of(season=season, match_ids=ids)
    if ordinal is not None:
        sittings = {pk: found for pk, found in sittings.items() if found.is_at_least(ordinal)}
    rows = _records(sittings).values_list("result__match", "blob")
    blobs = {match: bytes(blob) for match, blob in rows}
    return [
        (f"{json.dumps(_told(season, match, sittings[match.pk], blob))}\n", blob)
        for match in matches
        if (blob := blobs.get(match.pk)) is not None
    ]


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


def _records(matches: Collection[int]) -> QuerySet[Record]:
    """Return the valid records of the results in force."""
    return Record.objects.filter(
        result__match__in=matches,
        result__version=F("result__match__result_version"),
        status=Record.Status.VALID,
    )


def _told(season: Season, match: Match, sitting: Sitting, blob: bytes) -> dict[str, Any]:
    """Return what a line says."""
    skills = [one.skill for one in sitting.sitters]
    return {
        "match": match.code,
        "season": season.code,
        "finished_at": match.finished_at.isoformat() if match.finished_at else None,
        "players": [one.player for one in sitting.sitters],
        "mu": [skill and skill.mu for skill in skills],
        "sigma": [skill and skill.sigma for skill in skills],
        "duplicate": sitting.duplicate,
        "serial": sitting.serial,
        "record": b64encode(blob).decode(),
    }
