"""How far sessions have got, as lists of them tell."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

from django.db.models import Count
from django.utils.translation import gettext as _

from league.models import Match, Session

NOT_PLAYED = {Match.Status.DRAFT, Match.Status.VOID}
"""Matches that are not drawn yet, or not any more."""


def finished_tables(sessions: Iterable[Session]) -> dict[int, str]:
    """Return how many tables of each session are final, in words, by primary key; one query."""
    keys = [session.pk for session in sessions]
    matches = Match.objects.filter(session__in=keys).order_by()
    found: defaultdict[int, Counter[str]] = defaultdict(Counter)
    for key, status, number in matches.values_list("session", "status").annotate(Count("pk")):
        found[key][status] = number
    return {key: _said(found[key]) for key in keys}


def drawn_of(matches: Mapping[str, int]) -> int:
    """Return how many are drawn of so many matches of each status."""
    return sum(number for status, number in matches.items() if status not in NOT_PLAYED)


def _said(matches: Mapping[str, int]) -> str:
    played = matches.get(Match.Status.FINAL, 0)
    numbers = {"played": played, "tables": drawn_of(matches)}
    return _("%(played)s of %(tables)s tables final") % numbers
